import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { SchemaFacts, SchemaReader } from "../shapes/schema-reader.js";
import { canBeId, typeFits } from "./id-types.js";
import { aroundNoun, ID_WORDS, idWords, isIdLike, isNamedIn, NATURAL_KEYS, restOfName } from "./id-words.js";

/** Facts about an id before its property is found. */
export interface IdClues {
  /**
   * The item path's parameter without alternatives: `pageId` for `{pageIdOrSlug}`. `undefined` without an item path.
   */
  readonly parameter: string | undefined;
  readonly parameterSchema: JsonSchema | undefined;
  /** The description of the parameter. */
  readonly description?: string | undefined;
  /** The last word of the collection path, folded: `users`. */
  readonly noun: string;
}

/** The place of the item path's id in a record. `undefined` if the record does not contain it. */
export function findIdProperty(reader: SchemaReader, record: JsonSchema, clues: IdClues): RecordPlace | undefined {
  const other = findOther(reader, record, clues);
  if (other) return other;
  const own = findOwnId(reader, record, clues);
  return own?.length === 1 ? own : (findInNoun(reader, record, clues) ?? own);
}

/**
 * The id in an object that has the name of the noun or the parameter. It is preferred to an id in an object with a
 * general name: `member.slug` to `identity.name`, for `/members/{member_slug}`.
 */
function findInNoun(reader: SchemaReader, record: JsonSchema, clues: IdClues): RecordPlace | undefined {
  for (const [name, schema] of reader.facts(record).properties) {
    const isCalled = `${foldName(name)}id` === foldName(clues.parameter ?? "");
    const named = isCalled || sameNoun(foldName(name), clues.noun) ? findNamedId(reader, schema, clues) : undefined;
    if (named !== undefined) return [name, ...named];
  }
  return undefined;
}

/**
 * The property with the parameter's name, with or without the noun: `uid` for `{environment_uid}` of `/environments`.
 */
export function findNamedId(
  reader: SchemaReader,
  record: JsonSchema,
  { parameter, noun }: IdClues,
): RecordPlace | undefined {
  if (parameter === undefined) return undefined;
  const { properties, byFoldedName } = reader.facts(record);
  const words = idWords(parameter);
  for (const folded of [foldName(parameter), restOfName(words, noun), aroundNoun(words, noun)]) {
    const name = byFoldedName.get(folded);
    const schema = name === undefined ? undefined : properties.get(name);
    if (name !== undefined && schema !== undefined && canBeId(reader.facts(schema))) return [name];
  }
  return undefined;
}

/** Like `findIdProperty`, but ignores objects in the record that are other records. */
export function findOwnId(reader: SchemaReader, record: JsonSchema, clues: IdClues): RecordPlace | undefined {
  const direct = findIn(reader, record, clues);
  if (direct !== undefined) return [direct];
  for (const [name, schema] of reader.facts(record).properties) {
    // `{ key: { id } }` of `/keys` is a record in an envelope.
    if (!NESTED.has(foldName(name)) || sameNoun(foldName(name), clues.noun)) continue;
    const inner = findIn(reader, schema, clues);
    if (inner !== undefined) return [name, inner];
  }
  return undefined;
}

/**
 * The id for a parameter with another noun than the collection's, such as `{user_id}` of `/memberships`: the id of the
 * record's `user`, or the only `user_id` in an object of the record. `undefined` if the record has a `user_id` itself,
 * since other rules find that.
 */
function findOther(reader: SchemaReader, record: JsonSchema, { parameter, noun }: IdClues): RecordPlace | undefined {
  if (parameter === undefined) return undefined;
  const words = idWords(parameter);
  const other = words.slice(0, -1).join("");
  if (words.length < 2 || !ID_WORDS.has(words.at(-1) ?? "") || isNamedIn(words.slice(0, -1), noun)) return undefined;
  const { properties } = reader.facts(record);
  if (reader.facts(record).byFoldedName.has(foldName(parameter))) return undefined;
  const places: RecordPlace[] = [];
  for (const [name, schema] of properties) {
    const { types, properties: inner } = reader.facts(schema);
    if (types.has("array")) continue;
    for (const [innerName, innerSchema] of inner) {
      if (!canBeId(reader.facts(innerSchema))) continue;
      const isId = foldName(innerName) === words.at(-1) || (words.at(-1) === "pk" && foldName(innerName) === "id");
      if (foldName(name) === other && isId) return [name, innerName];
      if (foldName(innerName) === foldName(parameter)) places.push([name, innerName]);
    }
  }
  const [only, ...others] = places;
  return others.length === 0 ? only : undefined;
}

