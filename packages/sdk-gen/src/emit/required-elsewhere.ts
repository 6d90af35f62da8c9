import type { JsonSchema, JsonSchemaObject } from "@onespec/spec-core";
import type { ModelPlan } from "../plan/sdk-plan.js";

export interface RequiredProperty {
  readonly name: string;
  /** `undefined` if no part always declares it. */
  readonly declared: JsonSchema | undefined;
  /** The model that declares it, if the part is a reference. */
  readonly model: ModelPlan | undefined;
}

/** Properties that a schema or a part of its `allOf` requires without declaring them, by name. */
export function requiredElsewhere(
  schema: JsonSchemaObject,
  modelAt: ReadonlyMap<string, ModelPlan>,
): readonly RequiredProperty[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  const names = new Set(parts.flatMap(undeclared));
  return [...names].sort().map((name) => {
    for (const part of parts) {
      if (typeof part === "boolean") continue;
      const model = part.$ref === undefined ? undefined : modelAt.get(part.$ref);
      const declared = part === schema ? ownProperty(schema, name) : declaredIn(part, name, modelAt);
      if (declared !== undefined) return { name, declared, model };
    }
    return { name, declared: undefined, model: undefined };
  });
}

function undeclared(part: JsonSchema): readonly string[] {
  if (typeof part === "boolean" || part.$ref !== undefined) return [];
  return (part.required ?? []).filter((name) => ownProperty(part, name) === undefined);
}

function ownProperty({ properties }: JsonSchemaObject, name: string): JsonSchema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Skips alternatives and schemas that also allow other types than objects: their types may lack the property. */
function declaredIn(
  schema: JsonSchema,
  name: string,
  modelAt: ReadonlyMap<string, ModelPlan>,
  seen: readonly ModelPlan[] = [],
): JsonSchema | undefined {
  if (typeof schema === "boolean" || schema.oneOf || schema.anyOf) return undefined;
  if (schema.type !== undefined && schema.type !== "object") return undefined;
  const { $ref, allOf = [] } = schema;
  if ($ref !== undefined) {
    const model = modelAt.get($ref);
    return model && !seen.includes(model) ? declaredIn(model.schema.json, name, modelAt, [...seen, model]) : undefined;
  }
  const own = ownProperty(schema, name);
  if (own !== undefined) return own;
  for (const part of allOf) {
    const found = declaredIn(part, name, modelAt, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
