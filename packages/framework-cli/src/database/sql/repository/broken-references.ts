import type { Entity, Field } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { identifier } from "../../identifier.js";
import type { Row, Where } from "../../repository.js";
import { quoteName, Statement } from "../statement.js";
import { type EntityTable, encode } from "./entity-table.js";
import { danglingMessage, type RunSql } from "./error-in-fields.js";
import { whereSql } from "./where-sql.js";

/**
 * Adds the broken reference to a foreign key error. Reads it from the database's message, or else looks at the rows.
 * Returns other errors unchanged.
 */
export interface BrokenReferences {
  /** @param where selects the records to remove */
  ofRemoval(error: unknown, where: Where): Promise<unknown>;
  /** @param records the values to write */
  ofWrite(error: unknown, records: readonly Row[]): Promise<unknown>;
}

export function createBrokenReferences(table: EntityTable, entities: readonly Entity[], run: RunSql): BrokenReferences {
  const { entity, dialect } = table;
  const quoted = (name: string): string => quoteName(name, dialect);
  const isThere = async (text: string, parameters: readonly unknown[]): Promise<boolean> =>
    (await run(text, parameters)).rows.length > 0;

  /** A reference to the records, or to records that would be removed with them. */
  const findHolder = async (where: Where): Promise<Reference | undefined> => {
    const open: Removed[] = [
      {
        entity,
        values: (column, statement) => {
          const condition = whereSql(where, table, statement);
          return `SELECT ${quoted(column)} FROM ${table.quoted}${condition === undefined ? "" : ` WHERE ${condition}`}`;
        },
      },
    ];
    const seen = new Set<string>([entity.name]);
    for (const removed of open) {
      for (const { from, field } of referencesOf(entities).filter(({ to }) => to === removed.entity)) {
        const { column = "", onDelete } = field.references ?? {};
        const rows = (statement: Statement): string =>
          `FROM ${quoted(from.table)} WHERE ${quoted(field.column)} IN (${removed.values(column, statement)})`;
        const statement = new Statement(dialect);
        if (!(await isThere(`SELECT 1 AS here ${rows(statement)}`, statement.parameters))) continue;
        if (onDelete === "RESTRICT" || onDelete === "NO ACTION") return { from, field, to: removed.entity };
        if (onDelete !== "CASCADE" || seen.has(from.name)) continue;
        seen.add(from.name);
        open.push({ entity: from, values: (name, inner) => `SELECT ${quoted(name)} ${rows(inner)}` });
      }
    }
    return undefined;
  };

  const isDangling = async ({ references, name }: Field, records: readonly Row[]): Promise<boolean> => {
    const given = records.flatMap((record) =>
      record[name] === undefined || record[name] === null ? [] : [record[name]],
    );
    for (const value of given) {
      const statement = new Statement(dialect);
      const bound = statement.bind(encode(table.field(name), value));
      const text = `SELECT 1 AS here FROM ${quoted(references?.table ?? "")} WHERE ${quoted(references?.column ?? "")} = ${bound}`;
      if (!(await isThere(text, statement.parameters))) return true;
    }
    return false;
  };

  return {
    async ofRemoval(error, where) {
      if (!isReferenceError(error)) return error;
      // This look may fail too: in PostgreSQL the first error ends the transaction.
      const holder = toldHolder(error, entities, entity) ?? (await findHolder(where).catch(() => undefined));
      if (holder === undefined) return error;
      const { from, field, to } = holder;
      const held = to === entity ? "it" : `a record of ${to.name} that goes with it`;
      return new DatabaseError(
        "FOREIGN_KEY_VIOLATION",
        `This ${entity.name} cannot be removed: ${from.name}.${field.name} still refers to ${held}.`,
        { cause: error.cause, constraint: error.constraint },
      );
    },
    async ofWrite(error, records) {
      if (!isReferenceError(error) || error.fields.length < 2) return error;
      const wrong: string[] = [];
      for (const field of entity.fields) {
        if (field.references === undefined || !error.fields.includes(field.name)) continue;
        if (await isDangling(field, records).catch(() => false)) wrong.push(field.name);
      }
      if (wrong.length === 0) return error;
      return new DatabaseError("FOREIGN_KEY_VIOLATION", danglingMessage(entity.name, wrong, "and"), {
        fields: wrong,
        cause: error.cause,
        constraint: error.constraint,
      });
    },
  };
}

/** A field that refers to an entity. */
interface Reference {
  readonly from: Entity;
  readonly field: Field;
  readonly to: Entity;
}

/** Records that would be removed. */
interface Removed {
  readonly entity: Entity;
  /** Selects the values of one of their columns. */
  values(column: string, statement: Statement): string;
}

function isReferenceError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === "FOREIGN_KEY_VIOLATION";
}

function referencesOf(entities: readonly Entity[]): readonly Reference[] {
  return entities.flatMap((from) =>
    from.fields.flatMap((field): Reference[] => {
      const to = entities.find(({ table }) => table === field.references?.table);
      return to === undefined ? [] : [{ from, field, to }];
    }),
  );
}

/**
 * Recognises the reference by the name that migrations give its constraint, or else by the table and column in the
 * message.
 */
function toldHolder(error: DatabaseError, entities: readonly Entity[], removed: Entity): Reference | undefined {
  const text = messageOf(error);
  const constraint = error.constraint?.toLowerCase();
  const [, named] =
    /referenced from table "([^"]+)"/.exec(text) ??
    /constraint fails \((?:`[^`]*`\.)?`([^`]+)`/.exec(text) ??
    /table "(?:[^".]*\.)?([^"]+)", column/.exec(text) ??
    [];
  const [, column] = /FOREIGN KEY \(`([^`]+)`\)/.exec(text) ?? /, column '([^']+)'/.exec(text) ?? [];
  const all = referencesOf(entities);
  const byName = all.find(
    ({ from, field }) =>
      constraint !== undefined && identifier(from.table, field.column, "fk").toLowerCase() === constraint,
  );
  if (byName !== undefined) return byName;
  const ofTable = all.filter(({ from }) => from.table === named);
  const ofColumn = ofTable.filter(({ field }) => field.column === column);
  if (ofColumn.length === 1) return ofColumn[0];
  const toRemoved = ofTable.filter(({ to }) => to === removed);
  return toRemoved.length === 1 ? toRemoved[0] : undefined;
}

/** The driver's message, which Sequelize wraps. PostgreSQL has the table in the detail. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { original, detail } = error as { readonly original?: unknown; readonly detail?: unknown };
  const own = `${error.message} ${typeof detail === "string" ? detail : ""}`;
  return `${own} ${messageOf(original)} ${messageOf(error.cause)}`;
}