function findIn(reader: SchemaReader, json: JsonSchema, clues: IdClues): string | undefined {
  const record = reader.facts(json);
  if (record.properties.size === 0) return undefined;
  const pick = (folded: string, mustFit: boolean): string | undefined => {
    const name = record.byFoldedName.get(folded);
    const schema = name === undefined ? undefined : record.properties.get(name);
    if (schema === undefined || !canBeId(reader.facts(schema))) return undefined;
    return !mustFit || typeFits(reader, schema, clues) ? name : undefined;
  };
  const pickFirst = (names: readonly string[], mustFit: boolean): string | undefined => {
    for (const folded of names) {
      const name = pick(folded, mustFit);
      if (name !== undefined) return name;
    }
    return undefined;
  };
  const { parameter, noun } = clues;
  if (parameter === undefined)
    return (
      pick("id", false) ??
      // `groupId` for groups, which have no item path.
      pickFirst(
        nounForms(noun).map((form) => `${form}id`),
        true,
      ) ??
      pickFirst(USUAL_IDS, true)
    );
  const folded = foldName(parameter);
  const words = idWords(parameter);
  const last = words.at(-1) ?? "";
  const rest = restOfName(words, noun);
  // If records of `/companies` have both an `id` and a `company_id`, the `company_id` comes from another system
  // (Intercom).
  const isOwnId = rest === "id" && sameNoun(words.slice(0, -1).join(""), noun);
  // "Unique identifier of a comment": the record's `comment` is the text, not the `{comment}` of the path.
  const isSaidId = sameNoun(folded, noun) && /\bid(?:entifier)?\b/i.test(clues.description ?? "");
  const exact =
    (isOwnId || isSaidId ? pick("id", true) : undefined) ?? pickFirst([folded, rest, aroundNoun(words, noun)], false);
  if (exact !== undefined) return exact;
  // `plan_code` for `/plans/{code}`, before the usual names.
  const own = ID_WORDS.has(last) ? undefined : namedAfterNoun(reader, record, noun, last, "endsWith");
  if (own !== undefined) return own;
  const path = /.path$/.test(folded) ? pick("path", true) : undefined;
  if (path !== undefined) return path;
  // For `/users/{username}` if records have a `login`, and a number as `id`. `{key}` of `/keys` is the noun itself, not
  // a natural key.
  const natural = sameNoun(folded, noun)
    ? undefined
    : NATURAL_KEYS.find((group) => group.includes(rest) || group.includes(last) || group.includes(folded));
  const known =
    pickFirst(natural ?? [], true) ??
    (pick("id", true) === undefined ? pickFirst(saidNames(clues), true) : undefined) ??
    pick("id", natural !== undefined || !isIdLike(words, noun));
  if (known !== undefined) return known;
  const forms = nounForms(noun);
  // The `account_id` in a schema `CarrierAccount` belongs to another resource if the record also has an `object_id`.
  const isGeneral = ID_WORDS.has(last) && pickFirst([...GENERAL_IDS], true) !== undefined;
  for (const form of [...forms, isGeneral ? "" : lastWordOfName(reader, record)]) {
    if (form === "") continue;
    const bare = forms.includes(form) ? [form] : [];
    const own =
      pickFirst([form + folded, form + last], false) ??
      pickFirst([...USUAL_IDS.map((usual) => form + usual), ...bare], true);
    if (own !== undefined) return own;
  }
  const told = pickFirst(USUAL_IDS, true) ?? onlyOfNoun(reader, record, words, noun);
  if (told !== undefined) return told;
  // `{segment_id}` is not a name, even if the record has no id. `{tag_id}` is one if its description says so
  // (DigitalOcean).
  const usualNames = (): readonly string[] => {
    if (!ID_WORDS.has(last)) return USUAL_NAMES;
    const words = nameWords(clues.description ?? "");
    return USUAL_NAMES.filter((name) => words.includes(name));
  };
  return (
    (isShortCode(reader, clues) ? pickFirst(CODES, true) : undefined) ??
    pickFirst(usualNames(), true) ??
    pick("id", false) ??
    pick(last, false) ??
    onlyEndingWith(folded, reader, record) ??
    (last === "name" ? (namedAfterNoun(reader, record, noun, last, "startsWith") ?? pick("title", true)) : undefined) ??
    onlyOfFormat(reader, record, clues) ??
    onlyOfValues(reader, record, clues) ??
    onlyDescribedAs(reader, record, clues) ??
    onlyMentioned(reader, record, clues)
  );
}

/**
 * Property names from a parameter's description: `name` from "Name of the organization". Used for a text parameter such
 * as `{org}` if the `id` is a number.
 */
