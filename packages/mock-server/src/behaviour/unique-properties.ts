import { type Problem, selectError } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  nameWords,
  type Operation,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import type { ScopePattern } from "../model/resource-states.js";
import { writtenProperties } from "../response/written-properties.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";

/** The record that has a value in common with a new one, and the problem that this is; `undefined` if there is none. */
type UniquenessCheck = (
  written: JsonObject,
  scope: ScopePattern,
) => Promise<{ readonly problem: Problem; readonly record: StoredRecord } | undefined>;

/**
 * Properties that the description calls unique, where an error for that is documented; and what the path of one record is called after, which no two can share. `undefined` where there are none.
 */
export function createUniquenessCheck(
  { schemas, states, seeds }: MockContext,
  operation: Operation,
  resource: Resource,
): UniquenessCheck | undefined {
  const [id] = resource.id.property ?? [];
  const names = [...new Set([...uniqueNames(schemas, operation), ...pathNames(schemas, operation, resource)])].filter(
    (name) => name !== id,
  );
  if (names.length === 0) return undefined;
  const { collection } = states.of(resource);
  return async (written, scope) => {
    await seeds.fill(resource, scope);
    for (const name of names) {
      const value = written[name];
      if (typeof value !== "string" || value === "") continue;
      const where = [{ property: [name], operator: "eq" as const, value }];
      const [record] = (await collection.list({ scope, where, limit: 1 })).records;
      if (record) return { problem: taken(resource, name, value), record };
    }
    return undefined;
  };
}

/** The properties of new records that the description calls unique. */
export function uniqueNames(schemas: SchemaRegistry, operation: Operation | undefined): readonly string[] {
  const conflict = operation && selectError(operation, 409);
  if (!operation || !conflict) return [];
  // An error of any status (`default`) does not tell that values are refused.
  const wording = conflict.status === "409" ? saysUnique : mustBeUnique;
  const names = writtenProperties(schemas, operation).flatMap(({ name, schema }) => {
    const target = schemas.follow(schema);
    const texts = [schema, target].map((json) => (typeof json === "object" ? (json.description ?? "") : ""));
    const isUnique = texts.some((text) => wording(text, name));
    return (isUnique || saysTaken(conflict.description ?? "", name)) && isText(schemas, schema) ? [name] : [];
  });
  return [...new Set(names)];
}

/** The required `memberId` of a new record below `/members/{memberId}`, which has another id besides. */
function pathNames(schemas: SchemaRegistry, operation: Operation, { id }: Resource): readonly string[] {
  const parameter = foldName(id.parameter ?? "");
  return writtenProperties(schemas, operation)
    .filter(({ name, schema, required }) => required && foldName(name) === parameter && isText(schemas, schema))
    .map(({ name }) => name);
}

function isText(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return schemaShape(schemas, json).types.has("string");
}

/** "Must be unique." of any property; "unique" of a `slug`. */
function mustBeUnique(text: string, name: string): boolean {
  return RULE.test(text) || (OWN_NAMES.has(foldName(name)) && UNIQUE.test(text));
}

/** "Unique among all parts.", "The unique SKU of the part." and "SKUs are unique." of a `sku` as well. */
function saysUnique(text: string, name: string): boolean {
  if (mustBeUnique(text, name)) return true;
  // Other ids may well name another record: "the unique ID of the customer".
  const own = nameWords(name).at(-1) ?? "";
  if (ID.test(own) || TOGETHER.test(text)) return false;
  const isOwn = (word = ""): boolean => word.toLowerCase().replace(/s$/, "") === own.replace(/s$/, "");
  const [, ofNames] = ARE_UNIQUE.exec(text) ?? [];
  const [, noun] = UNIQUE_NOUN.exec(text) ?? [];
  return ALONE.test(text) || isOwn(ofNames) || isOwn(noun);
}

const ID = /^(?:id|uuid|guid)s?$/;
/** Of several properties none is unique by itself. */
const TOGETHER = /\b(?:combination|together|pair)\b/i;
const ALONE = /(?:^|[.;,:(]\s*|\bit is )(?:globally )?unique(?=\s*(?:[.;,:)]|$|(?:among|across|per|within) ))/i;
const ARE_UNIQUE = /\b(\w+) (?:is|are) (?:globally )?unique\b/i;
/** "The unique part number of": two words before the noun at most. */
const UNIQUE_NOUN =
  /(?<!\b(?:not|non|no)[ -](?:an? )?)\bunique (?:\w+ ){0,2}?(\w+)(?: address)?(?=\s*(?:[.;,:()]|$|(?:of|for|to|that|which|among|across|per|within|in|used|by|and|or|with|on) ))/i;
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

function taken({ name }: Resource, property: string, value: string): Problem {
  const message = `${name} already has a record with this value, ${JSON.stringify(value)}`;
  return {
    status: 409,
    code: "duplicate-value",
    message: "Already exists",
    details: [{ in: "body", path: `/${property}`, message }],
  };
}
