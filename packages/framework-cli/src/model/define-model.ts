import type { ReferenceAction } from "../entity/entity.js";
import type { DataType } from "./data-types.js";

/** The default export of a file in `api/models`: the arguments of Sequelize's `define`, and the associations. */
export interface ModelDefinition {
  readonly name: string;
  readonly attributes: Readonly<Record<string, ModelAttribute | DataType>>;
  readonly options: ModelOptions;
}

/** Sequelize's attribute options, as far as every database can hold them. */
export interface ModelAttribute {
  readonly type: DataType;
  readonly primaryKey?: boolean;
  readonly autoIncrement?: boolean;
  readonly allowNull?: boolean;
  readonly unique?: boolean;
  readonly defaultValue?: unknown;
  /** The column's name; `underscored` makes it from the attribute's. */
  readonly field?: string;
  readonly references?: { /** A model's or a table's name. */ readonly model: string; readonly key?: string };
  readonly onDelete?: ReferenceAction;
  readonly onUpdate?: ReferenceAction;
  readonly comment?: string;
  /** Sequelize's validators that can be said in JSON Schema: `len`, `min`, `max`, `is`, `isEmail`, `isUrl`, `isIn`. */
  readonly validate?: Readonly<Record<string, unknown>>;
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
  readonly indexes?: readonly {
    readonly fields: readonly string[];
    readonly unique?: boolean;
    readonly name?: string;
  }[];
  readonly associations?: Readonly<Record<string, Association>>;
}

/** Sequelize's association, by its method's name. */
export type Association =
  | { readonly belongsTo: string; readonly foreignKey?: string }
  | { readonly hasMany: string; readonly foreignKey?: string }
  | { readonly hasOne: string; readonly foreignKey?: string }
  | {
      readonly belongsToMany: string;
      readonly through: string;
      readonly foreignKey?: string;
      readonly otherKey?: string;
    };

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
