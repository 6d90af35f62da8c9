import type { View } from "@onespec/spec-core";
import { callParameters } from "../emit/emit-operation.js";
import { methodSignature } from "../emit/emit-resource-types.js";
import { sorted } from "../emit/emit-schema.js";
import { type TypeScope, typeName, typeText } from "../emit/emit-type.js";
import { isFlaggedIn } from "../emit/is-flagged.js";
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

/** What callers of the client depend on, in an order of its own. */
export function apiSurface(plan: SdkPlan): ApiSurface {
  const isFlagged = isFlaggedIn(plan.api.schemas);
  // Documentation is not part of the surface.
  const scope = (view: View): TypeScope => ({ modelAt: plan.modelAt, used: new Set(), view, isFlagged, bare: true });
  const items: Record<string, SurfaceItem> = {};
  for (const model of plan.models) Object.assign(items, modelItems(model, scope));
  for (const group of plan.groups) {
    for (const method of group.methods) {
      const name = `${group.name}.${method.name}`;
      items[name] = { kind: "method", text: methodSignature(group, method, plan, scope), required: false };
      for (const { parameter, name: call } of callParameters(method.operation)) {
        items[`${name}(${call})`] = {
          kind: "parameter",
          text: flat(typeText(parameter.schema.json, scope("request"))),
          required: parameter.required,
        };
      }
    }
  }
  return Object.fromEntries(sorted(items));
}

function modelItems(model: ModelPlan, scope: (view: View) => TypeScope): Record<string, SurfaceItem> {
  const { json } = model.schema;
  const items: Record<string, SurfaceItem> = {};
  const views = model.inputName === model.name ? (["response"] as const) : (["response", "request"] as const);
  for (const view of views) {
    const name = typeName(model, view);
    const fields =
      typeof json === "boolean" || json.allOf || json.oneOf || json.anyOf || json.$ref ? undefined : json.properties;
    items[name] = { kind: "model", text: fields ? "object" : flat(typeText(json, scope(view))), required: false };
    const hidden = view === "request" ? "readOnly" : "writeOnly";
    const required = new Set(typeof json === "boolean" ? [] : json.required);
    for (const [field, schema] of Object.entries(fields ?? {})) {
      if (scope(view).isFlagged(schema, hidden)) continue;
      items[`${name}.${field}`] = {
        kind: view === "request" ? "request-field" : "answer-field",
        text: flat(typeText(schema, scope(view))),
        required: required.has(field),
      };
    }
  }
  return items;
}

/** On one line. */
function flat(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}
