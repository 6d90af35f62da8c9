import type { JsonSchema } from "../schema/schema.js";
import { foldName } from "./fold-name.js";
import { nameWords } from "./name-words.js";
import type { RecordPlace } from "./resource.js";
import { sameNoun } from "./same-noun.js";
import type { SchemaFacts, SchemaReader } from "./schema-reader.js";

/** What is known about an id before its property is found. */
export interface IdClues {
  /** The item path's parameter; `undefined` without an item path. */
  readonly parameter: string | undefined;
  readonly parameterSchema: JsonSchema | undefined;
  /** The last word of the collection path, folded: `users`. */
  readonly noun: string;
}

/** Where in a record the id of the item path stands; `undefined` when the record does not hold it. */
export function findIdProperty(reader: SchemaReader, record: JsonSchema, clues: IdClues): RecordPlace | undefined {
  return findOther(reader, record, clues) ?? findOwnId(reader, record, clues);
}

/** As `findIdProperty`, but only what stands in the record itself: an object that it holds is another record. */
export function findOwnId(reader: SchemaReader, record: JsonSchema, clues: IdClues): RecordPlace | undefined {
  const direct = findIn(reader, record, clues);
  if (direct !== undefined) return [direct];
  for (const [name, schema] of reader.facts(record).properties) {
    if (!NESTED.has(foldName(name))) continue;
    const inner = findIn(reader, schema, clues);
    if (inner !== undefined) return [name, inner];
  }
  return undefined;
}

/**
 * A parameter that names something else than the collection's own noun, as `{user_id}` of `/memberships`: the record's
 * own `user_id`, or the id of its `user`, or the one `user_id` in an object that it holds.
 */
function findOther(reader: SchemaReader, record: JsonSchema, { parameter, noun }: IdClues): RecordPlace | undefined {
  if (parameter === undefined) return undefined;
  const words = nameWords(parameter);
  const other = words.slice(0, -1).join("");
  if (words.length < 2 || !ID_WORDS.has(words.at(-1) ?? "") || isNamedIn(words.slice(0, -1), noun)) return undefined;
  const { properties } = reader.facts(record);
  if ([...properties.keys()].some((name) => foldName(name) === foldName(parameter))) return undefined;
  const places: RecordPlace[] = [];
  for (const [name, schema] of properties) {
    const { types, properties: inner } = reader.facts(schema);
    if (types.has("array")) continue;
    for (const [innerName, innerSchema] of inner) {
      if (!canBeId(reader.facts(innerSchema))) continue;
      if (foldName(name) === other && foldName(innerName) === words.at(-1)) return [name, innerName];
      if (foldName(innerName) === foldName(parameter)) places.push([name, innerName]);
    }
  }
  const [only, ...others] = places;
  return others.length === 0 ? only : undefined;
}

/** `subscription` of `subscription_exposed_id` below `/subscriptions`. */
function isNamedIn(words: readonly string[], noun: string): boolean {
  return words.some((_, index) =>
    words.slice(index).some((__, count) => sameNoun(words.slice(index, index + count + 1).join(""), noun)),
  );
}

function findIn(reader: SchemaReader, json: JsonSchema, clues: IdClues): string | undefined {
  const record = reader.facts(json);
  const properties = new Map<string, string>();
  for (const [name, schema] of record.properties) {
    const folded = foldName(name);
    if (!properties.has(folded) && canBeId(reader.facts(schema))) properties.set(folded, name);
  }
  const fits = (name: string | undefined): name is string =>
    name !== undefined && typeFits(reader, record, name, clues);
  for (const { folded, mustFit } of candidates(clues, properties, lastWordOfName(reader, record))) {
    const name = properties.get(folded);
    if (name !== undefined && (!mustFit || fits(name))) return name;
  }
  return onlyEndingWith(foldName(clues.parameter ?? ""), properties);
}

/** `event_exception_id` for `{exception_id}`. */
function onlyEndingWith(parameter: string, properties: ReadonlyMap<string, string>): string | undefined {
  if (parameter.length < 5) return undefined;
  const [only, ...others] = [...properties].filter(([folded]) => folded.endsWith(parameter));
  return others.length === 0 ? only?.[1] : undefined;
}

