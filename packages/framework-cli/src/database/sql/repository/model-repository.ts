import type { Model, ModelStatic } from "sequelize";
import { DatabaseError } from "../../../errors/database-error.js";
import { refuseUndefined } from "../../check-query.js";
import { conflictOf, type RecordStore, readOne } from "../../create-repository.js";
import { keyValueOf, unknownField } from "../../field-table.js";
import type { RecordWriter } from "../../record-writer.js";
import type { Repository, Row, Where } from "../../repository.js";
import { refusedByModel } from "../sequelize/model-violations.js";
import type { SequelizeExecutor } from "../sql-executor.js";
import type { EntityTable, TableColumn } from "./entity-table.js";
import { inFields } from "./error-in-fields.js";

/** Keys of one query: SQLite nests conditions at most 1000 deep. */
const MOST_KEYS = 500;

/** A repository that writes through Sequelize's model, so that its hooks, setters and validators run. */
export function modelRepository(
  model: ModelStatic<Model>,
  plain: Repository,
  store: RecordStore<TableColumn> & { readonly table: EntityTable },
  neighbour: (name: string) => Repository,
  writer: RecordWriter,
  executor: SequelizeExecutor,
): Repository {
  const { table } = store;
  const { entity } = table;
  const { or } = (executor.sequelize.Sequelize as unknown as { readonly Op: { readonly or: symbol } }).Op;
  const { attributes = {}, options = {} } = entity.source ?? {};
  const setters = new Set(Object.keys((options.setterMethods as object | undefined) ?? {}));
  for (const [name, given] of Object.entries(attributes)) {
    const { set, type } = given as { readonly set?: unknown; readonly type?: { readonly key?: string } };
    if (set !== undefined || type?.key === "VIRTUAL") setters.add(name);
  }

  const keyOf = (instance: Model): Where =>
    Object.fromEntries(table.keys.map(({ name }) => [name, instance.getDataValue(name) as string]));
  const keysOf = async (where: Where): Promise<readonly Where[]> =>
    (await store.select(table.keys, { where, lock: executor.isInTransaction() })) as readonly Where[];
  const readBack = async (key: Where | undefined): Promise<Row | undefined> =>
    key && readOne(key, { reach: "all" }, store, neighbour);
  const instancesOf = async (keys: readonly Where[], from: ModelStatic<Model> = model): Promise<Model[]> => {
    const found: Model[] = [];
    for (let start = 0; start < keys.length; start += MOST_KEYS) {
      const where = { [or]: keys.slice(start, start + MOST_KEYS) } as never;
      found.push(...(await from.findAll({ where, paranoid: from === model })));
    }
    return found;
  };

  /** Converts values to the form of their types. Values for setters stay unchanged. */
  const normal = (values: Row): Row => {
    const plainValues: Row = {};
    const free: Row = {};
    for (const name in values) {
      if (values[name] === undefined) continue;
      if (setters.has(name)) free[name] = values[name];
      else if (!entity.fields.some((field) => field.name === name)) throw unknownField(entity, name);
      else plainValues[name] = values[name];
    }
    const typed = { ...writer.normal(plainValues), ...free };
    for (const name in typed) if (typeof typed[name] === "bigint") typed[name] = String(typed[name]);
    return typed;
  };
  /** Errors of hooks are the application's own. */
  const ofModel = (error: unknown): unknown => {
    if (error instanceof AggregateError)
      return ofModel((error.errors[0] as { errors?: unknown }).errors ?? error.errors[0]);
    if (!(error instanceof Error) || !error.name.startsWith("Sequelize")) return error;
    if (error.name === "SequelizeValidationError") return refusedByModel(error, entity.name);
    const translated = executor.translate(error);
    return translated instanceof DatabaseError ? inFields(translated, table) : translated;
  };
  /** Does the work in a transaction. */
  const written = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await executor.transaction(work);
    } catch (error) {
      throw ofModel(error);
    }
  };
  /** Changes the records with these keys. @returns their keys after that */
  const change = async (keys: readonly Where[], changes: Row): Promise<readonly Where[]> => {
    const typed = normal(changes);
    const found = await instancesOf(keys);
    // Rejects invalid values even if the record does not exist.
    if (found.length === 0) {
      writer.forUpdate(Object.fromEntries(Object.entries(changes).filter(([name]) => !setters.has(name))));
    }
    for (const instance of found) await instance.update(typed);
    return found.map(keyOf);
  };

  const repository: Repository = {
    ...plain,
    async create(values) {
      const typed = normal(values);
      const key = await model.create(typed).then(keyOf, (error) => {
        throw ofModel(error);
      });
      return (await readBack(key)) ?? {};
    },
    createMany: (values) =>
      executor.transaction(async () => {
        const created: Row[] = [];
        for (const each of values) created.push(await repository.create(each));
        return created;
      }),
    async update(id, changes) {
      if (keyValueOf(id, table) === undefined) return undefined;
      const [key] = await written(() => change([{ [table.key().name]: id } as Where], changes));
      return readBack(key);
    },
    async updateMany(where, changes) {
      refuseUndefined(where, entity);
      return written(async () => (await change(await keysOf(where), changes)).length);
    },
    remove: async (id) =>
      keyValueOf(id, table) !== undefined && (await repository.removeMany({ [table.key().name]: id } as Where)) > 0,
    async removeMany(where) {
      refuseUndefined(where, entity);
      return written(async () => {
        const keys = await keysOf(where);
        for (const instance of await instancesOf(keys)) await instance.destroy();
        return keys.length;
      });
    },
    async upsert(values, given = {}) {
      const names = conflictOf(given, table).map(({ name }) => name);
      const { dataValues } = model.build(normal(values));
      const found = names.map((name) => [name, dataValues[name] ?? null] as const);
      if (found.some(([, value]) => value === null)) return repository.create(values);
      const where = Object.fromEntries(found.map(([name, value]) => [name, { eq: value }])) as Where;
      const changes = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
      return written(async () => {
        const key = await store.selectOne(table.keys, where, { lock: executor.isInTransaction(), reach: "all" });
        const [instance] = key === undefined ? [] : await instancesOf([key as Where], model.unscoped());
        if (instance === undefined) return repository.create(values);
        if (table.deletedAt !== undefined) await instance.restore();
        await instance.update(normal(changes));
        return (await readBack(keyOf(instance))) ?? {};
      });
    },
  };
  return repository;
}
