import { getOrMake } from "@onespec/spec-core";
import type { Model, ModelStatic } from "sequelize";
import type { Entity } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { checkOptions, checkQuery, checkRecord, refuseUndefined } from "../../check-query.js";
import { entityNamed, keyValueOf, selectedFields, withoutHidden } from "../../field-table.js";
import { includeRelated, includesOf } from "../../include-related.js";
import { createRecordWriter } from "../../record-writer.js";
import type { FindQuery, Repository, Row, Where } from "../../repository.js";
import type { SequelizeExecutor, SqlExecutor } from "../sql-executor.js";
import { Statement } from "../statement.js";
import { createBrokenReferences } from "./broken-references.js";
import { createEntityTable, decodeRow, type EntityTable, encode, type TableColumn } from "./entity-table.js";
import { inFields, type RunSql } from "./error-in-fields.js";
import { createModelReader, type ModelReader } from "./model-reader.js";
import { createModelWriter, type ModelWriter } from "./model-writer.js";
import { columnList, livingParts, livingWhere, lockedTable, lockSql, selectRecords } from "./select-records.js";
import { amountSql, whereSql } from "./where-sql.js";
import { assignments, createInserter, insertOrUpdate } from "./write-records.js";

/**
 * Repositories of all entities over one executor, each made when first asked for. With Sequelize's models, those whose own code takes part
 * are written through them.
 *
 * @throws DatabaseError UNKNOWN_ENTITY
 */
export function createSqlRepositories(
  executor: SqlExecutor | SequelizeExecutor,
  entities: readonly Entity[],
): (name: string) => Repository {
  const repositories = new Map<string, Repository>();
  const repositoryOf = (name: string): Repository =>
    getOrMake(repositories, name, () =>
      createSqlRepository(executor, entityNamed(name, entities), repositoryOf, entities),
    );
  return repositoryOf;
}

