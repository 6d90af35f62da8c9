import { selectSuccess, writtenProperties } from "@onespec/http-contract";
import {
  ADDING,
  endTold,
  firstCount,
  firstFlag,
  firstStatus,
  foldName,
  isObject,
  type JsonSchema,
  keywordsOf,
  nameWords,
  nounForms,
  type ObjectProperty,
  type Operation,
  type Resource,
  type SchemaRegistry,
  STATUS,
  sameNoun,
  saysValue,
  schemaShape,
  unwrapSchema,
  valueAtPlace,
} from "@onespec/spec-core";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import { momentKind, participles } from "../../response/record-moments.js";

/**
 * The initial values of a new record, by property name; `undefined` for a property that a new record omits.
 * @param operations those of the API, some of which may add to lists of the record
 */
export function createFirstValues(
  schemas: SchemaRegistry,
  resource: Resource,
  operations: readonly Operation[] = [],
): FirstValues {
  const record = resource.schema.json;
  const statuses = createStatusFinder(schemas, resource);
  const shown = createdStatus(schemas, resource.roles.create);
  const done = participles(resource.roles.create);
  const sent = writtenProperties(schemas, resource.roles.create);
  const added = new Set(addedNouns(operations, resource));
  // The `playback_policy` of a new video makes its `playback_ids`.
  const isMade = (name: string): boolean =>
    sent.some((one) => sameNoun(nameWords(one.name)[0] ?? "", nameWords(name)[0] ?? ""));
  const isAdded = ({ name, schema }: ObjectProperty): boolean =>
    nounForms(foldName(name)).some((form) => added.has(form)) &&
    !isMade(name) &&
    schemaShape(schemas, schema).types.has("array") &&
    allows(schemas, schema, []);
  return {
    isBeginning: createBeginningFinder(schemas, statuses, sent),
    of: (properties) =>
      new Map(
        properties.flatMap((property) => [
          ...(shown(property) ?? beginning(property, statuses(property), isTold(schemas, property, record), done)),
          ...firstStates(schemas, property),
          ...(isAdded(property) ? named(property, []) : []),
          ...(isTold(schemas, property, record)
            ? []
            : [
                ...unended(schemas, property),
                ...firstEvent(schemas, property, done),
                ...named(property, firstCount(schemas, property)),
                ...firstLinks(schemas, property),
                ...firstReference(schemas, property),
              ]),
        ]),
      ),
  };
}

interface FirstValues {
  /** True for a status that clients need not send. */
  isBeginning(property: ObjectProperty): boolean;
  of(properties: readonly ObjectProperty[]): ReadonlyMap<string, unknown>;
}

/**
 * The nouns of what paths below a record add to it, singular and folded: `tool` of `POST /agents/{id}/tools`, `PUT /agents/{id}/tools/{toolId}`,
 * `PATCH /agents/{id}/tools/attach/{toolId}`, `POST /agents/{id}/add_tool` and `add_to_tools`.
 */
function addedNouns(operations: readonly Operation[], { itemPath }: Resource): readonly string[] {
  const bare = (path: string): string => path.replace(/\{[^{}]*\}/g, "{}");
  if (itemPath === undefined) return [];
  const start = `${bare(itemPath)}/`;
  const literal = itemPath.slice(0, itemPath.indexOf("{"));
  return operations.flatMap(({ method, path }) => {
    if (!["post", "put", "patch"].includes(method) || !path.startsWith(literal) || !bare(path).startsWith(start))
      return [];
    const [word = "", next, ...rest] = bare(path).slice(start.length).split("/");
    const [verb = "", ...noun] = nameWords(word).filter((part) => part !== "to");
    const isWhole = method === "post" && (next ?? "") === "";
    if (isWhole && ADDING.has(verb) && noun.length > 0) return nounForms(noun.join(""));
    const isOne = next === "{}" && rest.length === 0 && method !== "patch";
    return isWhole || isOne || ADDING.has(next ?? "") ? nounForms(foldName(word)) : [];
  });
}

/** Finds the values of a status: in its schema, else in request bodies, else in the filter of the list. */
function createStatusFinder(
  schemas: SchemaRegistry,
  { roles: { create, replace, update }, list }: Resource,
): (property: ObjectProperty) => readonly unknown[] {
  return ({ name, schema }) => {
    if (!STATUS.test(name)) return [];
    const written = [create, update, replace].flatMap((operation) => writtenProperties(schemas, operation));
    const filters = list?.filters.filter(({ property }) => property.length === 1 && property[0] === name) ?? [];
    const told = [
      schema,
      ...written.filter((property) => property.name === name).map((property) => property.schema),
      ...filters.map(({ parameter }) => parameter.schema.json),
    ];
    const found = told.map((json) => statusValues(schemas, json)).find((values) => values.length > 1) ?? [];
    return found.filter((value) => !NO_STATUS.has(String(value).toLowerCase()));
  };
}

/** The values that the schema lists, else those that its description names: "Is `PENDING` or `PAID`." */
export function statusValues(schemas: SchemaRegistry, schema: JsonSchema): readonly unknown[] {
  const { values, types } = schemaShape(schemas, schema);
  if (values.length > 0 || !types.has("string")) return values;
  const own = typeof schema === "object" ? schema.description : undefined;
  const told = own ?? keywordsOf(schemas, unwrapSchema(schemas, schema)).description ?? "";
  return [...told.matchAll(/`([a-z_]+)`|`?\b([A-Z][A-Z_]{2,})\b`?/g)].map(([, word, upper]) => word ?? upper);
}

