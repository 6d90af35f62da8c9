import type { Entity } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { checkQuery } from "../../check-query.js";
import { createRecordWriter } from "../../record-writer.js";
import { refuseUndefined } from "../../refuse-undefined.js";
import type { FindQuery, Repository, Row, Where } from "../../repository.js";
import type { SqlExecutor } from "../sql-executor.js";
import { createEntityTable, decodeRow, type EntityTable, encode, type TableColumn } from "./entity-table.js";
import { includeRelation, linkOf, type Neighbours, relationsOf } from "./include-relations.js";
import { createRunSql } from "./run-sql.js";
import { columnList, columnsOf, livingWhere, selectRecords } from "./select-records.js";
import { Statement } from "./statement.js";
import { whereSql } from "./where-sql.js";
import { assignments, createInserter, insertOrUpdate } from "./write-records.js";

/** Repositories of all entities over one executor, each made when first asked for. @throws DatabaseError UNKNOWN_ENTITY */
export function createSqlRepositories(
  executor: SqlExecutor,
  entities: readonly Entity[],
): (name: string) => Repository {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const tables = new Map<string, EntityTable>();
  const repositories = new Map<string, Repository>();
  const table = (name: string): EntityTable => {
    let found = tables.get(name);
    if (found !== undefined) return found;
    const entity = byName.get(name);
    if (entity === undefined) {
      throw new DatabaseError("UNKNOWN_ENTITY", `There is no model ${name}.`, {
        hint: `The models are ${[...byName.keys()].sort().join(", ")}.`,
      });
    }
    found = createEntityTable(entity, executor.dialect);
    tables.set(name, found);
    return found;
  };
  const neighbours: Neighbours = { table, run: (name) => createRunSql(executor, table(name)) };
  return (name) => {
    let repository = repositories.get(name);
    if (repository === undefined) {
      repository = createSqlRepository(executor, table(name), neighbours);
      repositories.set(name, repository);
    }
    return repository;
  };
}

