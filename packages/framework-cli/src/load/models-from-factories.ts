import { isObject } from "@onespec/spec-core";
import type { IndexesOptions, Model, ModelStatic, Sequelize, Association as SequelizeAssociation } from "sequelize";
import type { DatabaseConfig } from "../database/database-config.js";
import { loadDriver } from "../database/driver.js";
import type { ModelFactory, RelationScope } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { messageOf } from "../errors/message-of.js";
import { brokenFile } from "../files/import-app-file.js";
import type { ReadAssociation } from "../model/association-relation.js";
import type { ModelAttribute, ModelDefinition, ModelOptions } from "../model/define-model.js";

export interface FactoryFile {
  readonly path: string;
  readonly factory: ModelFactory;
}

type DefinedModel = ModelStatic<Model> & { associate?(models: object): void };

/** Models that associations create without a file: the table between two models. */
const byAssociation: ModelFactory = () => undefined;

/**
 * Reads the models that functions of `sequelize` and `DataTypes` create, as in sequelize-cli's files. They are created
 * here with a Sequelize that never connects, only to read them. The opened database creates them again.
 * @param others models that are defined in another way, for associations
 * @throws FrameworkError MODEL_INVALID, APP_FILE_BROKEN; DatabaseError DRIVER_MISSING
 */
export async function modelsFromFactories(
  files: readonly FactoryFile[],
  others: readonly ModelDefinition[],
  { dialect, define = {} }: Pick<DatabaseConfig, "dialect" | "define">,
  appFolder: string,
): Promise<readonly { readonly path: string; readonly model: ModelDefinition }[]> {
  const [first] = files;
  if (first === undefined) return [];
  if (dialect === "mongodb") {
    throw new FrameworkError("MODEL_INVALID", `${first.path} makes a Sequelize model, and the database is MongoDB.`, {
      hint: 'Write: export default defineModel("Name", { ... }); it comes from "@onespec/framework-cli".',
    });
  }
  const module = await loadDriver<typeof import("sequelize")>("sequelize", appFolder);
  const { Sequelize: Class, Model: Base } = module;
  const DataTypes = module.DataTypes as unknown as Readonly<Record<string, never>>;
  const sequelize = new Class({ dialect, define, dialectModule: { types: {} }, logging: false });
  for (const { name, attributes } of others) {
    const plain = Object.entries(attributes).map(([attribute, given]) => {
      const { type, ...rest } = "type" in given ? given : { type: given };
      return [attribute, { ...rest, validate: undefined, references: undefined, type: DataTypes[type.key] }];
    });
    sequelize.define(name, Object.fromEntries(plain));
  }
  const paths = new Map<string, string>();
  const factories = new Map<string, ModelFactory>();
  for (const { path, factory } of files) {
    const model = guarded(appFolder, path, () => factory(sequelize, Class)) as DefinedModel | undefined;
    if (typeof model !== "function" || !(model.prototype instanceof Base) || model.sequelize !== sequelize) {
      throw new FrameworkError(
        "MODEL_INVALID",
        `${path}: the function must return a model of the sequelize instance that it receives.`,
        { hint: "Return sequelize.define(...), or the class after Name.init(..., { sequelize })." },
      );
    }
    paths.set(model.name, path);
    factories.set(model.name, factory);
  }
  for (const [name, path] of paths) {
    const model = sequelize.model(name) as DefinedModel;
    guarded(appFolder, path, () => model.associate?.(sequelize.models));
  }
  const own = Object.values(sequelize.models).filter(
    (model) => !others.some((other) => other.name === model.name) && ownerOfTable(model, factories) === model,
  );
  return own.map((model) => ({
    path: paths.get(model.name) ?? first.path,
    model: definitionOf(model, factories, sequelize),
  }));
}

function guarded<T>(appFolder: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw brokenFile(appFolder, path, error);
  }
}

/** The model with a file for the table of `model`: `through: "user_roles"` makes a second one of that table. */
function ownerOfTable(model: ModelStatic<Model>, factories: ReadonlyMap<string, ModelFactory>): ModelStatic<Model> {
  if (factories.has(model.name)) return model;
  const owners = Object.values(model.sequelize?.models ?? {}).filter(({ name }) => factories.has(name));
  return owners.find((each) => String(each.getTableName()) === String(model.getTableName())) ?? model;
}