function saidNames({ description = "" }: IdClues): readonly string[] {
  const words = nameWords(description);
  const said = words.some((word) => ID_WORDS.has(word)) ? [] : USUAL_NAMES.filter((name) => words.includes(name));
  return [...said, ...said.flatMap((name) => NATURAL_KEYS.find((group) => group.includes(name)) ?? [])];
}

/** True for codes of at most three letters, such as those of countries and currencies. */
function isShortCode(reader: SchemaReader, { parameterSchema }: IdClues): boolean {
  const json = parameterSchema === undefined ? undefined : reader.facts(parameterSchema).json;
  return typeof json === "object" && (json.maxLength ?? Number.POSITIVE_INFINITY) <= 3;
}

/**
 * The only id property that contains the noun, `accountHoldingId` for `/holdings/{id}`, or one with a general name,
 * such as `entity_id`.
 */
function onlyOfNoun(
  reader: SchemaReader,
  record: SchemaFacts,
  words: readonly string[],
  noun: string,
): string | undefined {
  if (!ID_WORDS.has(words.at(-1) ?? "")) return undefined;
  // `group_id` and `user_id` in `/group_users` are ids of other records.
  const isAbout = (owner: string): boolean =>
    owner.length >= MIN_OWNER && nounForms(noun).some((form) => form.includes(owner) || owner.endsWith(form));
  const ids = [...record.byFoldedName].filter(
    ([folded, name]) =>
      folded.endsWith("id") &&
      !SOMEBODY_ELSES.test(folded) &&
      canBeId(reader.facts(record.properties.get(name) ?? true)),
  );
  const general = ids.find(([folded]) => GENERAL_IDS.has(folded));
  if (general) return general[1];
  const [only, ...others] = ids.filter(([folded]) => isAbout(folded.slice(0, -"id".length)));
  const owner = only?.[0].slice(0, -"id".length) ?? "";
  const isLast = nounForms(noun).some((form) => form.endsWith(owner) || owner.endsWith(form));
  return only && others.length === 0 && isLast ? only[1] : undefined;
}

/**
 * The only property that the parameter's description mentions: GitHub's `sha` for `{ref}`, "can be a commit SHA",
 * `SubscriptionID`, "Subscription id", `TransactionID` of a bill, "Bill transaction ID number", or `user_id`, "ID of
 * the following user".
 */
function onlyMentioned(reader: SchemaReader, record: SchemaFacts, clues: IdClues): string | undefined {
  const { description, noun } = clues;
  if (!description) return undefined;
  const said = nameWords(description);
  const subject = said.filter((word, index) => index > 1 || !ARTICLES.has(word));
  const start = [2, 1].find((count) => sameNoun(subject.slice(0, count).join(""), noun)) ?? 0;
  const runs = [0, start].flatMap((from) => [2, 3].map((count) => subject.slice(from, from + count).join("")));
  const of = said.findIndex((word, index) => word === "of" && ID_WORDS.has(said[index - 1] ?? ""));
  const owners = of < 0 ? [] : said.slice(of).map((word) => `${word}id`);
  const words = new Set([...said, ...runs, ...owners]);
  const [only, ...others] = [...record.properties].filter(
    ([name, schema]) =>
      words.has(foldName(name)) &&
      !COMMON_WORDS.has(foldName(name)) &&
      canBeId(reader.facts(schema)) &&
      typeFits(reader, schema, clues),
  );
  return others.length === 0 ? only?.[0] : undefined;
}

/**
 * The only property whose description is the parameter's name: Cloudflare's `tag`, "Destination address identifier",
 * for `{destination_address_identifier}`.
 */
function onlyDescribedAs(reader: SchemaReader, record: SchemaFacts, { parameter }: IdClues): string | undefined {
  const words = nameWords(parameter ?? "");
  if (parameter === undefined || words.length < 2) return undefined;
  const [only, ...others] = [...record.properties].filter(([, schema]) => {
    const { json } = reader.facts(schema);
    return (
      typeof json === "object" &&
      typeof json.description === "string" &&
      foldName(json.description).endsWith(foldName(parameter)) &&
      nameWords(json.description).length <= words.length + 1
    );
  });
  return others.length === 0 ? only?.[0] : undefined;
}

/**
 * The only property with the parameter's format: `ip` for an IPv6 address. A `workflowId` is another record's id if
 * there is a `metadata.id`.
 */
