import type { Model, ModelOptions as SequelizeOptions } from "sequelize";
import type { ModelFactory, ReferenceAction } from "../entity/entity.js";
import type { DataType } from "./data-types.js";

/** The default export of a file in `api/models`: the arguments of Sequelize's `define`, and the associations. */
export interface ModelDefinition {
  readonly name: string;
  readonly attributes: Readonly<Record<string, ModelAttribute | DataType>>;
  readonly options: ModelOptions;
  /** Set if a function of `sequelize` and `DataTypes` created the model. */
  readonly factory?: ModelFactory;
  /** Names of indexes with conditions, expressions or methods. Generated migrations do not create them. */
  readonly unmadeIndexes?: readonly string[];
}

/** Sequelize's attribute options. */
export interface ModelAttribute {
  readonly type: DataType;
  readonly primaryKey?: boolean;
  readonly autoIncrement?: boolean;
  readonly allowNull?: boolean;
  /** With a name: all attributes with the same name are unique together. */
  readonly unique?: boolean | string | { readonly name?: string; readonly msg?: string };
  /** A value, a function that makes one for each record, `DataTypes.UUIDV4` or `DataTypes.NOW`. */
  readonly defaultValue?: unknown;
  /** The column's name; `underscored` makes it from the attribute's. */
  readonly field?: string;
  readonly references?: { /** A model's or a table's name. */ readonly model: string; readonly key?: string };
  readonly onDelete?: ReferenceAction;
  readonly onUpdate?: ReferenceAction;
  readonly comment?: string;
  /** Sequelize's validators, and functions of your own. */
  readonly validate?: Readonly<Record<string, unknown>>;
  get?(this: Model): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: what somebody assigns.
  set?(this: Model, value: any): void;
  /** The column's former name, for the next migration. Not Sequelize's. */
  readonly renamedFrom?: string;
  /** Stored, never answered. Not Sequelize's. */
  readonly hidden?: boolean;
}

export interface ModelOptions {
  readonly tableName?: string;
  /** The table's former name, for the next migration. Not Sequelize's. */
  readonly renamedFrom?: string;
  /** Column names in snake_case. Default true. */
  readonly underscored?: boolean;
  /** `createdAt` and `updatedAt`. Default true; a text renames, `false` leaves out. */
  readonly timestamps?: boolean;
  readonly createdAt?: string | false;
  readonly updatedAt?: string | false;
  /** Removing only marks the record. */
  readonly paranoid?: boolean;
  readonly deletedAt?: string;
  /** If there is no `tableName`, the table has the model's name. */
  readonly freezeTableName?: boolean;
  /** Optimistic locking with a field that counts the changes of a record. A text is the field's name. */
  readonly version?: boolean | string;
  readonly hooks?: SequelizeOptions["hooks"];
  /** Validators of whole records. */
  readonly validate?: SequelizeOptions["validate"];
  readonly scopes?: SequelizeOptions["scopes"];
  readonly defaultScope?: SequelizeOptions["defaultScope"];
  readonly getterMethods?: SequelizeOptions["getterMethods"];
  readonly setterMethods?: SequelizeOptions["setterMethods"];
  readonly name?: { readonly singular?: string; readonly plural?: string };
  readonly indexes?: readonly {
    readonly fields: readonly string[];
    readonly unique?: boolean;
    readonly name?: string;
  }[];
  readonly associations?: Readonly<Record<string, Association>>;
}

/** Sequelize's association, by its method's name. */
export type Association = { readonly foreignKey?: string } & (
  | { readonly belongsTo: string }
  | { readonly hasMany: string }
  | { readonly hasOne: string }
  | { readonly belongsToMany: string; readonly through: string; readonly otherKey?: string }
);

/**
 * Declares a model.
 * @example
 * export default defineModel("Book", {
 *   id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
 *   title: { type: DataTypes.STRING(120), allowNull: false },
 * });
 */
export function defineModel(
  name: string,
  attributes: ModelDefinition["attributes"],
  options: ModelOptions = {},
): ModelDefinition {
  return { name, attributes, options };
}
