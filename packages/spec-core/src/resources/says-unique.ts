import type { JsonSchema, SchemaRegistry } from "../schema/schema.js";
import { schemaShape } from "../schema/schema-shape.js";
import { foldName } from "../words/fold-name.js";

/**
 * True if a description calls a text property unique: "must be unique per project" of any, "unique" of a `uid` or `slug`.
 *
 * @param conflict the description of the error for a second record, which may name the property
 */
export function saysUnique(schemas: SchemaRegistry, name: string, schema: JsonSchema, conflict: string): boolean {
  if (!schemaShape(schemas, schema).types.has("string")) return false;
  const texts = [schema, schemas.follow(schema)].map((json) =>
    typeof json === "object" ? (json.description ?? "") : "",
  );
  const isUnique = texts.some((text) => RULE.test(text) || (OWN_NAMES.has(foldName(name)) && UNIQUE.test(text)));
  return isUnique || saysTaken(conflict, name);
}

const RULE = /\b(?:must|should|has to|have to|needs? to) be (?:globally |case-insensitively )?unique\b/i;
const UNIQUE = /(?<!\b(?:not|non|no)[ -])(?<!\bnot (?:be|have to be|need to be|necessarily) )\bunique\b/i;
/** "A repository with the same name already exists", "this slug is already taken". */
function saysTaken(text: string, name: string): boolean {
  const [, same, taken] = TAKEN.exec(text) ?? [];
  return [same, taken].includes(name.toLowerCase());
}

const TAKEN = /\b(?:same|duplicate) (\w+)\b|\b(\w+) (?:is |has )?already (?:been )?(?:exists?|taken|used|in use)\b/i;
/** Names of what a client calls its own record. */
const OWN_NAMES = new Set(["uid", "slug", "handle", "key", "code", "identifier"]);