function createSqlRepository(executor: SqlExecutor, table: EntityTable, neighbours: Neighbours): Repository {
  const { entity, dialect } = table;
  const run = createRunSql(executor, table);
  const writer = createRecordWriter(entity);
  const inserter = createInserter(table, executor, run);
  const { deletedAt, updatedAt } = entity.timestamps;
  const returns = dialect === "sqlite" || dialect === "postgres";
  const living = table.deletedAt === undefined ? "" : ` AND ${table.deletedAt.quoted} IS NULL`;
  const selectAll = `SELECT ${columnList(table.shown)} FROM ${table.quoted}`;

  /** As a parameter of the key, `undefined` for what no key can be. */
  const keyValue = (id: unknown): unknown => {
    const column = table.key();
    const value = id === null || id === undefined ? undefined : column.comparable(id);
    return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
      ? encode(column, value)
      : undefined;
  };
  const keyWhere = (statement: Statement, value: unknown): string => {
    const column = table.key();
    const bound = statement.bind(value);
    const wide =
      dialect === "postgres" && (column.field.type.kind === "integer" || column.field.type.kind === "bigint");
    return `${column.quoted} = ${bound}${wide ? "::bigint" : ""}${living}`;
  };
  const read = async (value: unknown, columns: readonly TableColumn[]): Promise<Row | undefined> => {
    const statement = new Statement(dialect);
    const select = columns === table.shown ? selectAll : `SELECT ${columnList(columns)} FROM ${table.quoted}`;
    const { rows } = await run(`${select} WHERE ${keyWhere(statement, value)}`, statement.parameters);
    return rows[0] === undefined ? undefined : decodeRow(rows[0], columns);
  };
  const shown = (record: Row): Row => {
    for (const { name, field } of table.columns) if (field.hidden) delete record[name];
    return record;
  };

  /** Reads with the fields that relations hang on, brings the relations along, and takes those fields out again. */
  const withRelations = async (
    { fields, include = [] }: Pick<FindQuery, "fields" | "include">,
    readRows: (columns: readonly TableColumn[]) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const columns = columnsOf(fields, table);
    if (include.length === 0) return readRows(columns);
    const relations = relationsOf(include, table);
    const missing = [...new Set(relations.map((relation) => linkOf(relation, table)))].filter(
      (name) => !columns.some((column) => column.name === name),
    );
    const records = await readRows([...columns, ...missing.map((name) => table.column(name))]);
    for (const relation of relations) await includeRelation(records, relation, table, neighbours);
    for (const record of records) for (const name of missing) delete record[name];
    return records;
  };

  const removal = (): Row => {
    const now = new Date().toISOString();
    return {
      ...(deletedAt !== undefined && { [deletedAt]: now }),
      ...(updatedAt !== undefined && { [updatedAt]: now }),
    };
  };

  const repository: Repository = {
    entity,
    async find(query = {}) {
      checkQuery(query);
      return withRelations(query, (columns) => selectRecords(table, columns, query, run));
    },
    async get(id, options = {}) {
      const value = keyValue(id);
      if (value === undefined) return undefined;
      if (options.fields === undefined && options.include === undefined) return read(value, table.shown);
      const rows = await withRelations(options, async (columns) => {
        const record = await read(value, columns);
        return record === undefined ? [] : [record];
      });
      return rows[0];
    },
    async create(values) {
      const record = writer.forCreate(values);
      await inserter.insert(record);
      return shown(record);
    },
    async createMany(values) {
      const records = values.map((each) => writer.forCreate(each));
      if (records.length > 0) await inserter.insertAll(records);
      return records.map(shown);
    },
    async update(id, changes) {
      const set = writer.forUpdate(changes);
      const value = keyValue(id);
      if (value === undefined) return undefined;
      const statement = new Statement(dialect);
      const assigned = assignments(set, table, statement);
      if (assigned === "") return read(value, table.shown);
      const text = `UPDATE ${table.quoted} SET ${assigned} WHERE ${keyWhere(statement, value)}`;
      if (returns) {
        const { rows } = await run(`${text} RETURNING ${columnList(table.shown)}`, statement.parameters);
        return rows[0] === undefined ? undefined : decodeRow(rows[0], table.shown);
      }
      const { affected } = await run(text, statement.parameters);
      if (affected === 0) return undefined;
      const key = table.key();
      return read(set[key.name] === undefined ? value : encode(key, set[key.name]), table.shown);
    },
    async updateMany(where, changes) {
      refuseUndefined(where, entity);
      const set = writer.forUpdate(changes);
      const statement = new Statement(dialect);
      const assigned = assignments(set, table, statement);
      if (assigned === "") return repository.count(where);
      const condition = livingWhere(where, table, statement);
      const text = `UPDATE ${table.quoted} SET ${assigned}`;
      const { affected } = await run(
        condition === undefined ? text : `${text} WHERE ${condition}`,
        statement.parameters,
      );
      return affected;
    },
    async remove(id) {
      const value = keyValue(id);
      if (value === undefined) return false;
      const statement = new Statement(dialect);
      const verb =
        table.deletedAt === undefined
          ? `DELETE FROM ${table.quoted}`
          : `UPDATE ${table.quoted} SET ${assignments(removal(), table, statement)}`;
      const { affected } = await run(`${verb} WHERE ${keyWhere(statement, value)}`, statement.parameters);
      return affected > 0;
    },
    async removeMany(where) {
      refuseUndefined(where, entity);
      const statement = new Statement(dialect);
      const verb =
        table.deletedAt === undefined
          ? `DELETE FROM ${table.quoted}`
          : `UPDATE ${table.quoted} SET ${assignments(removal(), table, statement)}`;
      const condition = livingWhere(where, table, statement);
      const { affected } = await run(
        condition === undefined ? verb : `${verb} WHERE ${condition}`,
        statement.parameters,
      );
      return affected;
    },
    async count(where = {}) {
      const statement = new Statement(dialect);
      const condition = livingWhere(where, table, statement);
      const text = `SELECT COUNT(*) AS ${dialect === "oracle" ? '"n"' : "n"} FROM ${table.quoted}`;
      const { rows } = await run(condition === undefined ? text : `${text} WHERE ${condition}`, statement.parameters);
      return Number(rows[0]?.n);
    },
    async upsert(values, options = {}) {
      const conflict = (options.conflict ?? table.keys.map((key) => key.name)).map((name) => table.column(name));
      const record = writer.forCreate(values);
      // Without its key the record cannot be one that is there.
      if (conflict.some(({ name }) => record[name] === undefined)) {
        await inserter.insert(record);
        return shown(record);
      }
      const given: Row = {};
      for (const name in values) {
        if (values[name] !== undefined && !conflict.some((column) => column.name === name)) given[name] = values[name];
      }
      const changes = writer.forUpdate(given);
      // A removed record of this key lives again.
      if (deletedAt !== undefined && changes[deletedAt] === undefined) changes[deletedAt] = null;
      if (returns) return insertOrUpdate(record, changes, conflict, table, run);
      return updateOrInsert(record, changes, conflict);
    },
  };
  return repository;

  async function updateOrInsert(record: Row, changes: Row, conflict: readonly TableColumn[]): Promise<Row> {
    const where = Object.fromEntries(conflict.map(({ name }) => [name, record[name]])) as Where;
    const update = async (): Promise<boolean> => {
      const statement = new Statement(dialect);
      const assigned = assignments(changes, table, statement);
      const condition = whereSql(where, table, statement);
      const text =
        assigned === ""
          ? `SELECT 1 AS here FROM ${table.quoted} WHERE ${condition}`
          : `UPDATE ${table.quoted} SET ${assigned} WHERE ${condition}`;
      return (await run(text, statement.parameters)).affected > 0;
    };
    if (!(await update())) {
      try {
        await inserter.insert(record);
        return shown(record);
      } catch (error) {
        // Somebody else was quicker.
        if (!(error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION") || !(await update())) throw error;
      }
    }
    const [stored] = await selectRecords(table, table.shown, { where, limit: 1 }, run);
    return stored ?? shown(record);
  }
}
