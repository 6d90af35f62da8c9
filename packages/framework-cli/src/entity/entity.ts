import type { FieldType } from "./field-type.js";

/** A model as plain data. It may come from a model file or a description. */
export interface Entity {
  /** `Book`. */
  readonly name: string;
  /** `books`; a collection on MongoDB. */
  readonly table: string;
  /** The table's former name: the next migration renames instead of dropping and creating. */
  readonly renamedFrom?: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  readonly indexes: readonly EntityIndex[];
  /** Names of indexes with conditions, expressions or methods. Generated migrations do not create them. */
  readonly unmadeIndexes?: readonly string[];
  /** Names of the time fields that the repository sets. */
  readonly timestamps: Timestamps;
  /** Absent if the entity does not come from a model file. */
  readonly source?: EntitySource;
}

/**
 * The parts of a model file for Sequelize: hooks, getters, validators, scopes. Tables and snapshots do not contain
 * them.
 */
export interface EntitySource {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** The file's default export, if it creates a Sequelize model itself. Join tables of its associations have it too. */
  readonly factory?: ModelFactory;
  /**
   * The parts that only Sequelize can run: `hooks`, `email.set`. If there are any, records are written through the
   * model.
   */
  readonly beyond: readonly string[];
}

/**
 * A model file of a sequelize-cli project: `(sequelize, DataTypes) => class extends Model`. The second argument is the
 * class Sequelize, which also has the types; the `index.js` of many projects passes that.
 */
export type ModelFactory = (sequelize: unknown, DataTypes: unknown) => unknown;

export interface Timestamps {
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Removing sets it, and reading passes such records over (Sequelize's `paranoid`). */
  readonly deletedAt?: string;
}

export interface Field {
  /** The name in records and code: `authorId`. */
  readonly name: string;
  /** The name in the table: `author_id`. */
  readonly column: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly primaryKey: boolean;
  /** The database counts the values: 1, 2, 3 ... Only for an `integer` or `bigint` primary key. */
  readonly autoIncrement: boolean;
  readonly unique: boolean;
  /** The `msg` of `unique`. */
  readonly uniqueMessage?: string;
  readonly default: FieldDefault | undefined;
  /** A function or an expression of the model file makes the value of new records. */
  readonly hasOwnDefault?: boolean;
  /** A getter or setter of the model file may change the value. */
  readonly hasAccessor?: boolean;
  readonly references: Reference | undefined;
  readonly rules: FieldRules;
  readonly comment?: string;
  /** The column's former name: the next migration renames instead of dropping and adding. */
  readonly renamedFrom?: string;
  /** Stored, never part of an answer (`writeOnly`). */
  readonly hidden?: boolean;
}

export type FieldDefault =
  | { readonly kind: "value"; readonly value: JsonValue }
  /** The application generates it for each new record. */
  | { readonly kind: "uuid" }
  | { readonly kind: "now" };

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A foreign key. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly onDelete: ReferenceAction;
  readonly onUpdate: ReferenceAction;
}

export type ReferenceAction = "CASCADE" | "SET NULL" | "RESTRICT" | "NO ACTION";

/** Rules for a value beyond its type; the repository checks them before it writes. Bounds as in JSON Schema. */
export interface FieldRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An ECMA-262 regular expression, searched for (not anchored). */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The format's name in JSON Schema. */
  readonly format?: "email" | "uri";
  /** Messages of the model's author, by JSON Schema's keyword. */
  readonly messages?: Readonly<Record<string, string>>;
}

export interface EntityIndex {
  /** `books_author_id`. */
  readonly name: string;
  /** Names of fields. */
  readonly fields: readonly string[];
  readonly unique: boolean;
}

export type Relation = RelationParts &
  (
    | { readonly kind: "belongsTo"; readonly foreignKey: string }
    | { readonly kind: "hasMany" | "hasOne"; readonly foreignKey: string }
    | {
        readonly kind: "belongsToMany";
        /** The entity in between. */
        readonly through: string;
        /** The field in `through` that refers to this entity. */
        readonly foreignKey: string;
        /** The field in `through` that refers to the target. */
        readonly otherKey: string;
        /** Conditions on the entity in between, as `scope`. */
        readonly throughScope?: RelationScope;
      }
  );

interface RelationParts {
  readonly name: string;
  readonly target: string;
  /** The field of this entity that foreign keys refer to. Default: its key. */
  readonly sourceKey?: string;
  /** The field of the target that foreign keys refer to. Default: its key. */
  readonly targetKey?: string;
  /** Conditions on the related records, as Sequelize's association has them. */
  readonly scope?: RelationScope;
}

export type RelationScope = Readonly<Record<PropertyKey, unknown>>;
