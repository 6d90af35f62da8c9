import { underscore } from "inflection";
import type { Entity, EntityIndex, EntitySource, Timestamps } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { relationOf } from "./association-relation.js";
import { fieldOf, isAttribute, tableName, uniqueName } from "./attribute-field.js";
import { beyondOf } from "./beyond-statements.js";
import { invalidModels, type ModelProblem } from "./check-model.js";
import { nameProblems } from "./check-names.js";
import type { ModelAttribute, ModelDefinition } from "./define-model.js";
import { hasMessages } from "./validator-rules.js";

/**
 * All models of an application as entities, sorted by name.
 * @param pathOf the file of a model, for messages
 * @throws FrameworkError MODEL_INVALID with the model and attribute of each mistake
 */
export function entitiesFromModels(
  models: readonly ModelDefinition[],
  pathOf: (model: string) => string | undefined = () => undefined,
): readonly Entity[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  const problems: ModelProblem[] = [];
  const add = (model: string, { message, ...rest }: ModelProblem): void => {
    const path = pathOf(model);
    problems.push({ message: path === undefined ? message : `${path}: ${message}`, ...rest });
  };
  let first: unknown;
  const entities = models.map((model) =>
    entityOf(model, byName, (part) => {
      try {
        return [part()];
      } catch (error) {
        if (!(error instanceof FrameworkError)) throw error;
        first ??= error;
        add(model.name, { message: error.message, ...(error.hint !== undefined && { hint: error.hint }) });
        return [];
      }
    }),
  );
  // A field that is wrong itself is missing here, and so would seem to be unknown.
  for (const entity of problems.length === 0 ? entities : []) {
    for (const problem of nameProblems(entity, entities)) add(entity.name, problem);
  }
  if (problems.length > 0) throw invalidModels(problems, first);
  return entities.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Models = ReadonlyMap<string, ModelDefinition>;

/**
 * Reads one part of a model. Returns an empty list for an invalid part, which is reported later with all other
 * mistakes.
 */
type ReadPart = <T>(part: () => T) => T[];

function entityOf(model: ModelDefinition, models: Models, read: ReadPart): Entity {
  const { options } = model;
  const timestamps = timestampsOf(model);
  const attributes: Record<string, ModelAttribute> = {};
  if (!Object.values(model.attributes).some((attribute) => isAttribute(attribute) && attribute.primaryKey)) {
    // Like Sequelize, adds a key to a model without one.
    attributes.id = { type: { key: "INTEGER" }, primaryKey: true, autoIncrement: true };
  }
  for (const [name, attribute] of Object.entries(model.attributes)) {
    attributes[name] = isAttribute(attribute) ? attribute : { type: attribute };
  }
  for (const name of [timestamps.createdAt, timestamps.updatedAt]) {
    if (name !== undefined) attributes[name] ??= { type: { key: "DATE" }, allowNull: false };
  }
  if (timestamps.deletedAt !== undefined) attributes[timestamps.deletedAt] ??= { type: { key: "DATE" } };
  if (options.version) {
    const version = typeof options.version === "string" ? options.version : "version";
    attributes[version] ??= { type: { key: "INTEGER" }, allowNull: false, defaultValue: 0 };
  }
  const stored = Object.entries(attributes).filter(([, { type }]) => type?.key !== "VIRTUAL");
  const beyond = beyondOf(model, attributes);
  const hasSource =
    beyond.length > 0 || model.factory !== undefined || options.scopes !== undefined || hasMessages(attributes);

  const relations = Object.entries(options.associations ?? {}).flatMap(([name, association]) =>
    read(() => relationOf(model, name, association, models)),
  );
  const table = tableName(model);
  return {
    name: model.name,
    table,
    ...(options.renamedFrom !== undefined && { renamedFrom: options.renamedFrom }),
    fields: stored.flatMap(([name, attribute]) => read(() => fieldOf(model, name, attribute, models))),
    relations,
    indexes: [...indexesOf(model, table), ...sharedUnique(stored)],
    ...((model.unmadeIndexes ?? []).length > 0 && { unmadeIndexes: model.unmadeIndexes ?? [] }),
    timestamps,
    ...(hasSource && {
      source: {
        attributes,
        options: options as EntitySource["options"],
        ...(model.factory !== undefined && { factory: model.factory }),
        beyond,
      },
    }),
  };
}

function indexesOf({ options }: ModelDefinition, table: string): EntityIndex[] {
  return (options.indexes ?? []).map((index) => ({
    name: index.name ?? `${table}_${index.fields.map((field) => underscore(field)).join("_")}`,
    fields: index.fields,
    unique: index.unique ?? false,
  }));
}

/** The unique indexes that several attributes share by one name. A primary key is unique without one. */
function sharedUnique(attributes: readonly (readonly [string, ModelAttribute])[]): EntityIndex[] {
  const groups = new Map<string, string[]>();
  for (const [field, { unique }] of attributes) {
    const name = uniqueName(unique);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), field]);
  }
  const key = attributes.flatMap(([name, { primaryKey }]) => (primaryKey ? [name] : []));
  const isKey = (fields: readonly string[]): boolean =>
    fields.length === key.length && fields.every((field) => key.includes(field));
  return [...groups].flatMap(([name, fields]) => (isKey(fields) ? [] : [{ name, fields, unique: true }]));
}

function timestampsOf({ options }: ModelDefinition): Timestamps {
  const { timestamps = true, paranoid = false, createdAt, updatedAt, deletedAt } = options;
  const named = (isOn: boolean, usual: keyof Timestamps, name: string | false = usual): Timestamps =>
    isOn && name !== false ? { [usual]: name } : {};
  return {
    ...named(timestamps, "createdAt", createdAt),
    ...named(timestamps, "updatedAt", updatedAt),
    ...named(paranoid, "deletedAt", deletedAt),
  };
}
