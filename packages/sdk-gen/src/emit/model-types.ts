import type { JsonSchema, View } from "@onespec/spec-core";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { typeName, typeText } from "./emit-type.js";
import { isFlaggedIn } from "./is-flagged.js";

/** The types of a model, and the models that they name. */
export interface ModelTypes {
  readonly used: ReadonlySet<ModelPlan>;
  /** What answers hold, and what requests take where that differs. */
  readonly views: readonly ModelView[];
}

export interface ModelView {
  readonly view: View;
  readonly name: string;
  readonly text: string;
  readonly properties: ReadonlyMap<JsonSchema, string>;
}

const known = new WeakMap<ModelPlan, ModelTypes>();

/** Worked out once: the client's types and its surface both need them. */
export function modelTypes(model: ModelPlan, plan: SdkPlan): ModelTypes {
  const before = known.get(model);
  if (before) return before;
  const used = new Set<ModelPlan>();
  const isFlagged = isFlaggedIn(plan.api.schemas);
  const isSplit = model.inputName !== model.name;
  const comments = isSplit ? { comments: new Map<JsonSchema, string>() } : {};
  const views = (isSplit ? (["response", "request"] as const) : (["response"] as const)).map((view): ModelView => {
    const properties = new Map<JsonSchema, string>();
    const kept = { of: model.schema.json, types: properties };
    const text = isEndless(model, plan)
      ? "unknown"
      : typeText(model.schema.json, { modelAt: plan.modelAt, used, isFlagged, view, kept, ...comments });
    return { view, name: typeName(model, view), text, properties };
  });
  used.delete(model);
  const types = { used, views };
  known.set(model, types);
  return types;
}

/** A reference that leads back to itself says nothing. */
function isEndless({ schema }: ModelPlan, { api }: SdkPlan): boolean {
  return typeof schema.json === "object" && schema.json.$ref !== undefined && api.schemas.follow(schema.json) === true;
}

/** A type on one line, without comments: no line of a type begins like one of those. */
export function bareType(text: string): string {
  return text.includes("\n") ? text.replace(/\n\s*(?:\/\*\*|\*)[^\n]*/g, "").replace(/\n\s*/g, " ") : text;
}
