import type { Model, ModelStatic } from "sequelize";
import type { Entity } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import type { RecordReader } from "../../create-repository.js";
import type { EntityTable } from "./entity-table.js";

/** The parts of a model that take part in reading. */
export interface ModelReader extends RecordReader {
  /** The condition of the default scope, as SQL. */
  readonly condition: string | undefined;
}

interface Scope {
  readonly where?: object;
  readonly attributes?: readonly unknown[] | { readonly exclude?: readonly string[] };
}

/** @throws DatabaseError QUERY_FAILED for a model with hooks on reads, which only Sequelize's queries can run */
export function createModelReader(model: ModelStatic<Model>, { entity }: EntityTable): ModelReader {
  const hook = FIND_HOOKS.find((name) => ((model.options.hooks?.[name] as unknown as unknown[]) ?? []).length > 0);
  if (hook !== undefined) {
    throw new DatabaseError("QUERY_FAILED", `${entity.name} has the hook ${hook}, which repositories do not run.`, {
      hint: `Read it with the model: models.${entity.name}.findAll(...).`,
    });
  }
  const { where, attributes } = (model.options.defaultScope ?? {}) as Scope;
  const generator = model.sequelize?.getQueryInterface().queryGenerator as
    | { getWhereConditions(where: object, table: null, model: unknown): string }
    | undefined;
  const condition = where === undefined ? undefined : generator?.getWhereConditions(where, null, model);
  const listed = Array.isArray(attributes) ? attributes.filter((each) => typeof each === "string") : undefined;
  const excluded = Array.isArray(attributes) ? [] : ((attributes as { exclude?: readonly string[] })?.exclude ?? []);
  return {
    condition: condition || undefined,
    isShown: (name) => (listed === undefined || listed.includes(name)) && !excluded.includes(name),
    get: getterOf(model, entity),
  };
}

const FIND_HOOKS = [
  "beforeFind",
  "beforeFindAfterExpandIncludeAll",
  "beforeFindAfterOptions",
  "afterFind",
  "beforeCount",
] as const;

function getterOf(model: ModelStatic<Model>, { fields, source }: Entity): ModelReader["get"] {
  const { attributes = {}, options = {} } = source ?? {};
  const names = Object.keys((options.getterMethods as object | undefined) ?? {});
  for (const [name, given] of Object.entries(attributes)) {
    if ((given as { readonly get?: unknown }).get !== undefined) names.push(name);
  }
  if (names.length === 0) return undefined;
  const times = fields.filter(({ type }) => type.kind === "timestamp").map(({ name }) => name);
  return (record) => {
    const values = { ...record };
    for (const name of times) if (typeof values[name] === "string") values[name] = new Date(values[name]);
    const instance = model.build(values, { raw: true, isNewRecord: false });
    for (const name of names) {
      const value: unknown = instance.get(name);
      record[name] = value instanceof Date ? value.toISOString() : value;
    }
    return record;
  };
}
