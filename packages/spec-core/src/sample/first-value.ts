import type { JsonSchema, SchemaRegistry } from "../schema/schema.js";
import { keywordsOf } from "../schema/shape/keywords-of.js";
import type { ObjectProperty } from "../schema/shape/object-properties.js";
import { schemaShape } from "../schema/shape/schema-shape.js";
import { foldName } from "../words/fold-name.js";

/** Names of properties with the status of a record. */
export const STATUS: RegExp = /^(?:status|state|phase)$/i;

/** Names of properties that count the changes of a record. */
export const VERSION: RegExp = /^(?:version|revision)(?:_?number)?$/i;

/**
 * The value of a property in a new record, by its name and schema: nothing is archived, counted or ended yet.
 * `undefined` if these do not determine it, or if the schema has a default or an example.
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
 * The status of a new record, among the allowed ones: a job cannot have failed before it runs. Words from the
 * operation's name come first, then words for a beginning, then the first value that is not an end.
 * @param done words for what the operation did: `placed` for `placeOrder`
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

/** `false` for a flag such as `archived`, null for a nullable time such as `deletedAt`. */
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

/**
 * How a property shows that a record has ended: `archived` as a flag, `deletedAt` as a time. `undefined` for other
 * properties.
 */
export function endTold(name: string): "flag" | "time" | undefined {
  const [match, , moment] = ENDED.exec(foldName(name)) ?? [];
  return match === undefined ? undefined : moment === "" ? "flag" : "time";
}

/** The first value of a counter: 0, or 1 for a version. `undefined` for other properties. */
export function firstCount(schemas: SchemaRegistry, { name, schema }: ObjectProperty): number | undefined {
  const first = COUNT.test(name) ? 0 : VERSION.test(name) ? 1 : undefined;
  const { types } = schemaShape(schemas, schema);
  if (first === undefined || !(types.has("integer") || types.has("number"))) return undefined;
  return schemas.validator(schemas.schemaOf(schema), "response").isValid(first) ? first : undefined;
}

const COUNT =
  /^current_?(?:[sS]ize|[cC]ount)$|^(?:num|number_?of|total|nb)(?:_[a-z]+|[A-Z][a-z]+)+$|(?:_count|[a-z]Count)$|^(?:open|closed)_[a-z]+s$/;

const ENDED =
  /^(?:is)?(archived|deleted|removed|revoked|disabled|suspended|paused|cancell?ed|expired|closed|blocked|banned|locked|hidden|deactivated|trashed|destroyed|voided|returned|completed|finished|resolved|ended|stopped|terminated|refunded|withdrawn|shipped|delivered|fulfilled)(at|on|date|time|datetime|timestamp|)$/;

const WAITING =
  "queued pending created new todo backlog triggered scheduled submitted placed requested received waiting processing inprogress started running".split(
    " ",
  );
const IN_USE = "active enabled draft open available ready online running".split(" ");
/** Statuses of things that run once, such as jobs. */
const ENDS = "success succeeded successful completed complete done finished failed".split(" ");
