import type { Document, Filter } from "mongodb";
import { Refusal } from "../../entity/refusal.js";
import { DatabaseError } from "../../errors/database-error.js";
import { checkCondition } from "../check-query.js";
import { likeParts } from "../like-pattern.js";
import type { Comparison, Condition, Where } from "../repository.js";
import { NO_SUCH_VALUE } from "../sql/repository/comparable.js";
import type { DocumentField, EntityCollection } from "./entity-collection.js";

export type DocumentFilter = Filter<Document>;

/**
 * A condition as a filter, `undefined` when everything meets it. Null is a field that is not there.
 *
 * @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED a value or operator that the field cannot be compared with
 */
export function whereFilter(where: Where, collection: EntityCollection): DocumentFilter | undefined {
  checkCondition(where);
  const parts: DocumentFilter[] = [];
  for (const name in where) {
    const given = where[name];
    if (given === undefined) continue;
    if (name === "and" || name === "or") parts.push(...groupFilter(name, given as readonly Where[], collection));
    else if (name === "not") {
      const inner = whereFilter(given as Where, collection);
      parts.push(inner === undefined ? NEVER : { $nor: [inner] });
    } else parts.push(...conditionFilters(collection.field(name), given as Condition, collection));
  }
  return both(parts);
}

const NEVER: DocumentFilter = { _id: { $in: [] } };

/** All of them must hold. */
export function both(parts: readonly DocumentFilter[]): DocumentFilter | undefined {
  return parts.length > 1 ? { $and: [...parts] } : parts[0];
}

function groupFilter(kind: "and" | "or", group: readonly Where[], collection: EntityCollection): DocumentFilter[] {
  if (!Array.isArray(group)) throw new DatabaseError("VALUE_REFUSED", `\`${kind}\` takes a list of conditions.`);
  if (kind === "or" && group.length === 0) return [NEVER];
  const parts = group.map((each) => whereFilter(each, collection) ?? {});
  return parts.length === 0 ? [] : [kind === "and" ? { $and: parts } : { $or: parts }];
}

function conditionFilters(field: DocumentField, condition: Condition, collection: EntityCollection): DocumentFilter[] {
  if (condition === null) return [{ [field.path]: null }];
  if (typeof condition !== "object" || condition instanceof Date) {
    return [compareFilter(field, "$eq", condition, collection)];
  }
  const parts: DocumentFilter[] = [];
  // From a client it would be met by every record.
  if (Object.keys(condition).length === 0) throw refused(collection, field, "is compared with nothing");
  for (const operator in condition) {
    const given = condition[operator as keyof Comparison];
    if (given !== undefined) parts.push(operatorFilter(field, operator as keyof Comparison, given, collection));
  }
  return parts;
}

function operatorFilter(
  field: DocumentField,
  operator: keyof Comparison,
  given: unknown,
  collection: EntityCollection,
): DocumentFilter {
  switch (operator) {
    case "eq":
    case "ne":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return compareFilter(field, `$${operator}`, given, collection);
    case "in":
    case "notIn":
      return memberFilter(field, operator, given, collection);
    case "between": {
      if (!Array.isArray(given) || given.length !== 2)
        throw refused(collection, field, "between takes a list of two values");
      const [from, to] = given;
      return { $and: [compareFilter(field, "$gte", from, collection), compareFilter(field, "$lte", to, collection)] };
    }
    case "contains":
    case "startsWith":
    case "like":
      return searchFilter(field, operator, given, collection);
    case "isNull":
      if (typeof given !== "boolean") throw refused(collection, field, "isNull takes true or false");
      return { [field.path]: given ? null : { $ne: null } };
    default:
      throw refused(
        collection,
        field,
        `knows no operator ${String(operator satisfies never)}: there are eq, ne, gt, gte, lt, lte, in, notIn, contains, startsWith, like, between and isNull`,
      );
  }
}

type Sign = "$eq" | "$ne" | "$gt" | "$gte" | "$lt" | "$lte";

function compareFilter(field: DocumentField, sign: Sign, given: unknown, collection: EntityCollection): DocumentFilter {
  // Comparison with null is never true.
  if (given === null) return NEVER;
  const value = comparable(field, given, collection);
  if (value === NO_SUCH_VALUE) {
    if (sign === "$eq") return NEVER;
    if (sign === "$ne") return { [field.path]: { $ne: null } };
    throw refused(collection, field, "cannot be compared with this value");
  }
  const encoded = field.encode(value);
  return { [field.path]: sign === "$ne" ? { $nin: [encoded, null] } : { [sign]: encoded } };
}

function memberFilter(
  field: DocumentField,
  operator: "in" | "notIn",
  given: unknown,
  collection: EntityCollection,
): DocumentFilter {
  if (!Array.isArray(given)) throw refused(collection, field, `${operator} takes a list`);
  // Not being equal to null is never true either.
  if (operator === "notIn" && given.includes(null)) return NEVER;
  const values: unknown[] = [];
  for (const each of given) {
    if (each === null) continue;
    const value = comparable(field, each, collection);
    if (value !== NO_SUCH_VALUE) values.push(field.encode(value));
  }
  if (given.length === 0) return operator === "in" ? NEVER : {};
  return { [field.path]: operator === "in" ? { $in: values } : { $nin: [...values, null] } };
}

function searchFilter(
  field: DocumentField,
  operator: "contains" | "startsWith" | "like",
  given: unknown,
  collection: EntityCollection,
): DocumentFilter {
  if (!["string", "text", "enum", "uuid"].includes(field.field.type.kind)) {
    throw refused(collection, field, `is no text: ${operator} is for texts`);
  }
  if (typeof given !== "string") throw refused(collection, field, `${operator} takes a text`);
  if (given.includes("\0")) return NEVER;
  if (operator === "like") {
    const parts = likeParts(given).map((part) =>
      part === "any" ? "[\\s\\S]*" : part === "one" ? "[\\s\\S]" : literally(part.text),
    );
    return { [field.path]: { $regex: `^${parts.join("")}$` } };
  }
  if (given === "") return { [field.path]: { $ne: null } };
  const pattern = literally(given);
  // Anchored, it is served by an index.
  return { [field.path]: { $regex: operator === "contains" ? pattern : `^${pattern}` } };
}

function literally(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

function comparable(field: DocumentField, given: unknown, collection: EntityCollection): unknown {
  const value = field.comparable(given);
  if (value instanceof Refusal) throw refused(collection, field, value.reason);
  return value;
}

function refused({ entity }: EntityCollection, { name }: DocumentField, reason: string): DatabaseError {
  return new DatabaseError("VALUE_REFUSED", `${entity.name}.${name} ${reason}.`, { fields: [name] });
}
