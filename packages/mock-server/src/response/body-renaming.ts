import { declaredProperties, sentSchemas } from "@onespec/http-contract";
import {
  foldName,
  getOrMake,
  isObject,
  isPlural,
  isTelling,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
  spellings,
  withValueAt,
} from "@onespec/spec-core";
import { pickBy } from "../model/pick-by.js";
import { propertiesOf } from "../model/schema-questions.js";
import { propertyShapes, shapedBy } from "./body-shape.js";

/** Renames the properties of an object. Other values stay unchanged. */
export type Renaming = (value: unknown) => unknown;

/**
 * Converts the body of an operation to the form of `record`: `FriendlyName` becomes `friendly_name`, `workspace: "7"` becomes
 * `workspace: { gid: "7" }`, `plan_code: "a"` becomes `plan: { code: "a" }`, and a whole body may become `spec: {…}`.
 */
export function bodyRenaming(
  schemas: SchemaRegistry,
  operation: Operation,
  record: JsonSchema,
  place?: RecordPlace,
): Renaming {
  const declared = declaredProperties(schemas, operation, place);
  const known = objectProperties(schemas, record);
  const names = new Map([
    ...spellings(declared, known, { path: operation.path, schemas }),
    ...listNames(schemas, declared, known),
  ]);
  const bodies = sentSchemas(schemas, operation, place);
  const places = new Map([
    ...besideId(schemas, operation, declared, known),
    ...sharedObjects(schemas, declared, known),
    ...embeddedNames(schemas, declared, known, names),
    ...partNames(schemas, bodies, known),
    ...attributeNames(schemas, declared, known),
  ]);
  // The own `type` of a record is not sent, unless its schema lists it.
  const isOwn = ({ name, schema }: ObjectProperty): boolean =>
    name !== "type" || schemaShape(schemas, schema).values.length > 0;
  const flat = [...known.values()].filter(isOwn).map(({ name }) => name);
  const rename = nesting(places, new Set(flat), renaming(names));
  const sent = declared.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
  const shapes = propertyShapes(schemas, new Map(sent.map((property) => [property.name, property])), known);
  const list = onlyItemList(schemas, operation, declared, known);
  if (list)
    return (value) =>
      isObject(value) && Object.hasOwn(value, list.item) ? { [list.name]: [value[list.item]] } : value;
  return shapes.size === 0 ? rename : (value) => shapedBy(shapes, rename(value));
}

/** For `PUT` with `{ scope: "admin" }` on a document `{ scopes: [...] }`: the value becomes the only item of the list. */
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

/** Renames the properties of a record to the names of an answer. */
export function answerRenaming(schemas: SchemaRegistry, record: JsonSchema, answer: JsonSchema): Renaming {
  if (schemas.follow(record) === schemas.follow(answer)) return (value) => value;
  return renaming(spellings(objectProperties(schemas, record).values(), objectProperties(schemas, answer)));
}

/** Maps `domain_data` to the list `domains`, if its items have all properties of the sent items. */
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

const LIST_WORDS = new Set(["data", "list", "items", "inputs", "input", "attributes", "params"]);

/**
 * Maps `plan_code` to the place `plan.code` of the record, and `daily_limit` to `limit.daily`. `currency_code` and `email` map to the only
 * object that has such a text. Ids of other records are not mapped, because they are references.
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

/** Maps objects to the only nested place of the record with the same name and schema: `vectors` to `config.params.vectors`. */
function sharedObjects(
  schemas: SchemaRegistry,
  declared: readonly ObjectProperty[],
  known: ReadonlyMap<string, ObjectProperty>,
): ReadonlyMap<string, RecordPlace> {
  const others = declared.filter(
    ({ name, schema }) => !known.has(name) && schemas.schemaOf(schemas.follow(schema)).name,
  );
  const found = new Map<string, RecordPlace[]>();
  let seen = 0;
  const visit = (holders: Iterable<ObjectProperty>, place: RecordPlace): void => {
    for (const holder of holders) {
      seen += 1;
      if (seen > MOST_SEEN) return;
      const here = [...place, holder.name];
      const same = others.find(({ name, schema }) => name === holder.name && isSame(schemas, schema, holder.schema));
      if (same && place.length > 0) getOrMake(found, same.name, () => []).push(here);
      else if (here.length < DEEPEST) visit(objectProperties(schemas, holder.schema).values(), here);
    }
  };
  if (others.length > 0) visit(known.values(), []);
  if (seen > MOST_SEEN) return new Map();
  return new Map([...found].flatMap(([name, [place, ...more]]) => (place && more.length === 0 ? [[name, place]] : [])));
}

function isSame(schemas: SchemaRegistry, one: JsonSchema, other: JsonSchema): boolean {
  return schemas.follow(one) === schemas.follow(other);
}

const DEEPEST = 3;
/** Maximum number of properties that are searched. Larger records get no result, because it would be incomplete. */
const MOST_SEEN = 1_000;

/** Maps properties of a body to the object that contains the id of the record: `comment` for `{ member, key: { key_id, comment } }`. */
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

/** Maps the properties of a body to the property of the record with the body's schema: requests send only the `spec`. */
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

/** Maps properties of a body to the `attributes` of a JSON:API resource: Rails accepts `{ address: { city } }`. */
function attributeNames(
  schemas: SchemaRegistry,
  declared: readonly ObjectProperty[],
  known: ReadonlyMap<string, ObjectProperty>,
): ReadonlyMap<string, RecordPlace> {
  const holder = known.has("type") && known.get("attributes");
  if (!holder || declared.some(({ name }) => name === holder.name)) return new Map();
  const inner = objectProperties(schemas, holder.schema);
  // The `type` of such a record is the kind of resource.
  const own = declared.filter(({ name }) => inner.has(name) && (name === "type" || !known.has(name)));
  return new Map(own.map(({ name }) => [name, [holder.name, name]]));
}

/** The schemas that an `allOf` combines. */
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

/** @param known names that the record also has at the top, so they stay there, too */
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
