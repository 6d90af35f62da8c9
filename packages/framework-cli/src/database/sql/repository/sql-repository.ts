import { getOrMake } from "@onespec/spec-core";
import type { Model, ModelStatic } from "sequelize";
import type { Entity } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { createRepository } from "../../create-repository.js";
import { entityNamed } from "../../field-table.js";
import { createRecordWriter } from "../../record-writer.js";
import type { Repository, Row, Where } from "../../repository.js";
import type { SequelizeExecutor, SqlExecutor } from "../sql-executor.js";
import { createBrokenReferences } from "./broken-references.js";
import { createEntityTable, type EntityTable } from "./entity-table.js";
import { inFields, type RunSql } from "./error-in-fields.js";
import { createModelReader, type ModelReader } from "./model-reader.js";
import { modelRepository } from "./model-repository.js";
import { createSqlStore } from "./sql-store.js";

/**
 * Repositories of all entities on one executor, each created at first use. With Sequelize's models, entities whose
 * models have their own code are written through the models.
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

/** The model, if its own code takes part in writing. Hooks may also be added while the application runs. */
function modelBeyond(entity: Entity, executor: SequelizeExecutor): ModelStatic<Model> | undefined {
  const model = executor.sequelize.models[entity.name] as ModelStatic<Model> | undefined;
  if (model === undefined) return undefined;
  const hooks = Object.values(model.options.hooks ?? {}) as unknown as readonly (readonly unknown[])[];
  return (entity.source?.beyond.length ?? 0) > 0 || hooks.some((list) => list.length > 0) ? model : undefined;
}
