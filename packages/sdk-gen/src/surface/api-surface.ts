import { modelTypes } from "../emit/emit-model.js";
import { methodSignature } from "../emit/emit-resource-types.js";
import { bareType, typeScope, typeText } from "../emit/emit-type.js";
import { callParameters } from "../plan/call-parameters.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";

/** A name that users of the client can write or read. */
export interface SurfaceItem {
  readonly kind: "method" | "parameter" | "answer-field" | "request-field" | "model";
  /** The type, or the signature of a method. */
  readonly text: string;
  /** In requests: must be given. In responses: always present. */
  readonly required: boolean;
}

/** By name: `books.find`, `books.find(limit)`, `Book`, `Book.title`. */
export type ApiSurface = Readonly<Record<string, SurfaceItem>>;

/** Everything that callers of the client depend on, sorted by name. Documentation is not part of it. */
export function apiSurface(plan: SdkPlan): ApiSurface {
  const scope = typeScope(plan, "request");
  const items = plan.models.flatMap((model) => modelItems(model, plan));
  for (const group of plan.groups) {
    for (const method of group.methods) {
      const name = `${group.name}.${method.name}`;
      items.push([
        name,
        { kind: "method", text: bareType(methodSignature(group, method, plan).text), required: false },
      ]);
      for (const { parameter, name: call } of callParameters(method.operation)) {
        const text = bareType(typeText(parameter.schema.json, scope));
        items.push([`${name}(${call})`, { kind: "parameter", text, required: parameter.required }]);
      }
    }
  }
  const byName = new Map(items);
  return Object.fromEntries([...byName].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function modelItems(model: ModelPlan, plan: SdkPlan): [string, SurfaceItem][] {
  const { json } = model.schema;
  const fields =
    typeof json === "boolean" || json.allOf || json.oneOf || json.anyOf || json.$ref ? undefined : json.properties;
  const required = new Set(typeof json === "boolean" ? [] : json.required);
  return modelTypes(model, plan).views.flatMap(({ view, name, text, properties }) => {
    const kind = view === "request" ? "request-field" : "answer-field";
    const items: [string, SurfaceItem][] = [
      [name, { kind: "model", text: fields ? "object" : bareType(text), required: false }],
    ];
    for (const [field, schema] of Object.entries(fields ?? {})) {
      const type = properties.get(schema);
      if (type !== undefined)
        items.push([`${name}.${field}`, { kind, text: bareType(type), required: required.has(field) }]);
    }
    return items;
  });
}
