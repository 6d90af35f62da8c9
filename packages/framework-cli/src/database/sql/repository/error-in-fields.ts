import { DatabaseError, type FieldViolation } from "../../../errors/database-error.js";
import { duplicateMessage } from "../../field-table.js";
import { identifier } from "../../identifier.js";
import type { SqlResult } from "../sql-executor.js";
import type { EntityTable } from "./entity-table.js";

/** Runs a statement. Errors name the entity's fields instead of the table's columns. */
export type RunSql = (sql: string, parameters: readonly unknown[]) => Promise<SqlResult>;

/** The message for a reference to a missing record. */
export function danglingMessage(model: string, fields: readonly string[], word: "and" | "or"): string {
  return `The record that ${model}.${fields.join(` ${word} ${model}.`)} refers to does not exist.`;
}

/** The error with the entity's fields instead of the table's columns. */
export function inFields(error: DatabaseError, table: EntityTable, sql?: string): DatabaseError {
  const { code, constraint } = error;
  // Sequelize's errors carry their statement.
  const statement = sql ?? (error.cause as { readonly sql?: string } | undefined)?.sql ?? "";
  const isRemoval = /^\s*DELETE\b/i.test(statement);
  if (code === "FOREIGN_KEY_VIOLATION" && isRemoval) {
    return new DatabaseError(code, `This ${table.entity.name} cannot be removed: another record still refers to it.`, {
      cause: error.cause,
      constraint,
    });
  }
  if (code !== "UNIQUE_VIOLATION" && code !== "VALUE_REFUSED" && code !== "FOREIGN_KEY_VIOLATION") return error;
  const named = error.fields.flatMap((column) => table.fields.find((each) => each.column === column)?.name ?? []);
  const told = named.length > 0 || constraint === undefined ? named : fieldsOfConstraint(constraint, table);
  // SQLite does not say which reference failed, so all of them are named.
  const references = table.entity.fields.filter((field) => field.references !== undefined).map((field) => field.name);
  const fields = code === "FOREIGN_KEY_VIOLATION" && told.length === 0 ? references : told;
  const { name } = table.entity;
  const list = fields.join(" and ");
  const message =
    code === "UNIQUE_VIOLATION" && list !== ""
      ? duplicateMessage(table.entity, fields)
      : code === "VALUE_REFUSED" && list !== ""
        ? `The database rejected the value of ${name}.${list}.`
        : code === "FOREIGN_KEY_VIOLATION" && list !== ""
          ? danglingMessage(name, fields, "or")
          : error.message;
  // Clients must not see the database's message or its address.
  const violations: readonly FieldViolation[] =
    code !== "VALUE_REFUSED"
      ? []
      : fields.length > 0
        ? fields.map((field) => ({ field, reason: "has a value that the database rejects" }))
        : [{ reason: "The database rejects a value." }];
  return new DatabaseError(code, message, { fields, violations, cause: error.cause, constraint, hint: error.hint });
}

/** Recognises the names that migrations give to constraints, and those that databases give to primary keys. */
function fieldsOfConstraint(constraint: string, { entity, keys }: EntityTable): readonly string[] {
  const name = constraint.toLowerCase();
  const index = entity.indexes.find((each) => identifier(each.name).toLowerCase() === name);
  if (index !== undefined) return index.fields;
  if (name === "primary" || name === `${entity.table}_pkey`.toLowerCase()) return keys.map((key) => key.name);
  const field = entity.fields.find(({ column }) =>
    ["unique", "check", "fk"].some((kind) => identifier(entity.table, column, kind).toLowerCase() === name),
  );
  if (field !== undefined) return [field.name];
  // MySQL names a UNIQUE constraint after its column.
  return entity.fields.filter((each) => each.column.toLowerCase() === name).map((each) => each.name);
}