function onlyOfFormat(reader: SchemaReader, record: SchemaFacts, { parameterSchema }: IdClues): string | undefined {
  const format = parameterSchema === undefined ? undefined : reader.facts(parameterSchema).format;
  if (format === undefined || !TELLING_FORMATS.has(format)) return undefined;
  const [only, ...others] = [...record.properties].filter(([, schema]) => reader.facts(schema).format === format);
  if (only === undefined || others.length > 0) return undefined;
  const hasInnerId = [...record.properties].some(
    ([name, schema]) => NESTED.has(foldName(name)) && reader.facts(schema).properties.has("id"),
  );
  return hasInnerId && ID_WORDS.has(nameWords(only[0]).at(-1) ?? "") ? undefined : only[0];
}

/** The only property with the values of the parameter: `type` for `{rule}`, both `VALIDITY` or `COMPATIBILITY`. */
function onlyOfValues(reader: SchemaReader, record: SchemaFacts, { parameterSchema }: IdClues): string | undefined {
  const values = valuesOf(reader, parameterSchema);
  if (values === undefined) return undefined;
  const [only, ...others] = [...record.properties].filter(([, schema]) => valuesOf(reader, schema) === values);
  return others.length === 0 ? only?.[0] : undefined;
}

/** The values of an `enum` as one text, sorted. `undefined` without an `enum`. */
function valuesOf(reader: SchemaReader, schema: JsonSchema | undefined): string | undefined {
  const json = schema === undefined ? undefined : reader.facts(schema).json;
  return typeof json === "object" && json.enum ? JSON.stringify([...json.enum].map(String).sort()) : undefined;
}

/**
 * The only property that ends in the parameter's name, or the other way round: `event_exception_id` for
 * `{exception_id}`, `sink_id` for `{logsink_id}`.
 */
function onlyEndingWith(parameter: string, reader: SchemaReader, record: SchemaFacts): string | undefined {
  if (parameter.length < 5) return undefined;
  const [only, ...others] = [...record.byFoldedName].filter(
    ([folded, name]) =>
      canBeId(reader.facts(record.properties.get(name) ?? true)) &&
      ((folded.endsWith(parameter) && !SOMEBODY_ELSES.test(folded)) ||
        (folded.length > 4 && folded.endsWith("id") && parameter.endsWith(folded))),
  );
  return others.length === 0 ? only?.[1] : undefined;
}

/**
 * The only property that consists of a part of the noun and the word: `branch_name` for `/branch_protections/{name}`,
 * `recipient_code` for `/transferrecipients/{code}`.
 */
function namedAfterNoun(
  reader: SchemaReader,
  record: SchemaFacts,
  noun: string,
  word: string,
  place: "startsWith" | "endsWith",
): string | undefined {
  const [only, ...others] = [...record.byFoldedName].filter(([folded, name]) => {
    const owner = folded.endsWith(word) ? folded.slice(0, -word.length) : "";
    const isAbout = owner.length >= MIN_OWNER && nounForms(noun).some((form) => form[place](owner));
    return isAbout && canBeId(reader.facts(record.properties.get(name) ?? true));
  });
  return others.length === 0 ? only?.[1] : undefined;
}

/** The last word of a schema's name: `client` for `oAuth2Client`. */
function lastWordOfName({ schemas }: SchemaReader, { json }: SchemaFacts): string {
  return nameWords(schemas.schemaOf(json).name ?? "").at(-1) ?? "";
}

/** Property names that are also common words in descriptions. */
const COMMON_WORDS = new Set([
  ...["name", "type", "url", "state", "status", "description", "version", "date", "time", "value", "size", "role"],
  ...["message", "title", "content", "data", "path", "format", "object", "source", "target", "user", "account", "in"],
]);
/** Words before the subject of a description. */
const ARTICLES = new Set(["the", "a", "an", "unique"]);
const TELLING_FORMATS = new Set(["uuid", "ipv4", "ipv6", "email", "hostname"]);
const SOMEBODY_ELSES = /^(?:external|parent|prev|previous|next|source|original|target|related|default)/;
const GENERAL_IDS = new Set(["entityid", "objectid", "resourceid", "recordid"]);
/** The end of a longer word may equal a shorter word by chance. */
const MIN_OWNER = 4;
const USUAL_IDS = ["id", "pk", "uuid", "guid", "uid", "gid", "sid", "identifier", "publicid"];
const CODES = ["code", "isocode", "iso", "iso2", "iso3", "alpha2", "alpha3", "abbreviation", "symbol"];
const USUAL_NAMES = ["login", "username", "slug", "key", "name", "code", "number"];
/** Objects in which some APIs keep a record's id: Kubernetes' `metadata.name`, Contentful's `sys.id`. */
const NESTED = new Set(["metadata", "meta", "sys", "identity", "identifier", "key", "header"]);
