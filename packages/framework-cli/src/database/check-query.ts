import { DatabaseError } from "../errors/database-error.js";
import type { FindQuery, Row, Where } from "./repository.js";

/** What clients send may find its way here unread. @throws DatabaseError VALUE_REFUSED for a query that is none */
export function checkQuery(query: FindQuery): void {
  if (!isObject(query)) throw refused("A query is an object.");
  const { order, fields, include } = query;
  if (fields !== undefined && !isTexts(fields)) throw refused("fields takes a list of names.");
  if (include !== undefined && !isTexts(include)) throw refused("include takes a list of names.");
  if (order === undefined) return;
  if (!Array.isArray(order) || !order.every((key) => isTexts(key) && key.length === 2))
    throw refused("order takes a list of pairs: a name, and asc or desc.");
}

/** Taken for a condition, anything else would be met by every record. @throws DatabaseError VALUE_REFUSED */
export function checkCondition(where: Where): void {
  if (!isObject(where)) throw refused("A condition is an object.");
}

/** @throws DatabaseError VALUE_REFUSED for what holds no fields */
export function checkRecord(values: Row): void {
  if (!isObject(values)) throw refused("A record is an object.");
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function refused(message: string): DatabaseError {
  return new DatabaseError("VALUE_REFUSED", message);
}
