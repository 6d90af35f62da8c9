import { getOrMake } from "@onespec/spec-core";
import type { Model, ModelStatic } from "sequelize";
import type { Entity } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { refuseUndefined } from "../../check-query.js";
import { conflictOf, createRepository, type RecordStore, readOne } from "../../create-repository.js";
import { entityNamed, keyValueOf } from "../../field-table.js";
import { createRecordWriter, type RecordWriter } from "../../record-writer.js";
import type { Repository, Row, Where } from "../../repository.js";
import type { SequelizeExecutor, SqlExecutor } from "../sql-executor.js";
import { createBrokenReferences } from "./broken-references.js";
import { createEntityTable, type EntityTable, type TableColumn } from "./entity-table.js";
import { inFields, type RunSql } from "./error-in-fields.js";
import { createModelReader, type ModelReader } from "./model-reader.js";
import { createModelWriter } from "./model-writer.js";
import { createSqlStore } from "./sql-store.js";

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
  const plainTable = createEntityTable(entity, executor.dialect);
  const model = (): ModelStatic<Model> | undefined =>
    "sequelize" in executor ? modelBeyond(entity, executor) : undefined;
  const reader = (): ModelReader | undefined => {
    const found = model();
    return found && createModelReader(found, plainTable);
  };
  const table: EntityTable = { ...plainTable, scope: () => reader()?.condition };
  const run: RunSql = (sql, parameters) =>
    executor.run(sql, parameters).catch((error: unknown) => {
      throw error instanceof DatabaseError ? inFields(error, table, sql) : error;
    });
  const writer = createRecordWriter(entity);
  const store = { ...createSqlStore(table, executor, run), reader };
  const plain = createRepository(store, neighbour, writer);
  const repository = (): Repository => {
    const found = model();
    if (found === undefined || !("sequelize" in executor)) return plain;
    return modelRepository(found, plain, store, neighbour, writer, executor);
  };

  const broken = createBrokenReferences(table, entities, run);
  const written = <T>(work: Promise<T>, records: readonly Row[]): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw await broken.ofWrite(error, records);
    });
  const removed = <T>(work: Promise<T>, where: () => Where): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw await broken.ofRemoval(error, where());
    });
  return {
    ...plain,
    create: (values) => written(repository().create(values), [values]),
    createMany: (values) => written(repository().createMany(values), values),
    update: (id, changes) => written(repository().update(id, changes), [changes]),
    updateMany: (where, changes) => written(repository().updateMany(where, changes), [changes]),
    upsert: (values, options) => written(repository().upsert(values, options), [values]),
    remove: (id) => removed(repository().remove(id), () => ({ [table.key().name]: id }) as Where),
    removeMany: (where) => removed(repository().removeMany(where), () => where),
  };
}

/** A repository that writes through Sequelize's model, so that its hooks, setters and validators run. */
function modelRepository(
  model: ModelStatic<Model>,
  plain: Repository,
  store: RecordStore<TableColumn> & { readonly table: EntityTable },
  neighbour: (name: string) => Repository,
  recordWriter: RecordWriter,
  executor: SequelizeExecutor,
): Repository {
  const { table } = store;
  const writer = createModelWriter(model, table.entity, recordWriter, executor, (error) => inFields(error, table));
  const readBack = async (key: Where | undefined): Promise<Row | undefined> =>
    key && readOne(key, { reach: "all" }, store, neighbour);
  const keysOf = async (where: Where): Promise<readonly Where[]> =>
    (await store.select(table.keys, { where, lock: executor.isInTransaction() })) as readonly Where[];
  const repository: Repository = {
    ...plain,
    create: async (values) => (await readBack(await writer.create(values))) ?? {},
    createMany: (values) =>
      executor.transaction(async () => {
        const created: Row[] = [];
        for (const each of values) created.push(await repository.create(each));
        return created;
      }),
    async update(id, changes) {
      if (keyValueOf(id, table) === undefined) return undefined;
      const [key] = await writer.update([{ [table.key().name]: id } as Where], changes);
      return readBack(key);
    },
    async updateMany(where, changes) {
      refuseUndefined(where, table.entity);
      return executor.transaction(async () => (await writer.update(await keysOf(where), changes)).length);
    },
    remove: async (id) =>
      keyValueOf(id, table) !== undefined && (await repository.removeMany({ [table.key().name]: id } as Where)) > 0,
    async removeMany(where) {
      refuseUndefined(where, table.entity);
      return executor.transaction(async () => {
        const keys = await keysOf(where);
        if (keys.length > 0) await writer.remove(keys);
        return keys.length;
      });
    },
    async upsert(values, options = {}) {
      const names = conflictOf(options, table).map(({ name }) => name);
      if (names.some((name) => values[name] === undefined)) return repository.create(values);
      const where = Object.fromEntries(names.map((name) => [name, values[name]])) as Where;
      return executor.transaction(async () => {
        const [key] = await keysOf(where);
        if (key === undefined) return repository.create(values);
        const changes = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
        const [changed] = await writer.update([key], changes);
        return (await readBack(changed)) ?? {};
      });
    },
  };
  return repository;
}

/** The model, if its own code takes part in writing. Hooks may also be added while the application runs. */
function modelBeyond(entity: Entity, executor: SequelizeExecutor): ModelStatic<Model> | undefined {
  const model = executor.sequelize.models[entity.name] as ModelStatic<Model> | undefined;
  if (model === undefined) return undefined;
  const hooks = Object.values(model.options.hooks ?? {}) as unknown as readonly (readonly unknown[])[];
  return (entity.source?.beyond.length ?? 0) > 0 || hooks.some((list) => list.length > 0) ? model : undefined;
}
