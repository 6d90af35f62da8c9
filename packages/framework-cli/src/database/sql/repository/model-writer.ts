import type { Model, ModelStatic } from "sequelize";
import type { Entity } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { unknownField } from "../../field-table.js";
import type { RecordWriter } from "../../record-writer.js";
import type { Row, Where } from "../../repository.js";
import { refusedByModel } from "../sequelize/model-violations.js";
import type { SequelizeExecutor } from "../sql-executor.js";

/** Writes records through Sequelize's model, so that its hooks, setters and validators run. The key of each is what it answers. */
export interface ModelWriter {
  create(values: Row): Promise<Where>;
  /** For the records with these keys. */
  update(keys: readonly Where[], changes: Row): Promise<readonly Where[]>;
  remove(keys: readonly Where[]): Promise<void>;
}

export function createModelWriter(
  model: ModelStatic<Model>,
  entity: Entity,
  writer: RecordWriter,
  executor: SequelizeExecutor,
  inFields: (error: DatabaseError) => DatabaseError,
): ModelWriter {
  const { attributes = {}, options = {} } = entity.source ?? {};
  const setters = new Set(Object.keys((options.setterMethods as object | undefined) ?? {}));
  for (const [name, given] of Object.entries(attributes)) {
    const { set, type } = given as { readonly set?: unknown; readonly type?: { readonly key?: string } };
    if (set !== undefined || type?.key === "VIRTUAL") setters.add(name);
  }
  const keys = entity.fields.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  const keyOfInstance = (instance: Model): Where =>
    Object.fromEntries(keys.map((name) => [name, instance.getDataValue(name) as string]));

  /** Values in the form of their types; what a setter takes stays as it is. */
  const normal = (values: Row): Row => {
    const plain: Row = {};
    const free: Row = {};
    for (const name in values) {
      if (values[name] === undefined) continue;
      if (setters.has(name)) free[name] = values[name];
      else if (!entity.fields.some((field) => field.name === name)) throw unknownField(entity, name);
      else plain[name] = values[name];
    }
    const typed = { ...writer.normal(plain), ...free };
    for (const name in typed) if (typeof typed[name] === "bigint") typed[name] = String(typed[name]);
    return typed;
  };
  const reported = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw ofModel(error);
    }
  };
  /** Errors of hooks are the application's own. */
  const ofModel = (error: unknown): unknown => {
    if (error instanceof AggregateError)
      return ofModel((error.errors[0] as { errors?: unknown }).errors ?? error.errors[0]);
    if (!(error instanceof Error) || !error.name.startsWith("Sequelize")) return error;
    if (error.name === "SequelizeValidationError") return refusedByModel(error, entity.name);
    const translated = executor.translate(error);
    return translated instanceof DatabaseError ? inFields(translated) : translated;
  };
  const { or } = (executor.sequelize.Sequelize as unknown as { readonly Op: { readonly or: symbol } }).Op;
  const instances = (where: readonly Where[]): Promise<Model[]> => model.findAll({ where: { [or]: where } as never });

  return {
    create: (values) => {
      const typed = normal(values);
      return reported(async () => keyOfInstance(await model.create(typed)));
    },
    update: (where, changes) => {
      const typed = normal(changes);
      return reported(() =>
        executor.transaction(async () => {
          const found = where.length === 0 ? [] : await instances(where);
          // Bad values are rejected even if there is no record to reject them.
          if (found.length === 0) {
            writer.forUpdate(Object.fromEntries(Object.entries(changes).filter(([name]) => !setters.has(name))));
          }
          for (const instance of found) await instance.update(typed);
          return found.map(keyOfInstance);
        }),
      );
    },
    remove: (where) =>
      reported(() =>
        executor.transaction(async () => {
          for (const instance of await instances(where)) await instance.destroy();
        }),
      ),
  };
}