function createSqlRepository(
  executor: SqlExecutor | SequelizeExecutor,
  entity: Entity,
  neighbour: (name: string) => Repository,
  entities: readonly Entity[],
): Repository {
  const { dialect } = executor;
  const plainTable = createEntityTable(entity, dialect);
  const reader = (): ModelReader | undefined => {
    const model = "sequelize" in executor ? modelBeyond(entity, executor) : undefined;
    return model === undefined ? undefined : createModelReader(model, plainTable);
  };
  const table: EntityTable = { ...plainTable, scope: () => reader()?.condition };
  const run: RunSql = (sql, parameters) =>
    executor.run(sql, parameters).catch((error: unknown) => {
      throw error instanceof DatabaseError ? inFields(error, table, sql) : error;
    });
  const broken = createBrokenReferences(table, entities, run);
  const written = <T>(work: Promise<T>, records: readonly Row[]): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw await broken.ofWrite(error, records);
    });
  const removed = <T>(work: Promise<T>, where: () => Where): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw await broken.ofRemoval(error, where());
    });
  const writer = createRecordWriter(entity);
  const inserter = createInserter(table, executor, run);
  const { updatedAt } = entity.timestamps;
  const returns = dialect === "sqlite" || dialect === "postgres";
  const model = (): ModelWriter | undefined => {
    const found = "sequelize" in executor ? modelBeyond(entity, executor) : undefined;
    if (found === undefined || !("sequelize" in executor)) return undefined;
    return createModelWriter(found, entity, writer, executor, (error) => inFields(error, table));
  };

  /** As a parameter of the key, `undefined` for what no key can be. */
  const keyValue = (id: unknown): unknown => {
    const value = keyValueOf(id, table);
    return value === undefined ? undefined : encode(table.key(), value);
  };
  const keyWhere = (statement: Statement, value: unknown): string => {
    const column = table.key();
    const bound = statement.bind(value);
    const wide =
      dialect === "postgres" && (column.field.type.kind === "integer" || column.field.type.kind === "bigint");
    return [`${column.quoted} = ${bound}${wide ? "::bigint" : ""}`, ...livingParts(table)].join(" AND ");
  };
  const ofLiving = (text: string, where: Where, statement: Statement): string => {
    const condition = livingWhere(where, table, statement);
    return condition === undefined ? text : `${text} WHERE ${condition}`;
  };
  const removal = (statement: Statement): string =>
    table.deletedAt === undefined
      ? `DELETE FROM ${table.quoted}`
      : `UPDATE ${table.quoted} SET ${assignments(writer.forRemove(), table, statement)}`;
  const read = async (value: unknown, columns: readonly TableColumn[], lock = false): Promise<Row | undefined> => {
    const statement = new Statement(dialect);
    const text = `SELECT ${columnList(columns)} FROM ${lockedTable(table, lock)} WHERE ${keyWhere(statement, value)}${lockSql(table, lock)}`;
    const { rows } = await run(text, statement.parameters);
    return rows[0] === undefined ? undefined : decodeRow(rows[0], columns);
  };
  const shown = (record: Row): Row => withoutHidden(record, table);
  const checkLock = (lock: boolean | undefined): void => {
    if (!lock || executor.isInTransaction()) return;
    throw new DatabaseError("VALUE_REFUSED", "A lock needs a transaction.", {
      hint: "Write: transaction(() => repository.get(id, { lock: true })).",
    });
  };

  /**
   * Reads with the fields that relations and getters hang on, puts in what those give, and takes out the fields that nobody asked for.
   */
  const completed = async (
    { fields, include = [] }: Pick<FindQuery, "fields" | "include">,
    readRows: (columns: readonly TableColumn[]) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const columns = selectedFields(fields, table);
    const beyond = reader();
    if (include.length === 0 && beyond === undefined) return readRows(columns);
    const isAsked = (name: string): boolean =>
      fields === undefined ? beyond?.isShown(name) !== false : columns.some((column) => column.name === name);
    const included = includesOf(include, entity);
    const needed = new Set<string>([...columns.map(({ name }) => name), ...included.map(({ link }) => link)]);
    const records = await readRows(
      beyond?.get === undefined ? table.fields.filter(({ name }) => needed.has(name)) : table.fields,
    );
    for (const each of included) await includeRelated(records, each, neighbour);
    for (const record of records) {
      if (beyond?.get !== undefined) beyond.get(record);
      for (const { name, field } of table.fields) {
        const isHidden = fields === undefined && field.hidden;
        if (isHidden || !(isAsked(name) || (fields === undefined && field.primaryKey))) delete record[name];
      }
    }
    return records;
  };
  const readBack = async (where: Where): Promise<Row | undefined> =>
    (
      await completed({}, (columns) =>
        selectRecords({ ...table, scope: () => undefined }, columns, { where, limit: 1 }, run),
      )
    )[0];
  const keysOf = async (where: Where): Promise<readonly Where[]> =>
    (await selectRecords(table, table.keys, { where, lock: executor.isInTransaction() }, run)) as readonly Where[];

  const repository: Repository = {
    entity,
    async find(query = {}) {
      checkQuery(query);
      checkLock(query.lock);
      return completed(query, (columns) => selectRecords(table, columns, query, run));
    },
    async get(id, options = {}) {
      checkQuery(options, "get");
      checkLock(options.lock);
      const value = keyValue(id);
      if (value === undefined) return undefined;
      const rows = await completed(options, async (columns) => {
        const record = await read(value, columns, options.lock);
        return record === undefined ? [] : [record];
      });
      return rows[0];
    },
    async create(values) {
      const through = model();
      if (through !== undefined) return (await readBack(await through.create(values))) ?? {};
      const record = writer.forCreate(values);
      await inserter.insert(record);
      return shown(record);
    },
    async createMany(values) {
      if (model() !== undefined) {
        return executor.transaction(async () => {
          const created: Row[] = [];
          for (const each of values) created.push(await repository.create(each));
          return created;
        });
      }
      const records = values.map((each) => writer.forCreate(each));
      if (records.length > 0) await inserter.insertAll(records);
      return records.map(shown);
    },
    async update(id, changes) {
      const through = model();
      if (through !== undefined) {
        if (keyValue(id) === undefined) return undefined;
        const [key] = await through.update([{ [table.key().name]: id } as Where], changes);
        return key === undefined ? undefined : readBack(key);
      }
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
    async increment(id, amounts) {
      checkRecord(amounts);
      const value = keyValue(id);
      if (value === undefined) return undefined;
      const statement = new Statement(dialect);
      const version = entity.source?.options.version;
      const counted = version ? { [version === true ? "version" : String(version)]: 1 } : {};
      const parts = Object.entries({ ...amounts, ...counted }).map(([name, amount]) => {
        const column = table.field(name);
        return `${column.quoted} = ${column.quoted} + ${amountSql(column, amount, table, statement)}`;
      });
      if (Object.keys(amounts).length === 0) return repository.get(id);
      if (updatedAt !== undefined) parts.push(assignments({ [updatedAt]: new Date().toISOString() }, table, statement));
      const text = `UPDATE ${table.quoted} SET ${parts.join(", ")} WHERE ${keyWhere(statement, value)}`;
      return (await run(text, statement.parameters)).affected === 0 ? undefined : repository.get(id);
    },
    async updateMany(where, changes) {
      refuseUndefined(where, entity);
      const through = model();
      if (through !== undefined) {
        return executor.transaction(async () => {
          return (await through.update(await keysOf(where), changes)).length;
        });
      }
      const set = writer.forUpdate(changes);
      const statement = new Statement(dialect);
      const assigned = assignments(set, table, statement);
      if (assigned === "") return repository.count(where);
      const text = ofLiving(`UPDATE ${table.quoted} SET ${assigned}`, where, statement);
      return (await run(text, statement.parameters)).affected;
    },
    async remove(id) {
      if (model() !== undefined) {
        return keyValue(id) !== undefined && (await repository.removeMany({ [table.key().name]: id } as Where)) > 0;
      }
      const value = keyValue(id);
      if (value === undefined) return false;
      const statement = new Statement(dialect);
      const { affected } = await run(`${removal(statement)} WHERE ${keyWhere(statement, value)}`, statement.parameters);
      return affected > 0;
    },
    async removeMany(where) {
      refuseUndefined(where, entity);
      const through = model();
      if (through !== undefined) {
        return executor.transaction(async () => {
          const keys = await keysOf(where);
          if (keys.length > 0) await through.remove(keys);
          return keys.length;
        });
      }
      const statement = new Statement(dialect);
      return (await run(ofLiving(removal(statement), where, statement), statement.parameters)).affected;
    },
    async count(where = {}) {
      const statement = new Statement(dialect);
      const text = `SELECT COUNT(*) AS ${dialect === "oracle" ? '"n"' : "n"} FROM ${table.quoted}`;
      const { rows } = await run(ofLiving(text, where, statement), statement.parameters);
      return Number(rows[0]?.n);
    },
    async upsert(values, options = {}) {
      checkOptions(options, ["conflict"], "upsert");
      const conflict = (options.conflict ?? table.keys.map((key) => key.name)).map((name) => table.field(name));
      if (model() !== undefined) return throughModel(values, conflict);
      const { record, changes } = writer.forUpsert(
        values,
        conflict.map(({ name }) => name),
      );
      if (changes === undefined) {
        await inserter.insert(record);
        return shown(record);
      }
      if (returns) return insertOrUpdate(record, changes, conflict, table, run);
      return updateOrInsert(record, changes, conflict);
    },
  };
  return {
    ...repository,
    create: (values) => written(repository.create(values), [values]),
    createMany: (values) => written(repository.createMany(values), values),
    update: (id, changes) => written(repository.update(id, changes), [changes]),
    updateMany: (where, changes) => written(repository.updateMany(where, changes), [changes]),
    upsert: (values, options) => written(repository.upsert(values, options), [values]),
    remove: (id) => removed(repository.remove(id), () => ({ [table.key().name]: id }) as Where),
    removeMany: (where) => removed(repository.removeMany(where), () => where),
  };

  function throughModel(values: Row, conflict: readonly TableColumn[]): Promise<Row> {
    const names = conflict.map(({ name }) => name);
    if (names.some((name) => values[name] === undefined)) return repository.create(values);
    const where = Object.fromEntries(names.map((name) => [name, values[name]])) as Where;
    return executor.transaction(async () => {
      const [key] = await keysOf(where);
      if (key === undefined) return repository.create(values);
      const changes = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
      const [changed] = (await model()?.update([key], changes)) ?? [];
      return (changed && (await readBack(changed))) ?? {};
    });
  }

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

/** The model, if its own code takes part in writing. Hooks may also be added while the application runs. */
function modelBeyond(entity: Entity, executor: SequelizeExecutor): ModelStatic<Model> | undefined {
  const model = executor.sequelize.models[entity.name] as ModelStatic<Model> | undefined;
  if (model === undefined) return undefined;
  const hooks = Object.values(model.options.hooks ?? {}) as unknown as readonly (readonly unknown[])[];
  return (entity.source?.beyond.length ?? 0) > 0 || hooks.some((list) => list.length > 0) ? model : undefined;
}
