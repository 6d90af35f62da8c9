import { selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type Operation,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  unwrapSchema,
} from "@onespec/spec-core";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import { STATUS } from "../../response/job-progress.js";
import { valueAtPlace } from "../../response/place-value.js";
import { momentKind, participles, VERSION } from "../../response/record-moments.js";
import { writtenProperties } from "../../response/written-properties.js";

/** The values with which a new record begins, by the names of its properties; `undefined` for one that is left out at first. */
export function createFirstValues(schemas: SchemaRegistry, resource: Resource): FirstValues {
  const record = resource.schema.json;
  const statuses = createStatusFinder(schemas, resource);
  const shown = createdStatus(schemas, resource.roles.create);
  const done = participles(resource.roles.create);
  return {
    isBeginning: createBeginningFinder(schemas, statuses, writtenProperties(schemas, resource.roles.create)),
    of: (properties) =>
      new Map(
        properties.flatMap((property) => [
          ...(shown(property) ?? firstStatus(property, statuses(property), isTold(schemas, property, record), done)),
          ...firstStates(schemas, property),
          ...(isTold(schemas, property, record)
            ? []
            : [
                ...firstFlag(schemas, property),
                ...firstEvent(schemas, property, done),
                ...firstCount(schemas, property),
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

/** The values of a status: those of its schema, else of what requests write into it, else of the filter of the list. */
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

/** The values that the schema lists, or its description: "Is `PENDING` or `PAID`." */
export function statusValues(schemas: SchemaRegistry, schema: JsonSchema): readonly unknown[] {
  const { values, types } = schemaShape(schemas, schema);
  if (values.length > 0 || !types.has("string")) return values;
  const own = typeof schema === "object" ? schema.description : undefined;
  const told = own ?? keywordsOf(schemas, unwrapSchema(schemas, schema)).description ?? "";
  return [...told.matchAll(/`([a-z_]+)`|`?\b([A-Z][A-Z_]{2,})\b`?/g)].map(([, word, upper]) => word ?? upper);
}

/** The status that an example of the answer to a create shows. */
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

/** Finds the status that updates change and a create need not say: an incident is acknowledged once it is there. */
function createBeginningFinder(
  schemas: SchemaRegistry,
  statuses: (property: ObjectProperty) => readonly unknown[],
  written: readonly ObjectProperty[],
): (property: ObjectProperty) => boolean {
  // The description says with what these begin.
  const told = new Set(
    written
      .filter(({ required, schema }) => required || [schema, schemas.follow(schema)].some(hasDefault))
      .map(({ name }) => name),
  );
  return (property) => written.length > 0 && !told.has(property.name) && statuses(property).length > 1;
}

/**
 * The status with which a new record begins: no job has failed before it runs. Examples of the description come first, then what the
 * operation does, then words for a beginning, then the first value that is no end.
 * @param isGiven the description says a value
 * @param done `placed` of `placeOrder`
 */
function firstStatus(
  { name }: ObjectProperty,
  values: readonly unknown[],
  isGiven: boolean,
  done: readonly string[] = [],
): [string, unknown][] {
  if (!STATUS.test(name) || values.length < 2) return [];
  if (values.includes("created")) return [[name, "created"]];
  if (isGiven) return [];
  const find = (words: readonly string[]): unknown =>
    words
      .map((word) => values.find((value) => typeof value === "string" && foldName(value) === word))
      .find((value) => value !== undefined);
  const first = values[0] === "draft" ? "draft" : undefined;
  const usual =
    find(ENDS) === undefined ? (first ?? find(IN_USE) ?? find(WAITING)) : (find(WAITING) ?? first ?? find(IN_USE));
  const isEnd = (value: unknown): boolean =>
    ENDED.test(foldName(String(value))) || ENDS.includes(foldName(String(value)));
  return [[name, find(done) ?? usual ?? values.find((value) => !isEnd(value)) ?? values[0]]];
}

/** The id of another record that may be null: nobody has accepted a new proposal. */
function firstReference(schemas: SchemaRegistry, { name, schema }: ObjectProperty): [string, unknown][] {
  const isId = nameWords(name).length > 1 && nameWords(name).at(-1) === "id";
  return isId && allows(schemas, schema, null) ? [[name, null]] : [];
}

/** The first state of an object such as `{ Status: "created", Running: false }`, whose flags repeat its status. */
function firstStates(schemas: SchemaRegistry, { name, schema }: ObjectProperty): [string, unknown][] {
  const parts = STATUS.test(name) ? propertiesOf(schemas, schema) : [];
  const [first] = parts.flatMap((part) =>
    firstStatus(part, schemaShape(schemas, part.schema).values, isTold(schemas, part, part.schema)),
  );
  if (!first) return [];
  const flags = parts.filter((part) => schemaShape(schemas, part.schema).types.has("boolean"));
  const isSo = (flag: string): boolean => foldName(flag) === foldName(String(first[1]));
  return [[name, Object.fromEntries([first, ...flags.map((flag) => [flag.name, isSo(flag.name)])])]];
}

function hasDefault(json: JsonSchema): boolean {
  return typeof json === "object" && json.default !== undefined;
}

/** True if the description says a value: in the property's own schema, or in an example of the record that is valid. */
function isTold(schemas: SchemaRegistry, { name, schema }: ObjectProperty, record: JsonSchema): boolean {
  const own = [schema, schemas.follow(schema)].some(
    (json) => hasDefault(json) || (typeof json === "object" && json.examples?.some((one) => one !== null)),
  );
  const { examples = [] } = keywordsOf(schemas, record);
  return own || examples.some((one) => isObject(one) && Object.hasOwn(one, name) && allows(schemas, schema, one[name]));
}

/** A new record is not archived, deleted or revoked: such flags are false, and its times null or left out (`undefined`). */
function firstFlag(schemas: SchemaRegistry, { name, schema, required }: ObjectProperty): [string, unknown][] {
  const [, , moment] = ENDED.exec(foldName(name)) ?? [];
  if (moment === undefined) return [];
  const { types, values } = schemaShape(schemas, schema);
  if (moment === "") return types.has("boolean") && values.length === 0 ? [[name, false]] : [];
  if (types.has("null")) return [[name, null]];
  return required ? [] : [[name, undefined]];
}

/** Nothing has happened yet to a new record: `checked_in_at` and `cancel_reason` are null where they may be. */
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

/** Nothing has been counted for a new record, and its version is the first. */
function firstCount(schemas: SchemaRegistry, { name, schema }: ObjectProperty): [string, unknown][] {
  const first = COUNT.test(name) ? 0 : VERSION.test(name) ? 1 : undefined;
  if (first === undefined) return [];
  const { types } = schemaShape(schemas, schema);
  const isFirst = (types.has("integer") || types.has("number")) && allows(schemas, schema, first);
  return isFirst ? [[name, first]] : [];
}

/** Nothing is linked to a new record: a readOnly list of others, with an id and an address each, is empty. */
function firstLinks(schemas: SchemaRegistry, { name, schema, readOnly }: ObjectProperty): [string, unknown][] {
  const { items } = schemaShape(schemas, schema);
  if (!readOnly || items === undefined) return [];
  const { properties } = schemaShape(schemas, items);
  const isOther = properties.has("id") && (properties.has("url") || properties.has("href"));
  return isOther && allows(schemas, schema, []) ? [[name, []]] : [];
}

const COUNT = /^(?:num|number_?of|total|nb)(?:_[a-z]+|[A-Z][a-z]+)+$|(?:_count|[a-z]Count)$|^(?:open|closed)_[a-z]+s$/;

const ENDED =
  /^(?:is)?(archived|deleted|removed|revoked|disabled|suspended|cancell?ed|expired|closed|blocked|banned|locked|hidden|deactivated|trashed|destroyed|voided|returned|completed|finished|resolved|ended|stopped|terminated|refunded|withdrawn|shipped|delivered|fulfilled)(at|on|date|time|datetime|timestamp|)$/;

const WAITING =
  "queued pending created new todo backlog triggered scheduled submitted placed requested received waiting processing inprogress started running".split(
    " ",
  );
const IN_USE = "active enabled draft open available ready online running".split(" ");
/** Statuses of what runs once. */
const ENDS = "success succeeded successful completed complete done finished failed".split(" ");
