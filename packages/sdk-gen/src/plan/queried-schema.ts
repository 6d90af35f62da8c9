import { type JsonSchema, type JsonSchemaObject, objectProperties, type SchemaRegistry } from "@onespec/spec-core";
import { numericBounds } from "./further-filters.js";
import { preferred } from "./media-types.js";
import { recordSchema } from "./record-schema.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "./sdk-plan.js";

/**
 * The schema that queries use to compare records. Plain texts become decimals if requests accept numbers for them or
 * have numeric bounds. Pydantic, Litestar and others declare decimals in this way; as texts they would compare wrongly.
 * All lists with the same schema compare in the same way.
 */
export function queriedSchema(group: GroupPlan, { api: { schemas }, groupsByRecord }: SdkPlan): JsonSchema {
  const record = recordSchema(group, schemas);
  const methods = (groupsByRecord.get(schemas.follow(record)) ?? [group]).flatMap((other) => other.methods);
  const fields = objectProperties(schemas, record);
  const decimals = new Map<string, JsonSchema>();
  const add = (name: string): void => {
    const text = plainText(fields.get(name)?.schema, schemas);
    if (text) decimals.set(name, { ...text, format: "decimal" });
  };
  for (const method of methods)
    for (const [name, sent] of bodyFields(method, schemas)) if (isNumberOrText(sent.schema, schemas)) add(name);
  for (const { record: kind, operation } of methods)
    if (kind === "find") numericBounds(operation.parameters, record, schemas).forEach(add);
  return decimals.size === 0 ? record : { properties: Object.fromEntries(decimals), allOf: [record] };
}

function bodyFields({ record, operation }: MethodPlan, schemas: SchemaRegistry) {
  const { requestBody, role } = operation;
  const [media] = preferred(requestBody?.content ?? []);
  if (!media?.schema || !/^(create|replace|update)$/.test(record ?? "")) return [];
  const place = "body" in role ? (role.body ?? []) : [];
  const schema = place.reduce<JsonSchema>(
    (here, name) => objectProperties(schemas, here).get(name)?.schema ?? true,
    media.schema.json,
  );
  return objectProperties(schemas, schema);
}

/** The schema of a text, or of a text or null, that has no further keywords. */
function plainText(schema: JsonSchema | undefined, schemas: SchemaRegistry): JsonSchemaObject | undefined {
  if (schema === undefined) return undefined;
  const found = branchesOf(schema, schemas);
  const texts = found.filter(({ type }) => [type].flat().includes("string"));
  const isPlain = ({ format, pattern, enum: members, const: only }: JsonSchemaObject): boolean =>
    [format, pattern, members, only].every((one) => one === undefined);
  if (texts.length !== 1 || !found.every((one) => texts.includes(one) || one.type === "null") || !texts.every(isPlain))
    return undefined;
  const isNullable = found.length > 1 || found.some(({ type }) => Array.isArray(type) && type.includes("null"));
  return { type: isNullable ? ["string", "null"] : "string" };
}

function isNumberOrText(schema: JsonSchema, schemas: SchemaRegistry): boolean {
  const types = new Set(branchesOf(schema, schemas).flatMap(({ type }) => [type].flat()));
  types.delete("null");
  return types.size === 2 && types.has("string") && types.has("number");
}

/** The branches of a choice, or the schema itself. */
function branchesOf(schema: JsonSchema, schemas: SchemaRegistry): readonly JsonSchemaObject[] {
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return [];
  return (target.anyOf ?? target.oneOf ?? [target]).flatMap((branch) => {
    const followed = schemas.follow(branch);
    return typeof followed === "boolean" ? [] : [followed];
  });
}
