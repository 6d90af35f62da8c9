import { type JsonSchema, objectProperties, type RecordPlace } from "@onespec/spec-core";
import { argumentsOf } from "../emit/emit-method.js";
import { propertyName } from "../emit/escape.js";
import { preferred } from "../plan/media-types.js";
import { partsOf } from "../plan/schema-parts.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";

/** The calls that pass a field, as users write them: `products.create({ sku })`, `orders.create({ items: [{ sku }] })`. */
export function callsWith(name: string, plan: SdkPlan): readonly string[] {
  const [, method, inline] = /^([^{]*)\{\}(.*)$/s.exec(name) ?? [];
  const [, owner, field] = /^([^.]*)\.(.*)$/s.exec(name) ?? [];
  const model = plan.models.find((each) => each.inputName === owner);
  return plan.groups.flatMap((group) =>
    group.methods.flatMap((each) => {
      if (inline !== undefined) {
        const path = stepsOf(inline);
        return `${group.name}.${each.name}` === method && path.length > 0 ? [callText(group, each, path)] : [];
      }
      const json = model && bodySchema(each, plan);
      const path = json === undefined ? undefined : pathTo(json, model?.schema.uri ?? "", plan);
      return path === undefined || field === undefined ? [] : [callText(group, each, [...path, ...stepsOf(field)])];
    }),
  );
}

function stepsOf(field: string): string[] {
  return field.split(/\.|(?=\[\])/).filter((part) => part !== "");
}

/** The schema of a method's argument. It is the record, even if requests wrap it. */
function bodySchema(
  { operation: { requestBody, role }, record }: MethodPlan,
  { api }: SdkPlan,
): JsonSchema | undefined {
  const whole = preferred(requestBody?.content ?? [])[0]?.schema?.json;
  const place: RecordPlace = record !== undefined && "body" in role ? role.body : [];
  return place.reduce<JsonSchema | undefined>(
    (json, name) => (json === undefined ? json : objectProperties(api.schemas, json).get(name)?.schema),
    whole,
  );
}

/** The shortest path of properties from one schema to another. `[]` is an item of a list. */
function pathTo(json: JsonSchema, uri: string, { api }: SdkPlan): readonly string[] | undefined {
  const { schemas } = api;
  const seen = new Set<JsonSchema>();
  const wanted = schemas.follow(schemas.at(uri).json);
  let level: { readonly json: JsonSchema; readonly path: readonly string[] }[] = [{ json, path: [] }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { json: at, path } of level) {
      const target = schemas.follow(at);
      if (target === wanted) return path;
      if (typeof target === "boolean" || seen.has(target)) continue;
      seen.add(target);
      for (const part of partsOf(target)) next.push({ json: part, path });
      if (target.items !== undefined) next.push({ json: target.items, path: [...path, "[]"] });
      for (const [name, { schema }] of objectProperties(schemas, at))
        next.push({ json: schema, path: [...path, name] });
    }
    level = next;
  }
  return undefined;
}

function callText(group: GroupPlan, { name, record, operation }: MethodPlan, path: readonly string[]): string {
  const isNamed = record === "update" || record === "replace";
  const first = isNamed ? ["id"] : record === undefined && argumentsOf(operation).parameters ? ["params"] : [];
  return `${group.name}.${name}(${[...first, valueText(path)].join(", ")})`;
}

function valueText([name = "", ...rest]: readonly string[]): string {
  if (name === "[]") return `[${rest.length === 0 ? "…" : valueText(rest)}]`;
  const key = propertyName(name);
  const value = rest.length === 0 ? "…" : valueText(rest);
  return rest.length === 0 && key === name ? `{ ${key} }` : `{ ${key}: ${value} }`;
}
