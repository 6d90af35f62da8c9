import { isObject } from "@onespec/spec-core";
import { meantHint } from "@onespec/spec-core/errors";
import type { Entity } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";
import type { FindQuery, Row } from "./repository.js";

const FIND = ["where", "order", "limit", "offset", "fields", "include", "lock"];
const GET = ["fields", "include", "lock"];
const INCLUDE = ["relation", "where", "fields", "include"];

/** Checks a query, which may come from a client unchecked. @throws DatabaseError VALUE_REFUSED if it is not a valid query */
export function checkQuery(query: FindQuery, call: "find" | "get" = "find"): void {
  checkOptions(query, call === "find" ? FIND : GET, call);
  const { order, limit, offset, fields, include, lock } = query;
  if (fields !== undefined && !isTexts(fields)) throw refused("fields takes a list of names.");
  if (include !== undefined) checkInclude(include);
  if (lock !== undefined && typeof lock !== "boolean") throw refused("lock takes true or false.");
  for (const [name, value] of Object.entries({ limit, offset })) {
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue;
    throw refused(`${name} must be a whole number, 0 or more.`);
  }
  if (order === undefined) return;
  if (!Array.isArray(order) || !order.every((key) => isTexts(key) && key.length === 2))
    throw refused("order takes a list of pairs: a name, and asc or desc.");
}

/** @throws DatabaseError VALUE_REFUSED for an unknown option, which would have no effect */
export function checkOptions(options: object, known: readonly string[], call: string): void {
  if (!isObject(options)) throw refused(`The options of ${call} are an object.`);
  for (const name in options) {
    if (known.includes(name)) continue;
    throw new DatabaseError("VALUE_REFUSED", `${call} has no option ${name}.`, {
      option: name,
      hint: meantHint(
        name,
        known,
        `Use one of ${known.join(", ")}. Sequelize's options are for its models: models.Book.findAll(...).`,
      ),
    });
  }
}

function checkInclude(include: NonNullable<FindQuery["include"]>): void {
  if (!Array.isArray(include))
    throw refused("include takes a list of names, or of { relation, where, fields, include }.");
  for (const each of include) {
    if (typeof each === "string") continue;
    checkOptions(each, INCLUDE, "include");
    if (typeof each.relation !== "string")
      throw refused("include takes a list of names, or of { relation, where, fields, include }.");
    if (each.fields !== undefined && !isTexts(each.fields)) throw refused("fields takes a list of names.");
    if (each.include !== undefined) checkInclude(each.include);
  }
}

/** @throws DatabaseError VALUE_REFUSED for a value that is not an object of fields */
export function checkRecord(values: Row): void {
  if (!isObject(values)) throw refused("A record is an object.");
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function refused(message: string): DatabaseError {
  return new DatabaseError("VALUE_REFUSED", message);
}

/**
 * Rejects an additional object after the arguments of a service's method, since it would have no effect. Allows other
 * values, so that `ids.map(books.get)` works. @throws DatabaseError VALUE_REFUSED
 */
export function refuseOptions(model: string, call: string, others: readonly unknown[]): void {
  const options = others.find(isObject);
  if (options === undefined) return;
  const names = Object.keys(options).join(", ") || "{}";
  throw new DatabaseError("VALUE_REFUSED", `${call} has no option ${names}.`, {
    option: names,
    hint: `The repository has options: repository("${model}").get(id, { lock: true }).`,
  });
}

/** `{ id: undefined }` would change or remove everything, and so would `{ id: { eq: undefined } }`. @throws DatabaseError VALUE_REFUSED */
export function refuseUndefined(where: object, entity: Entity, outer: string = entity.name): void {
  for (const [name, given] of Object.entries(where)) {
    const place = `${outer}.${name}`;
    if (typeof given === "object" && given !== null) refuseUndefined(given, entity, place);
    if (given !== undefined) continue;
    throw new DatabaseError("VALUE_REFUSED", `${place} is undefined in the condition of a change.`, {
      hint: "Leave the field out to change every record, or give it a value.",
      fields: [name],
    });
  }
}

/**
 * Rejects values that no request can contain, so the code has a bug: a promise without `await`, and NaN.
 * @throws TypeError
 */
export function refuseUnfinished(values: Readonly<Record<string, unknown>>, record: string): void {
  if (values instanceof Promise) throw new TypeError(`${record} is a promise. Write await before the call.`);
  for (const name in values) {
    const value = values[name];
    if (value instanceof Promise) throw new TypeError(`${record}.${name} is a promise. Write await before the call.`);
    if (Number.isNaN(value)) throw new TypeError(`${record}.${name} is NaN.`);
  }
}