/** Property names to try, folded, best first. */
function candidates(
  { parameter, noun }: IdClues,
  present: ReadonlyMap<string, string>,
  schemaNoun: string,
): { readonly folded: string; readonly mustFit: boolean }[] {
  const usual = USUAL.map((folded) => ({ folded, mustFit: true }));
  if (parameter === undefined) return [{ folded: "id", mustFit: false }, ...usual];
  const folded = foldName(parameter);
  const words = nameWords(parameter);
  const last = words.at(-1) ?? "";
  const rest = restOfName(words, noun);
  // A record with both `id` and, below `/companies`, `company_id` has the latter from somewhere else (Intercom).
  const isOwnId = rest === "id" && present.has("id") && sameNoun(words.slice(0, -1).join(""), noun);
  const exact = (isOwnId ? [rest, folded] : [folded, rest])
    .filter((name) => name !== "")
    .map((name, index) => ({ folded: name, mustFit: isOwnId && index === 0 }));
  // `/users/{username}` over records with `login` and a number as `id`.
  const natural = NATURAL_KEYS.find((group) => group.includes(rest) || group.includes(last) || group.includes(folded));
  const synonyms = (natural ?? []).map((name) => ({ folded: name, mustFit: true }));
  return [
    ...exact,
    ...synonyms,
    { folded: "id", mustFit: natural !== undefined || !isIdLike(words, noun) },
    ...[...nounForms(noun), schemaNoun]
      .filter((form) => form !== "")
      .flatMap((form) => [
        { folded: `${form}${folded}`, mustFit: false },
        { folded: `${form}${last}`, mustFit: false },
        { folded: `${form}id`, mustFit: true },
        { folded: form, mustFit: true },
      ]),
    ...usual,
    { folded: "id", mustFit: false },
  ];
}

/** `petId` below `/pets` is `id`, `ConversationSid` is `sid`; of other names the usual last word is left. */
function restOfName(words: readonly string[], noun: string): string {
  for (let count = words.length - 1; count > 0; count -= 1) {
    if (sameNoun(words.slice(0, count).join(""), noun)) return words.slice(count).join("");
  }
  const last = words.at(-1) ?? "";
  if (words.length > 1) return LAST_WORDS.has(last) ? last : "";
  // `petid`, written as one word.
  const form = nounForms(noun).find((prefix) => last.startsWith(prefix) && LAST_WORDS.has(last.slice(prefix.length)));
  return form === undefined ? "" : last.slice(form.length);
}

/** Does the name promise an id, as `petId`, `id` or the resource's own name does, and not, say, a user name? */
function isIdLike(words: readonly string[], noun: string): boolean {
  return ID_WORDS.has(words.at(-1) ?? "") || sameNoun(words.join(""), noun) || words.join("").endsWith("id");
}

/** `client` of a schema named `oAuth2Client`. */
function lastWordOfName({ schemas }: SchemaReader, { json }: SchemaFacts): string {
  return nameWords(schemas.schemaOf(json).name ?? "").at(-1) ?? "";
}

/** The noun itself and what it may be the plural of. */
function nounForms(noun: string): string[] {
  const singular = [noun.replace(/ies$/, "y"), noun.replace(/es$/, ""), noun.replace(/s$/, "")];
  return [...new Set([...singular.filter((form) => sameNoun(form, noun)), noun])].filter((form) => form !== "");
}

function canBeId({ types, properties }: SchemaFacts): boolean {
  if (types.size === 0) return properties.size === 0;
  return types.has("string") || types.has("integer") || types.has("number");
}

function typeFits(reader: SchemaReader, record: SchemaFacts, name: string, { parameterSchema }: IdClues): boolean {
  const schema = record.properties.get(name);
  if (schema === undefined || parameterSchema === undefined) return true;
  const property = reader.facts(schema);
  const parameter = reader.facts(parameterSchema);
  if (property.types.size === 0 || parameter.types.size === 0) return true;
  if (property.format === "uuid" || parameter.format === "uuid") return property.format === parameter.format;
  return [...parameter.types].some(
    (type) => property.types.has(type) || (type === "number" && property.types.has("integer")),
  );
}

const ID_WORDS = new Set(["id", "ids", "uuid", "guid", "uid", "sid", "gid", "oid", "pk", "identifier"]);
const LAST_WORDS = new Set([
  ...ID_WORDS,
  ...[
    "key",
    "slug",
    "name",
    "number",
    "code",
    "token",
    "hash",
    "handle",
    "sku",
    "email",
    "login",
    "username",
    "tag",
    "ref",
  ],
]);
/** Names of one and the same thing, best first. */
const NATURAL_KEYS: readonly (readonly string[])[] = [
  ["username", "login", "handle", "userlogin", "name"],
  ["name", "fullname", "displayname", "title", "slug", "key"],
  ["slug", "key", "handle", "name", "code"],
  ["email", "emailaddress", "mail", "address"],
  ["number", "no", "num"],
  ["code", "isocode", "key", "iso"],
];
const USUAL = ["id", "uuid", "guid", "uid", "_id", "gid", "sid", "key", "slug", "name", "code", "number", "identifier"];
/** Objects inside a record in which an API may keep what identifies it: Kubernetes `metadata.name`, Contentful `sys.id`. */
const NESTED = new Set(["metadata", "meta", "sys", "identity", "identifier", "key", "header"]);
