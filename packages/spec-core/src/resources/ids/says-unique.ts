import type { JsonSchema, SchemaRegistry } from "../../schema/schema.js";
import { schemaShape } from "../../schema/shape/schema-shape.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";

/**
 * True if a description says that a text property is unique: "must be unique per project" for any property, "unique"
 * for a `uid` or `slug`. If the operation documents 409, other wordings count too: "The unique SKU". An error with
 * another status (`default`) does not show that values are rejected.
 * @param conflict the error for a second record, whose description may contain the property's name
 */
export function saysUnique(
  schemas: SchemaRegistry,
  { name, schema }: { readonly name: string; readonly schema: JsonSchema },
  { status, description = "" }: { readonly status: string; readonly description?: string | undefined },
): boolean {
  if (!schemaShape(schemas, schema).types.has("string")) return false;
  const wording = status === "409" ? callsUnique : mustBeUnique;
  const texts = [schema, schemas.follow(schema)].map((json) =>
    typeof json === "object" ? (json.description ?? "") : "",
  );
  return texts.some((text) => wording(text, name)) || saysTaken(description, name);
}

/** True for "Must be unique." about any property, and for "unique" about a `slug`. */
function mustBeUnique(text: string, name: string): boolean {
  return RULE.test(text) || (OWN_NAMES.has(foldName(name)) && UNIQUE.test(text));
}

/**
 * True for more wordings: "Unique among all parts.", and for a `sku` "The unique SKU of the part." and "SKUs are
 * unique."
 */
function callsUnique(text: string, name: string): boolean {
  if (mustBeUnique(text, name)) return true;
  // Another id may belong to another record: "the unique ID of the customer".
  const own = nameWords(name).at(-1) ?? "";
  if (ID.test(own) || TOGETHER.test(text)) return false;
  const isOwn = (word = ""): boolean => word.toLowerCase().replace(/s$/, "") === own.replace(/s$/, "");
  const [, ofNames] = ARE_UNIQUE.exec(text) ?? [];
  const [, noun] = UNIQUE_NOUN.exec(text) ?? [];
  return ALONE.test(text) || isOwn(ofNames) || isOwn(noun);
}

const ID = /^(?:id|uuid|guid)s?$/;
/** If several properties are unique together, no single one is. */
const TOGETHER = /\b(?:combination|together|pair)\b/i;
const ALONE = /(?:^|[.;,:(]\s*|\bit is )(?:globally )?unique(?=\s*(?:[.;,:)]|$|(?:among|across|per|within) ))/i;
const ARE_UNIQUE = /\b(\w+) (?:is|are) (?:globally )?unique\b/i;
/** At most two words may precede the noun: "The unique part number of". */
const UNIQUE_NOUN =
  /(?<!\b(?:not|non|no)[ -](?:an? )?)\bunique (?:\w+ ){0,2}?(\w+)(?: address)?(?=\s*(?:[.;,:()]|$|(?:of|for|to|that|which|among|across|per|within|in|used|by|and|or|with|on) ))/i;
const RULE = /\b(?:must|should|has to|have to|needs? to) be (?:globally |case-insensitively )?unique\b/i;
const UNIQUE = /(?<!\b(?:not|non|no)[ -])(?<!\bnot (?:be|have to be|need to be|necessarily) )\bunique\b/i;
/**
 * True if the text says that a value is taken: "A repository with the same name already exists", "this slug is already
 * taken".
 */
function saysTaken(text: string, name: string): boolean {
  const [, same, taken] = TAKEN.exec(text.toLowerCase()) ?? [];
  return [same, taken].includes(name.toLowerCase());
}

const TAKEN =
  /\b(?:same|duplicate) (\w+)\b|\b(\w+) (?:(?:is |has )?already (?:been )?(?:exists?|taken|used|in use)|is taken)\b/i;
/** Names of properties with which clients identify their own records. */
const OWN_NAMES = new Set(["uid", "slug", "handle", "key", "code", "identifier"]);
