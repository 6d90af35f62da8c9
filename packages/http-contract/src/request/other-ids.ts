import {
  foldName,
  type JsonSchema,
  keywordsOf,
  nameWords,
  nounForms,
  type Operation,
  objectProperties,
  type Parameter,
  pathNoun,
  type RecordPlace,
  type Resource,
  requiredNames,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import { selectSuccess } from "../response/select-response.js";
import { coerceValue } from "../wire/text-values.js";
import { writtenProperties } from "./written-properties.js";

/**
 * Finds the properties other than the id that a path may use to identify a record. They are:
 * - the property with the parameter's name (`uid` for `{uid}`), also the name that another path gives the same
 * parameter
 * - alternatives in the parameter's name (`{id_or_slug}`) or description ("The ID or name of the image", "The name of
 * the domain"); for "ID or UID", a unique identifier that the client sends
 * - the property with the parameter's example
 * - the name that a client sends, if the answer to a create does not contain the id
 * - the name of the record, if the parameter is its noun (`/domains/{domain}`)
 * - a property that bodies may have in place of the id
 */
export function otherIds(schemas: SchemaRegistry, sharers: readonly Resource[], parameter: string): OtherIds {
  const { declared, example, text } = declaredParameter(schemas, sharers, parameter);
  const spellings = new Set([parameter, ...sharers.flatMap(({ id }) => id.otherParameters)].map(foldName));
  const isAlternative = alternatives(parameter, text);
  const told = toldName(declared?.description ?? "");
  const instead = sentInstead(schemas, sharers, parameter);
  const [owner] = sharers;
  const names = new Set<string>();
  const nouns = owner ? nounForms(foldName(pathNoun(owner.collectionPath))) : [];
  // `attributes.slug` of a product, for `{product_slug}`.
  const isCalled = (name: string): boolean => ["", ...nouns].some((noun) => spellings.has(noun + foldName(name)));
  const held = sharers.flatMap(({ schema }) =>
    innerPlaces(schemas, schema.json, (name) => isAlternative(name) || isCalled(name)),
  );
  for (const { schema, id } of sharers) {
    // Resources that share their records may go by different properties.
    const own = id.parameter === parameter && id.property?.length === 1 ? id.property[0] : undefined;
    for (const { name, writeOnly, schema: property } of objectProperties(schemas, schema.json).values()) {
      // A secret must not identify a record, since the answers would show which secret is right.
      if (writeOnly) continue;
      const isNamed =
        spellings.has(foldName(name)) || isAlternative(name) || told === foldName(name) || instead.has(name);
      if (name === own || isNamed || (example !== undefined && exampleOf(schemas, property) === example))
        names.add(name);
    }
  }
  // Records that do not contain their id can only be requested by another property.
  if (owner?.id.property === undefined) for (const name of usualIds(schemas, sharers)) names.add(name);
  for (const name of owner ? [...sentNames(schemas, owner), ...nounNames(schemas, owner, parameter)] : [])
    names.add(name);
  const [key, ...inner] = owner?.id.property ?? [];
  if (key !== undefined && inner.length === 0) names.delete(key);
  if (names.size === 0 && isAlternative("uid")) for (const name of ownIdentifiers(schemas, sharers)) names.add(name);
  const validator = declared && schemas.validator(declared.schema, "request");
  return {
    names: [...names],
    places: names.size > 0 ? [...names].map((name) => [name]) : held,
    textOf: prefixReader(text),
    isAny: names.size > 0 || held.length > 0 || [...SELF].some((word) => saysSelf(declared, text, word)),
    isSelf: (word) => SELF.has(word) && saysSelf(declared, text, word),
    accepts: (text) =>
      instead.size > 0 || !validator || validator.isValid(coerceValue(schemas, declared.schema.json, text)),
  };
}

export interface OtherIds {
  /** True if there is another property. */
  readonly isAny: boolean;
  /** True for a word that means the caller, such as `me`, if the description mentions it. */
  isSelf(text: string): boolean;
  readonly names: readonly string[];
  /** The names. If there are none, places in a nested object with the record's fields: `profile.login`. */
  readonly places: readonly RecordPlace[];
  /** The property's value in a path text. The description may ask for a prefix: `code-gold` means `gold`. */
  textOf(name: string, text: string): string;
  /** True if the parameter's schema allows the text. */
  accepts(text: string): boolean;
}

/** The example of a text, if it is specific enough and not just a single word. */
function exampleOf(schemas: SchemaRegistry, schema: JsonSchema): string | undefined {
  const [example] = keywordsOf(schemas, schema).examples ?? [];
  return typeof example === "string" && /[a-z\d][^a-z\d]+[a-z\d]/i.test(example) ? example : undefined;
}

function innerPlaces(
  schemas: SchemaRegistry,
  json: JsonSchema,
  isAlternative: (property: string) => boolean,
): readonly RecordPlace[] {
  return [...objectProperties(schemas, json).values()]
    .filter(({ name }) => HOLDERS.has(foldName(name)))
    .flatMap(({ name: holder, schema }) =>
      [...objectProperties(schemas, schema).values()]
        .filter(
          (one) => !one.writeOnly && isAlternative(one.name) && schemaShape(schemas, one.schema).types.has("string"),
        )
        .map(({ name }) => [holder, name]),
    );
}

/** Nested objects that contain the fields of a record. */
const HOLDERS: ReadonlySet<string> = new Set(["profile", "attributes"]);

/** `name` of "The name of the domain." */
function toldName(description: string): string | undefined {
  const [, name] =
    /^(?:the |an? )?(?:unique |full )?(\w+) of (?:the|an?) \w+(?:[.,;]|$| to \w+)/i.exec(description) ?? [];
  return name !== undefined && GIVEN_NAMES.has(foldName(name)) ? foldName(name) : undefined;
}

const SELF: ReadonlySet<string> = new Set(["me", "@me", "self", "current"]);

function saysSelf(declared: Declared | undefined, text: string, word: string): boolean {
  const examples = declared?.examples.map(({ value }) => value) ?? [];
  return examples.includes(word) || ['"', "'", "`"].some((mark) => text.includes(`${mark}${word}${mark}`));
}

/**
 * The required name of a new record. Applies if the parameter has the record's noun as its name, and such records are
 * usually identified by name.
 */
function nounNames(schemas: SchemaRegistry, { collectionPath, roles }: Resource, parameter: string): readonly string[] {
  const folded = foldName(parameter);
  if (!NAMED_THINGS.has(folded) || !sameNoun(folded, foldName(pathNoun(collectionPath)))) return [];
  return writtenProperties(schemas, roles.create)
    .filter(({ name, required }) => required && GIVEN_NAMES.has(foldName(name)))
    .map(({ name }) => name);
}

const NAMED_THINGS: ReadonlySet<string> = new Set(
  "domain hostname host zone bucket branch tag namespace queue topic table".split(" "),
);

/** Properties that a client sends and that the description calls a unique identifier. */
function ownIdentifiers(schemas: SchemaRegistry, sharers: readonly Resource[]): readonly string[] {
  return sharers
    .flatMap(({ roles }) => writtenProperties(schemas, roles.create))
    .filter(({ schema }) => /\bunique identifier\b/i.test(keywordsOf(schemas, schema).description ?? ""))
    .map(({ name }) => name);
}

/** The required name of a new record. Applies if nothing in the answer to the create leads to the record. */
function sentNames(schemas: SchemaRegistry, resource: Resource): readonly string[] {
  const { create, replace } = resource.roles;
  const success = create && selectSuccess(create).response;
  if (!success || replace || success.headers.some(({ name }) => name.toLowerCase() === "location")) return [];
  const own = objectProperties(schemas, resource.schema.json);
  const tellsNothing = success.content.every(
    ({ schema }) => schema && objectProperties(schemas, schema.json).size === 0 && !isOpen(schemas, schema.json),
  );
  if (!tellsNothing) return [];
  return writtenProperties(schemas, create)
    .filter(({ name, required }) => required && GIVEN_NAMES.has(foldName(name)) && own.get(name)?.writeOnly === false)
    .map(({ name }) => name);
}

/** True if the schema allows any value, so also the record. */
function isOpen(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return !schemaShape(schemas, json).types.has("object");
}

function usualIds(schemas: SchemaRegistry, [owner]: readonly Resource[]): readonly string[] {
  const present = owner === undefined ? [] : [...objectProperties(schemas, owner.schema.json).values()];
  return USUAL_IDS.flatMap((usual) =>
    present.filter(({ name, writeOnly }) => !writeOnly && foldName(name) === usual).map(({ name }) => name),
  );
}

const USUAL_IDS = [
  "id",
  "uuid",
  "guid",
  "uid",
  "gid",
  "sid",
  "identifier",
  "key",
  "slug",
  "login",
  "username",
  "name",
  "code",
];

type Declared = Pick<Parameter, "description" | "schema" | "examples">;

/** The parameter, or the property of bodies that name a record, and the text about it in all operations that have it. */
function declaredParameter(schemas: SchemaRegistry, sharers: readonly Resource[], name: string) {
  const found = sharers
    .flatMap(({ roles }) => Object.values(roles))
    .flatMap((operation) => {
      const inPath = operation.parameters.find((one) => one.in === "path" && one.name === name);
      const own: Declared | undefined = inPath ?? sentKey(schemas, operation, name);
      return own ? [{ own, text: `${own.description ?? ""}. ${operation.summary ?? ""}. ` }] : [];
    });
  const examples = found.flatMap(({ own }) => exampleOf(schemas, own.schema.json) ?? []);
  return { declared: found[0]?.own, example: examples[0], text: found.map(({ text }) => text).join("") };
}

/** For example, the property `identity` in the body of `POST /identities.get`. */
function sentKey(schemas: SchemaRegistry, operation: Operation, parameter: string): Declared | undefined {
  if (!findsBySent(operation, parameter)) return undefined;
  const [property] = (operation.requestBody?.content ?? []).flatMap(
    ({ schema }) => (schema && objectProperties(schemas, schema.json).get(parameter)) ?? [],
  );
  if (!property) return undefined;
  const own = typeof property.schema === "object" ? property.schema.description : undefined;
  const description = own ?? keywordsOf(schemas, property.schema).description;
  return { description, schema: schemas.schemaOf(property.schema), examples: [] };
}

/** For example, `key` in `POST /spaces/get`, whose body is either `{ space_id }` or `{ key }`. */
function sentInstead(schemas: SchemaRegistry, sharers: readonly Resource[], parameter: string): ReadonlySet<string> {
  const naming = sharers.flatMap(({ roles }) => Object.values(roles)).filter((one) => findsBySent(one, parameter));
  const bodies = naming.flatMap(({ requestBody }) =>
    (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []),
  );
  const branches = bodies.flatMap(({ json }) => {
    const { oneOf = [], anyOf = [] } = keywordsOf(schemas, json);
    return [...oneOf, ...anyOf].map((branch) => [...requiredNames(schemas, branch)]);
  });
  return new Set(branches.flatMap(([name, ...others]) => (name !== undefined && others.length === 0 ? name : [])));
}

function findsBySent({ role }: Operation, parameter: string): boolean {
  return role.kind === "operation" && role.finds?.sent === parameter;
}

/** "For code use prefix `code-`", "`externalId` prefixed with `ext_`". */
function prefixReader(text: string): OtherIds["textOf"] {
  const found = PREFIXES.flatMap((expression) => [...text.matchAll(expression)]);
  const prefixes = new Map(found.map(([, name = "", prefix = ""]) => [foldName(name), prefix]));
  return (name, sent) => {
    const prefix = prefixes.get(foldName(name)) ?? "";
    return sent.startsWith(prefix) ? sent.slice(prefix.length) : sent;
  };
}

const PREFIXES = [
  /\bfor (\w{1,40}),? (?:use|add) (?:the )?prefix [`"']([\w.:-]{1,40})[`"']/gi,
  /[`"'](\w{1,40})[`"'] (?:is |are )?prefixed (?:with|by) [`"']([\w.:-]{1,40})[`"']/gi,
];

function alternatives(parameter: string, text: string): (property: string) => boolean {
  const named = nameWords(parameter).join(" ").split(" or ");
  const inName = named.length > 1 ? named.map((words) => words.replaceAll(" ", "")) : [];
  const sentences = text
    .split(/[.;\n](?:\s|$)/)
    .map((sentence) => nameWords(sentence))
    .filter((words) => ALTERNATIVES.some((word) => words.includes(word)) && words.some((word) => ID_WORDS.has(word)));
  const inText = new Set(
    sentences.flatMap((words) => words.flatMap((word, at) => [word, word + (words[at + 1] ?? "")])),
  );
  return (property) => {
    const folded = foldName(property);
    return inName.some((one) => one.endsWith(folded)) || inText.has(folded);
  };
}

/** "Identified by ID and, if not available, by name." */
const ALTERNATIVES = ["or", "available"];
const ID_WORDS: ReadonlySet<string> = new Set(["id", "ids", "uuid", "guid", "identifier", "key", "number"]);

/** Names of properties with a name that clients choose. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(["name", "slug", "key", "code", "handle", "username"]);
