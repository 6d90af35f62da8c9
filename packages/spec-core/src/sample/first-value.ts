import type { JsonSchema, SchemaRegistry } from "../schema/schema.js";
import { keywordsOf } from "../schema/shape/keywords-of.js";
import type { ObjectProperty } from "../schema/shape/object-properties.js";
import { schemaShape } from "../schema/shape/schema-shape.js";
import { foldName } from "../words/fold-name.js";

/** Names of properties that tell the state of a record. */
export const STATUS: RegExp = /^(?:status|state|phase)$/i;

/** Names of properties that count the changes of a record. */
export const VERSION: RegExp = /^(?:version|revision)(?:_?number)?$/i;

/**
 * The value with which a property of a new record begins, by its name and schema alone: nothing is archived, counted or ended yet. `undefined`
 * if they do not say, or the description says a value itself.
 */
export function firstValue(schemas: SchemaRegistry, property: ObjectProperty): unknown {
  const { name, schema } = property;
  if (saysValue(schemas, schema)) return undefined;
  const status = STATUS.test(name) ? firstStatus(schemaShape(schemas, schema).values, []) : undefined;
  return status ?? firstFlag(schemas, property) ?? firstCount(schemas, property);
}

/** True for a schema with a default or an example. */
export function saysValue(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  return [schema, keywordsOf(schemas, schema)].some(
    (json) =>
      typeof json === "object" && (json.default !== undefined || json.examples?.some((one) => one !== null) === true),
  );
}

/**
 * The status with which a new record begins, of those that it may have: no job has failed before it runs. Words for what was done come first,
 * then those for a beginning, then the first value that is no end.
 * @param done `placed` of `placeOrder`
 */
export function firstStatus(values: readonly unknown[], done: readonly string[]): unknown {
  if (values.length < 2) return undefined;
  if (values.includes("created")) return "created";
  const find = (words: readonly string[]): unknown =>
    words
      .map((word) => values.find((value) => typeof value === "string" && foldName(value) === word))
      .find((value) => value !== undefined);
  const first = values[0] === "draft" ? "draft" : undefined;
  const usual =
    find(ENDS) === undefined ? (first ?? find(IN_USE) ?? find(WAITING)) : (find(WAITING) ?? first ?? find(IN_USE));
  const isEnd = (value: unknown): boolean =>
    ENDED.test(foldName(String(value))) || ENDS.includes(foldName(String(value)));
  return find(done) ?? usual ?? values.find((value) => !isEnd(value)) ?? values[0];
}

/** False for a flag such as `archived`, null for a time such as `deletedAt` that may be null. */
export function firstFlag(schemas: SchemaRegistry, { name, schema }: ObjectProperty): false | null | undefined {
  const { types, values } = schemaShape(schemas, schema);
  switch (endTold(name)) {
    case "flag":
      return types.has("boolean") && values.length === 0 ? false : undefined;
    case "time":
      return types.has("null") ? null : undefined;
    case undefined:
      return undefined;
  }
}

/** `archived` tells as a flag that a record has ended, `deletedAt` as a time. */
export function endTold(name: string): "flag" | "time" | undefined {
  const [match, , moment] = ENDED.exec(foldName(name)) ?? [];
  return match === undefined ? undefined : moment === "" ? "flag" : "time";
}

/** Nothing has been counted for a new record, and its version is the first. */
export function firstCount(schemas: SchemaRegistry, { name, schema }: ObjectProperty): number | undefined {
  const first = COUNT.test(name) ? 0 : VERSION.test(name) ? 1 : undefined;
  const { types } = schemaShape(schemas, schema);
  if (first === undefined || !(types.has("integer") || types.has("number"))) return undefined;
  return schemas.validator(schemas.schemaOf(schema), "response").isValid(first) ? first : undefined;
}

const COUNT = /^(?:num|number_?of|total|nb)(?:_[a-z]+|[A-Z][a-z]+)+$|(?:_count|[a-z]Count)$|^(?:open|closed)_[a-z]+s$/;

const ENDED =
  /^(?:is)?(archived|deleted|removed|revoked|disabled|suspended|paused|cancell?ed|expired|closed|blocked|banned|locked|hidden|deactivated|trashed|destroyed|voided|returned|completed|finished|resolved|ended|stopped|terminated|refunded|withdrawn|shipped|delivered|fulfilled)(at|on|date|time|datetime|timestamp|)$/;

const WAITING =
  "queued pending created new todo backlog triggered scheduled submitted placed requested received waiting processing inprogress started running".split(
    " ",
  );
const IN_USE = "active enabled draft open available ready online running".split(" ");
/** Statuses of what runs once. */
const ENDS = "success succeeded successful completed complete done finished failed".split(" ");