function definitionOf(
  model: ModelStatic<Model>,
  factories: ReadonlyMap<string, ModelFactory>,
  sequelize: Sequelize,
): ModelDefinition {
  const { name, options } = model;
  const factory = factories.get(name) ?? byAssociation;
  const table = model.getTableName();
  if (typeof table !== "string") {
    throw new FrameworkError("MODEL_INVALID", `${name} has the schema ${table.schema}.`, {
      hint: "Leave the schema out: tables live in the default one.",
    });
  }
  const columns = Object.values(model.rawAttributes).flatMap(({ field }) => field ?? []);
  // Most databases take `groupId` of an attribute and `GroupId` of an association for one column.
  const columnOf = (given: string): string =>
    (CASELESS.includes(sequelize.getDialect()) &&
      columns.find((column) => column.toLowerCase() === given.toLowerCase())) ||
    given;
  const leftOut = leftOutByToJson(model, sequelize);
  const attributes = Object.entries(model.rawAttributes).map(([attribute, raw]): [string, ModelAttribute] => {
    const { type, references, ...own } = raw as unknown as ModelAttribute & { references?: string | object | null };
    const rest = { ...own, ...(own.field !== undefined && { field: columnOf(own.field) }) };
    const referred = references == null ? {} : { references: referenceOf(references) };
    const hidden = leftOut.includes(attribute) && !rest.primaryKey;
    return [attribute, { ...rest, type, ...referred, ...(hidden && { hidden }) } as ModelAttribute];
  });
  const { _timestampAttributes: stamps } = model as unknown as { readonly _timestampAttributes: Timestamps };
  const { createdAt = false, updatedAt = false, deletedAt } = stamps;
  const associations = Object.entries(model.associations).map(([as, each]) => [as, associationOf(each)]);
  const { hooks, validate, scopes, defaultScope, version, getterMethods, setterMethods, indexes = [] } = options;
  const simple = indexes.filter(isSimple).map(({ fields = [], unique, type, name: index }) => ({
    fields: fields as string[],
    unique: unique ?? type === "UNIQUE",
    ...(index !== undefined && { name: index }),
  }));
  // The project's own migrations make the others.
  const unmadeIndexes = indexes.filter((index) => !isSimple(index)).map(({ name: index }) => String(index));
  const read = {
    tableName: table,
    underscored: false,
    createdAt,
    updatedAt,
    ...(deletedAt !== undefined && { paranoid: true, deletedAt }),
    indexes: simple,
    associations: Object.fromEntries(associations),
    ...{ hooks, validate, scopes, defaultScope, version, getterMethods, setterMethods },
  };
  return { name, attributes: Object.fromEntries(attributes), options: read as ModelOptions, factory, unmadeIndexes };

  function associationOf(association: SequelizeAssociation): ReadAssociation {
    const { associationType, target, foreignKey } = association;
    const { otherKey, through, sourceKey, targetKey, scope } = association as unknown as AssociationParts;
    const parts = {
      foreignKey,
      ...(sourceKey !== undefined && { sourceKey }),
      ...(targetKey !== undefined && { targetKey }),
      ...(scope && { scope }),
    };
    // `BelongsTo` is made by `belongsTo`.
    const own = { [`${associationType[0]?.toLowerCase()}${associationType.slice(1)}`]: target.name, ...parts };
    if (associationType !== "BelongsToMany") return own as ReadAssociation;
    const between = { through: ownerOfTable(through.model, factories).name, otherKey };
    return { ...own, ...between, ...(through.scope && { throughScope: through.scope }) } as ReadAssociation;
  }

  function referenceOf(references: string | object): { model: string; key?: string } {
    const given =
      typeof references === "string" ? { model: references } : (references as { model: unknown; key?: string });
    const target = given.model as string | { readonly tableName?: string };
    const targetTable = typeof target === "string" ? target : (target.tableName ?? "");
    const owner = Object.values(sequelize.models).find((each) => each.getTableName() === targetTable);
    return { model: owner?.name ?? targetTable, ...(given.key !== undefined && { key: given.key }) };
  }
}

/** Databases that ignore case in the names of columns. */
const CASELESS: readonly string[] = ["sqlite", "mysql", "mariadb", "mssql"];

/** Attributes that the model's own `toJSON` removes from a full record. Many projects hide passwords in this way. */
function leftOutByToJson(model: ModelStatic<Model>, sequelize: Sequelize): readonly string[] {
  const { Model: Base } = sequelize.Sequelize as unknown as { readonly Model: ModelStatic<Model> };
  if (model.prototype.toJSON === Base.prototype.toJSON) return [];
  const names = Object.keys(model.rawAttributes);
  const isDate = (name: string): boolean =>
    (model.rawAttributes[name]?.type as { readonly key?: string } | undefined)?.key?.startsWith("DATE") === true;
  let failure: unknown;
  // Code that expects other kinds of values fails with at most one of these samples.
  for (const sampleOf of [(name: string) => (isDate(name) ? new Date(0) : "1"), () => null]) {
    const values = Object.fromEntries(names.map((name) => [name, sampleOf(name)]));
    try {
      const shown: unknown = model.build(values, { raw: true, isNewRecord: false }).toJSON();
      if (isObject(shown) && !("then" in shown)) return names.filter((name) => shown[name] === undefined);
    } catch (error) {
      failure = error;
    }
  }
  const isTold = Object.values(model.rawAttributes).some((attribute) => "hidden" in attribute);
  if (failure === undefined || isTold) return [];
  throw new FrameworkError(
    "MODEL_INVALID",
    `${model.name}.toJSON() fails for a record of sample values: ${messageOf(failure)}`,
    {
      hint: "Actions do not call it. Write `hidden: true` at the attributes that it leaves out, or `hidden: false` at one.",
    },
  );
}

/** True if the index only has columns, and is of the database's usual kind. */
function isSimple({ fields = [], where, operator, type, using }: IndexesOptions): boolean {
  const isUsual = (!type || type === "UNIQUE") && /^(?:BTREE)?$/i.test(using ?? "");
  return where === undefined && operator === undefined && isUsual && fields.every((field) => typeof field === "string");
}

/** Members of associations that Sequelize's types leave out. */
interface AssociationParts {
  readonly otherKey: string;
  readonly through: { readonly model: ModelStatic<Model>; readonly scope?: RelationScope | null };
  readonly sourceKey?: string;
  readonly targetKey?: string;
  readonly scope?: RelationScope | null;
}

type Timestamps = Partial<Record<"createdAt" | "updatedAt" | "deletedAt", string>>;
