import { callParameters } from "../emit/emit-operation.js";
import { methodSignature } from "../emit/emit-resource-types.js";
import { type TypeScope, typeText } from "../emit/emit-type.js";
import { isFlaggedIn } from "../emit/is-flagged.js";
import { bareType, modelTypes } from "../emit/model-types.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";

/** One thing a user of the client can write or read. */
export interface SurfaceItem {
  readonly kind: "method" | "parameter" | "answer-field" | "request-field" | "model";
  /** Its type, or its signature. */
  readonly text: string;
  /** Must be given, or is always there. */
  readonly required: boolean;
}

/** By name: `books.find`, `books.find(limit)`, `Book`, `Book.title`. */
export type ApiSurface = Readonly<Record<string, SurfaceItem>>;

/** What callers of the client depend on, the members of an `ApiSurface`, sorted by name. Documentation is not part of it. */
export function apiSurface(plan: SdkPlan): (readonly [string, SurfaceItem])[] {
  const scope: TypeScope = {
    modelAt: plan.modelAt,
    used: new Set(),
    view: "request",
    isFlagged: isFlaggedIn(plan.api.schemas),
  };
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
  return [...byName.keys()].sort().map((name) => [name, byName.get(name) as SurfaceItem]);
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