/** Reads the status of a new record from an example of the create's answer. */
function createdStatus(
  schemas: SchemaRegistry,
  create: Operation | undefined,
): (property: ObjectProperty) => [string, unknown][] | undefined {
  const reply = create && "reply" in create.role ? create.role.reply : undefined;
  const content = create && reply ? (selectSuccess(create).response?.content ?? []) : [];
  const examples = content.flatMap((media) => {
    const { examples = [] } = keywordsOf(schemas, media.schema?.json);
    return [...media.examples.map(({ value }) => value), ...examples];
  });
  return ({ name }) => {
    const found = STATUS.test(name)
      ? examples.map((one) => valueAtPlace(one, [...(reply ?? []), name])).find((one) => typeof one === "string")
      : undefined;
    return found === undefined ? undefined : [[name, found]];
  };
}

/** Values of filters that no record has. */
const NO_STATUS = new Set(["all", "any"]);

/** Finds a status that a create may omit and that updates change: an incident is acknowledged after it was created. */
function createBeginningFinder(
  schemas: SchemaRegistry,
  statuses: (property: ObjectProperty) => readonly unknown[],
  written: readonly ObjectProperty[],
): (property: ObjectProperty) => boolean {
  // For these, the description gives the initial value.
  const told = new Set(
    written
      .filter(({ required, schema }) => required || [schema, schemas.follow(schema)].some(hasDefault))
      .map(({ name }) => name),
  );
  return (property) => written.length > 0 && !told.has(property.name) && statuses(property).length > 1;
}

/** @param isGiven the description gives a value */
function beginning(
  property: ObjectProperty,
  values: readonly unknown[],
  isGiven: boolean,
  done: readonly string[] = [],
): [string, unknown][] {
  if (!STATUS.test(property.name) || (isGiven && !values.includes("created"))) return [];
  return named(property, firstStatus(values, done));
}

function named({ name }: ObjectProperty, value: unknown): [string, unknown][] {
  return value === undefined ? [] : [[name, value]];
}

/** A new record has not ended, so times of its end are null. If they cannot be null, they are omitted (`undefined`). */
function unended(schemas: SchemaRegistry, property: ObjectProperty): [string, unknown][] {
  const value = firstFlag(schemas, property);
  const isLeftOut = value === undefined && endTold(property.name) === "time" && !property.required;
  return isLeftOut ? [[property.name, undefined]] : named(property, value);
}

/** The id of another record is null if it may be: nobody has accepted a new proposal yet. */
function firstReference(schemas: SchemaRegistry, { name, schema }: ObjectProperty): [string, unknown][] {
  const isId = nameWords(name).length > 1 && nameWords(name).at(-1) === "id";
  return isId && allows(schemas, schema, null) ? [[name, null]] : [];
}

/** The first state of an object such as `{ Status: "created", Running: false }`, whose flags repeat its status. */
function firstStates(schemas: SchemaRegistry, { name, schema }: ObjectProperty): [string, unknown][] {
  const parts = STATUS.test(name) ? propertiesOf(schemas, schema) : [];
  const [first] = parts.flatMap((part) =>
    beginning(part, schemaShape(schemas, part.schema).values, isTold(schemas, part, part.schema)),
  );
  if (!first) return [];
  const flags = parts.filter((part) => schemaShape(schemas, part.schema).types.has("boolean"));
  const isSo = (flag: string): boolean => foldName(flag) === foldName(String(first[1]));
  return [[name, Object.fromEntries([first, ...flags.map((flag) => [flag.name, isSo(flag.name)])])]];
}

function hasDefault(json: JsonSchema): boolean {
  return typeof json === "object" && json.default !== undefined;
}

/** True if the description gives a value: in the property's own schema, or in a valid example of the record. */
function isTold(schemas: SchemaRegistry, { name, schema }: ObjectProperty, record: JsonSchema): boolean {
  const { examples = [] } = keywordsOf(schemas, record);
  // The example of a flag such as `removed` shows its type, not the value of a new record.
  const isFlag = endTold(name) === "flag" && schemaShape(schemas, schema).types.has("boolean");
  return (
    (isFlag ? hasDefault(keywordsOf(schemas, schema)) : saysValue(schemas, schema)) ||
    examples.some((one) => isObject(one) && Object.hasOwn(one, name) && allows(schemas, schema, one[name]))
  );
}

/** Nothing has happened yet to a new record: `checked_in_at` and `cancel_reason` are null if their schemas allow it. */
function firstEvent(
  schemas: SchemaRegistry,
  { name, schema }: ObjectProperty,
  done: readonly string[],
): [string, unknown][] {
  const event = /^(.+)_(?:at|on)$/.exec(nameWords(name).join("_"))?.[1]?.split("_")[0] ?? "";
  const isPast = /(?:ed|sent|paid|sold|seen|read|begun|lost|won|done|left|held|given|taken|shown)$/.test(event);
  const isEvent = isPast && momentKind(name) === undefined && !done.includes(event);
  if (!(isEvent || /(?:reason|error|failure)$/.test(foldName(name)))) return [];
  const { types } = schemaShape(schemas, schema);
  return types.has("null") ? [[name, null]] : [];
}

/** Nothing is linked to a new record yet, so a readOnly list of other records is empty. Its items have an id and a URL. */
function firstLinks(schemas: SchemaRegistry, { name, schema, readOnly }: ObjectProperty): [string, unknown][] {
  const { items } = schemaShape(schemas, schema);
  if (items === undefined) return [];
  const { properties } = schemaShape(schemas, items);
  const isLink = properties.has("id") && (properties.has("url") || properties.has("href"));
  const isId = properties.size === 1 && (properties.has("id") || properties.has("uuid"));
  const isOther = isId || (readOnly && (isLink || /(?:_ids|Ids)$/.test(name)));
  return isOther && allows(schemas, schema, []) ? [[name, []]] : [];
}
