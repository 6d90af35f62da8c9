import { itemSchemaOf, schemaAt, selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  isPlural,
  isTelling,
  type JsonSchema,
  nameWords,
  nounForms,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  type SingletonRole,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import { pathNoun } from "../model/path-words.js";
import { pickBy } from "../model/pick-by.js";
import { keywordsOf, propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";
import { propertyShapes, shapedBy } from "./body-shape.js";
import { withValueAt } from "./place-value.js";

/**
 * The properties of a record that the body of an operation declares, for every media type that it takes, under the names that the
 * record has for them.
 * @param place where they stand in the body, if not where the role says
 */
export function writtenProperties(
  schemas: SchemaRegistry,
  operation: Operation | undefined,
  record: JsonSchema | undefined = operation && "resource" in operation.role
    ? operation.role.resource.schema.json
    : undefined,
  place?: RecordPlace,
): readonly ObjectProperty[] {
  if (!operation) return [];
  const declared = declaredProperties(schemas, operation, place);
  const names = spellings(declared, objectProperties(schemas, record ?? true), operation);
  return names.size === 0
    ? declared
    : declared.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
}

function declaredProperties(
  schemas: SchemaRegistry,
  { role, requestBody }: Operation,
  place: RecordPlace = "body" in role ? role.body : [],
): readonly ObjectProperty[] {
  return sentSchemas(schemas, { role, requestBody }, place).flatMap((json) => propertiesOf(schemas, json));
}

/** The schemas of one record in the body of an operation, one of each media type. */
function sentSchemas(
  schemas: SchemaRegistry,
  { role, requestBody }: Pick<Operation, "role" | "requestBody">,
  place: RecordPlace = "body" in role ? role.body : [],
): readonly JsonSchema[] {
  return (requestBody?.content ?? []).flatMap(({ schema }) => {
    const whole = schema && schemaAt(schemas, schema, place);
    const written = whole && "many" in role && role.many ? (itemSchemaOf(schemas, whole) ?? whole) : whole;
    return written ? [written.json] : [];
  });
}

/** `PUT /bookmark?position=3`, without a body: the properties of the document that is read there. */
function queriedDocument(
  schemas: SchemaRegistry,
  { parameters, requestBody }: Operation,
  { part, operations }: SingletonRole,
): ReadonlyMap<string, ObjectProperty> {
  const reading = operations.find(({ method }) => method === "get");
  const schema = reading && selectSuccess(reading).response?.content.find((media) => media.schema)?.schema;
  if (requestBody || (part !== "replace" && part !== "update") || !schema) return new Map();
  const place = reading.role.kind === "singleton" ? (reading.role.reply ?? []) : [];
  const known = objectProperties(schemas, schemaAt(schemas, schema, place)?.json ?? true);
  const asked = parameters.flatMap(({ name, in: where }) => (where === "query" ? (known.get(name) ?? []) : []));
  return new Map(asked.map((property) => [property.name, property]));
}

/**
 * The properties of a record that query parameters of its create or update set, by the parameter's name: `POST /cards?name=…`. The body
 * of an update declares none of that name, and that of a create comes first. An action without a body is sent these properties, and
 * its lists.
 */
export function queriedProperties(schemas: SchemaRegistry, operation: Operation): ReadonlyMap<string, ObjectProperty> {
  const { role, parameters, requestBody } = operation;
  const isAction = role.kind === "action" && !requestBody;
  if (role.kind === "singleton") return queriedDocument(schemas, operation, role);
  if (!isAction && role.kind !== "create" && role.kind !== "update" && role.kind !== "replace") return new Map();
  if (!parameters.some(({ in: place }) => place === "query")) return new Map();
  const isCreate = role.kind === "create";
  const written = new Set(isCreate ? [] : writtenProperties(schemas, operation).map(({ name }) => foldName(name)));
  const known = new Map(propertiesOf(schemas, role.resource.schema.json).map((one) => [foldName(one.name), one]));
  return new Map(
    parameters.flatMap(({ name, in: place, schema, required }): [string, ObjectProperty][] => {
      const property =
        known.get(foldName(name)) ??
        (isAction ? known.get(ownName(name, role.resource)) : undefined) ??
        (isAction && schemaShape(schemas, schema.json).types.has("array")
          ? { name, schema: schema.json, required, readOnly: false, writeOnly: false }
          : undefined) ??
        (isCreate ? withNoun(known, name, role.resource) : undefined);
      const isSet = place === "query" && property !== undefined && !property.readOnly && !written.has(foldName(name));
      return isSet ? [[name, property]] : [];
    }),
  );
}

/** `name` for the `newFolderName` of an action on a folder. */
function ownName(parameter: string, { collectionPath }: Resource): string {
  const noun = foldName(pathNoun(collectionPath));
  const words = nameWords(parameter);
  return words.filter((word, index) => !sameNoun(word, noun) && (index > 0 || word !== "new")).join("");
}

/** `dataset_type` for the `type` of a new dataset. */
function withNoun<T>(known: ReadonlyMap<string, T>, parameter: string, { collectionPath }: Resource): T | undefined {
  const nouns = nounForms(foldName(pathNoun(collectionPath)));
  return nouns.map((noun) => known.get(noun + foldName(parameter))).find((one) => one !== undefined);
}

/** Gives the properties of an object other names; other values stay. */
export type Renaming = (value: unknown) => unknown;

/**
 * Returns what the body of an operation describes otherwise than `record` as `record` holds it: `FriendlyName` as `friendly_name`,
 * `workspace: "7"` as `workspace: { gid: "7" }`, `plan_code: "a"` as `plan: { code: "a" }`, and a whole body as `spec: {…}`.
 */
export function bodyRenaming(
  schemas: SchemaRegistry,
  operation: Operation,
  record: JsonSchema,
  place?: RecordPlace,
): Renaming {
  const declared = declaredProperties(schemas, operation, place);
  const known = objectProperties(schemas, record);
  const names = new Map([...spellings(declared, known, operation), ...listNames(schemas, declared, known)]);
  const bodies = sentSchemas(schemas, operation, place);
  const places = new Map([
    ...besideId(schemas, operation, declared, known),
    ...embeddedNames(schemas, declared, known, names),
    ...partNames(schemas, bodies, known),
  ]);
  const rename = nesting(places, new Set(known.keys()), renaming(names));
  const sent = declared.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
  const shapes = propertyShapes(schemas, new Map(sent.map((property) => [property.name, property])), known);
  const list = onlyItemList(schemas, operation, declared, known);
  if (list)
    return (value) =>
      isObject(value) && Object.hasOwn(value, list.item) ? { [list.name]: [value[list.item]] } : value;
  return shapes.size === 0 ? rename : (value) => shapedBy(shapes, rename(value));
}

/** `{ scope: "admin" }`, put where `{ scopes: [...] }` stands, is its only item. */
function onlyItemList(
  schemas: SchemaRegistry,
  { role, method }: Operation,
  declared: readonly ObjectProperty[],
  known: ReadonlyMap<string, ObjectProperty>,
): { readonly item: string; readonly name: string } | undefined {
  const [[item, ...others], [list, ...more]] = [declared, [...known.values()]];
  const isOne = role.kind === "singleton" && method === "put" && others.length === 0 && more.length === 0;
  if (!isOne || !item || !list || !isPlural(foldName(list.name), foldName(item.name))) return undefined;
  const { items } = schemaShape(schemas, list.schema);
  return items !== undefined && isAlike(schemas, item, { ...list, schema: items })
    ? { item: item.name, name: list.name }
    : undefined;
}

/** Returns the properties of a record under the names of an answer. */
export function answerRenaming(schemas: SchemaRegistry, record: JsonSchema, answer: JsonSchema): Renaming {
  if (schemas.follow(record) === schemas.follow(answer)) return (value) => value;
  return renaming(spellings(objectProperties(schemas, record).values(), objectProperties(schemas, answer)));
}

/**
 * Names that differ from those of `to` in case and separators alone, each with the one that is meant. With an operation also those that
 * say the noun of its path as well, `key_name` of an API key for its `name`, and those with words left out in front.
 */
function spellings(
  from: Iterable<{ readonly name: string }>,
  to: ReadonlyMap<string, unknown>,
  operation?: Pick<Operation, "path">,
): ReadonlyMap<string, string> {
  const declared = new Set([...from].map(({ name }) => name));
  const others = [...declared].filter((name) => !to.has(name));
  if (others.length === 0) return new Map();
  const meant = new Map<string, string>();
  for (const name of to.keys()) if (!declared.has(name)) meant.set(foldName(name), name);
  return new Map(
    others.flatMap((name) => {
      const own =
        meant.get(foldName(name)) ??
        meant.get(SHOWN_NAMES.get(foldName(name)) ?? "") ??
        (operation && (meant.get(withoutNoun(name, operation)) ?? longerName(name, operation, meant)));
      return own === undefined ? [] : [[name, own] as const];
    }),
  );
}

/** `domain_data` for the list `domains`, whose items have all properties of the sent ones. */
function listNames(
  schemas: SchemaRegistry,
  declared: readonly ObjectProperty[],
  known: ReadonlyMap<string, ObjectProperty>,
): ReadonlyMap<string, string> {
  const itemsOf = ({ schema }: ObjectProperty): ReadonlyMap<string, unknown> => {
    const { items } = schemaShape(schemas, schema);
    return items === undefined ? new Map() : objectProperties(schemas, items);
  };
  return new Map(
    declared.flatMap((property) => {
      const words = nameWords(property.name);
      const sent = [...itemsOf(property).keys()];
      if (known.has(property.name) || !LIST_WORDS.has(words.at(-1) ?? "") || sent.length === 0) return [];
      const noun = words.slice(0, -1).join("");
      const meant = [...known.values()].find(
        (one) => sameNoun(foldName(one.name), noun) && sent.every((name) => itemsOf(one).has(name)),
      );
      return meant ? [[property.name, meant.name] as const] : [];
    }),
  );
}

/** The name that is sent and the one that is shown. */
const SHOWN_NAMES = new Map([
  ["name", "displayname"],
  ["displayname", "name"],
]);

const LIST_WORDS = new Set(["data", "list", "items", "inputs", "input", "attributes", "params"]);

/**
 * `datasetRunName` for `runName` of `/dataset-run-items`: the only name that has more words in front, which the path says. `email` means
 * the same in `granted_to_email`.
 */
function longerName(
  name: string,
  { path }: Pick<Operation, "path">,
  meant: ReadonlyMap<string, string>,
): string | undefined {
  const words = nameWords(name);
  const said = new Set(nameWords(path));
  const found = [...meant.values()].filter((other) => {
    const all = nameWords(other);
    const more = all.slice(0, -words.length);
    const isMeant = isTelling(name) || (words.length > 1 && more.every((word) => said.has(word)));
    return more.length > 0 && isMeant && all.slice(-words.length).join() === words.join();
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `name` of `key_name` and `new_key_name` below `/api_keys`; empty for names of something else, and for ids. */
function withoutNoun(name: string, { path }: Pick<Operation, "path">): string {
  const words = nameWords(name);
  const last = words.at(-1) ?? "";
  const before = words.slice(words[0] === "new" ? 1 : 0, -1).join("");
  const nouns = nameWords(pathNoun(path));
  const isNoun = nouns.some((_, index) => sameNoun(before, nouns.slice(index).join("")));
  return before !== "" && isNoun && OWN_NAMES.has(last) ? last : "";
}

const OWN_NAMES = new Set(["name", "title", "description", "label", "slug", "key"]);

/**
 * The places of `plan_code` in records that hold an object `plan` with a `code`, of `daily_limit` in those with a `limit: { daily }`, and
 * of `currency_code` and `email` in records of which one object holds such a text. Ids of other records are references.
 */
function embeddedNames(
  schemas: SchemaRegistry,
  declared: readonly ObjectProperty[],
  known: ReadonlyMap<string, ObjectProperty>,
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, RecordPlace> {
  const sent = new Set(declared.flatMap(({ name, readOnly }) => (readOnly ? [] : [foldName(name)])));
  const others = declared.filter(
    ({ name }) =>
      known.get(name)?.writeOnly !== false && !renamed.has(name) && (nameWords(name).length > 1 || isTelling(name)),
  );
  if (others.length === 0) return new Map();
  const inner = [...known.values()].flatMap((holder) => {
    const { types } = schemaShape(schemas, holder.schema);
    if (sent.has(foldName(holder.name)) || !types.has("object") || types.has("string")) return [];
    const parts = propertiesOf(schemas, holder.schema).filter((one) => !isId(one));
    return parts.map((part) => ({ holder: foldName(holder.name), part, place: [holder.name, part.name] }));
  });
  return new Map(
    others.flatMap((property) => {
      if (isId(property)) return [];
      const folded = foldName(property.name);
      const fitting = inner.filter(({ part }) => isAlike(schemas, property, part));
      const both = fitting.find(({ holder, part }) => {
        const own = foldName(part.name);
        return folded === holder + own || folded === own + holder;
      });
      const same = fitting.filter(({ part }) => foldName(part.name) === folded && isText(schemas, part));
      const place = (both ?? (same.length === 1 ? same[0] : undefined))?.place;
      return place ? [[property.name, place] as const] : [];
    }),
  );
}

/** The places of a body's properties in the object that holds the id of the record: `comment` of `{ member, key: { key_id, comment } }`. */
function besideId(
  schemas: SchemaRegistry,
  { role }: Operation,
  declared: readonly ObjectProperty[],
  known: ReadonlyMap<string, ObjectProperty>,
): ReadonlyMap<string, RecordPlace> {
  const [name = "", id, ...inner] = ("resource" in role && role.resource.id.property) || [];
  const holder =
    id !== undefined && inner.length === 0 && !declared.some((one) => one.name === name) ? known.get(name) : undefined;
  const parts = holder && objectProperties(schemas, holder.schema);
  return new Map(
    declared
      .filter((one) => one.name !== id && parts?.has(one.name) && !known.has(one.name))
      .map((one) => [one.name, [name, one.name]]),
  );
}

/** The places of a body's properties in the property of the record that has the body's schema: a `spec` that requests send alone. */
function partNames(
  schemas: SchemaRegistry,
  bodies: readonly JsonSchema[],
  known: ReadonlyMap<string, ObjectProperty>,
): ReadonlyMap<string, RecordPlace> {
  const sent = new Set(bodies.flatMap((json) => [schemas.follow(json), ...partsOf(schemas, json)]));
  const [part, ...others] = [...known.values()].filter(({ schema }) => {
    const [only = schema, ...more] = partsOf(schemas, schema);
    return more.length === 0 && sent.has(schemas.follow(only)) && schemaShape(schemas, only).properties.size > 0;
  });
  const names = part && others.length === 0 ? [...objectProperties(schemas, part.schema).keys()] : [];
  const own = names.filter((name) => known.has(name));
  if (!part || names.includes(part.name) || own.length * 2 > names.length) return new Map();
  return new Map(names.map((name) => [name, [part.name, name]]));
}

/** The schemas that an `allOf` puts together. */
function partsOf(schemas: SchemaRegistry, json: JsonSchema): readonly JsonSchema[] {
  return (keywordsOf(schemas, json).allOf ?? []).map((one) => schemas.follow(one));
}

function isText(schemas: SchemaRegistry, { schema }: ObjectProperty): boolean {
  return schemaShape(schemas, schema).types.has("string");
}

function isId({ name }: ObjectProperty): boolean {
  return /(?:^|_|u|g|s)id$/i.test(name);
}

/** True if both are texts, numbers or booleans. */
function isAlike(schemas: SchemaRegistry, one: ObjectProperty, other: ObjectProperty): boolean {
  const types = schemaShape(schemas, other.schema).types;
  const isNumber = types.has("integer") || types.has("number");
  return [...schemaShape(schemas, one.schema).types].some(
    (type) => SCALARS.has(type) && (types.has(type) || (isNumber && (type === "integer" || type === "number"))),
  );
}

const SCALARS = new Set(["string", "integer", "number", "boolean"]);

/** @param known names that the record has itself: they stay as well */
function nesting(places: ReadonlyMap<string, RecordPlace>, known: ReadonlySet<string>, rename: Renaming): Renaming {
  if (places.size === 0) return rename;
  const isFlat = (name: string): boolean => !places.has(name) || known.has(name);
  return (value) => {
    if (!isObject(value)) return rename(value);
    let nested = rename(pickBy(value, (name) => isFlat(name)));
    for (const [name, place] of places) {
      if (value[name] !== undefined) nested = withValueAt(nested, place, value[name]);
    }
    return nested;
  };
}

function renaming(names: ReadonlyMap<string, string>): Renaming {
  if (names.size === 0) return (value) => value;
  return (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [names.get(name) ?? name, inner]))
      : value;
}

/** Properties, or parts of them, that requests write and answers leave out. */
type Hidden = ReadonlyMap<string, "whole" | Hidden>;

/** Schemas in schemas that are compared. */
const DEEPEST = 8;

/**
 * Leaves out properties that requests declare and the answer does not: at the top level all of them, such as a password; further in
 * those that are writeOnly. Properties that are writeOnly in the request alone, and declared in the answer, stay (Jira's priorities).
 * Returns `undefined` when there is nothing to leave out.
 */
export function withoutUnanswered(
  schemas: SchemaRegistry,
  { roles: { create, replace, update } }: Pick<Resource, "roles">,
  answers: JsonSchema,
): ((value: JsonObject) => JsonObject) | undefined {
  const written = [create, replace, update].flatMap((operation) => writtenProperties(schemas, operation));
  const answered = objectProperties(schemas, answers);
  const names = spellings(written, answered);
  const respelt = written.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
  const hidden = compare(schemas, answers, respelt, answered.size > 0, 0);
  return hidden.size === 0 ? undefined : (value) => without(value, hidden) as JsonObject;
}

interface Written {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly writeOnly: boolean;
}

/** @param hidesAll or only what is writeOnly */
function compare(
  schemas: SchemaRegistry,
  answers: JsonSchema,
  written: Iterable<Written>,
  hidesAll: boolean,
  depth: number,
): Hidden {
  const answered = objectProperties(schemas, answers);
  const hidden = new Map<string, "whole" | Hidden>();
  for (const { name, schema, writeOnly } of written) {
    const property = answered.get(name);
    if (!property) {
      if (writeOnly || hidesAll) hidden.set(name, "whole");
      continue;
    }
    const [there, here] = [elementOf(schemas, property.schema), elementOf(schemas, schema)];
    // The answer's own schema says it all.
    if (there === here || depth === DEEPEST) continue;
    const inside = compare(schemas, there, objectProperties(schemas, here).values(), false, depth + 1);
    if (inside.size > 0) hidden.set(name, inside);
  }
  return hidden;
}

/** The items of a list, or the schema itself. */
function elementOf(schemas: SchemaRegistry, json: JsonSchema): JsonSchema {
  const { items, properties } = schemaShape(schemas, json);
  return schemas.follow(items === undefined || properties.size > 0 ? json : items);
}

function without(value: unknown, hidden: Hidden): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, hidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const what = hidden.get(name);
      return what === "whole" ? [] : [[name, what ? without(inner, what) : inner]];
    }),
  );
}
