import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../schema.js";
import { isAnnotation } from "../shape/reference-siblings.js";

/**
 * True if one alternative of a `oneOf` takes all objects that another one takes, such as `{ limit }` beside `{ after, limit }`. By the
 * letter the other one could never be sent.
 */
export function hasSwallowedAlternative(schemas: SchemaRegistry, branches: readonly JsonSchema[]): boolean {
  const plain = branches.map((branch) => plainObject(schemas, branch));
  return plain.some((wide) => wide && plain.some((narrow) => narrow && narrow !== wide && takesAll(wide, narrow)));
}

/** An open object that its properties alone describe. */
function plainObject(schemas: SchemaRegistry, branch: JsonSchema): JsonSchemaObject | undefined {
  const json = schemas.follow(branch);
  if (typeof json !== "object" || json.type !== "object" || json.properties === undefined) return undefined;
  const rules = Object.keys(json).filter((keyword) => !isAnnotation(keyword) && !keyword.startsWith("x-"));
  return rules.every((keyword) => KNOWN.has(keyword)) && (json.additionalProperties ?? true) === true
    ? json
    : undefined;
}

const KNOWN = new Set(["type", "properties", "required", "additionalProperties"]);

function takesAll(wide: JsonSchemaObject, narrow: JsonSchemaObject): boolean {
  const required = new Set(narrow.required ?? []);
  return (
    (wide.required ?? []).every((name) => required.has(name)) &&
    Object.entries(wide.properties ?? {}).every(([name, schema]) => {
      const own = narrow.properties?.[name];
      return own !== undefined && rulesOf(own) === rulesOf(schema);
    })
  );
}

function rulesOf(schema: JsonSchema): string {
  if (typeof schema === "boolean") return String(schema);
  const rules = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  return JSON.stringify(rules.sort(([a], [b]) => (a < b ? -1 : 1)));
}
