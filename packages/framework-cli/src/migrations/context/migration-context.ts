import type { QueryInterface, Sequelize } from "sequelize";
import type { Dialect } from "../../database/dialect.js";
import type { JsonValue, ReferenceAction } from "../../entity/entity.js";
import type { Rows } from "../target/migration-target.js";

/** Changes of structure. Await each of them. */
export interface Schema {
  createTable(name: string, columns: readonly SchemaColumn[], parts?: SchemaParts): Promise<void>;
  dropTable(name: string): Promise<void>;
  renameTable(from: string, to: string): Promise<void>;
  addColumn(table: string, column: SchemaColumn, options?: SchemaFill): Promise<void>;
  dropColumn(table: string, column: string): Promise<void>;
  renameColumn(table: string, from: string, to: string): Promise<void>;
  /** @param options `from`: the column before the change. Parts that are equal in both are not changed. */
  alterColumn(
    table: string,
    column: SchemaColumn,
    options: SchemaFill & { readonly from: SchemaColumn },
  ): Promise<void>;
  addIndex(table: string, index: SchemaIndex): Promise<void>;
  dropIndex(table: string, name: string): Promise<void>;
  addForeignKey(table: string, foreignKey: SchemaForeignKey): Promise<void>;
  dropForeignKey(table: string, name: string): Promise<void>;
  addCheck(table: string, check: SchemaCheck): Promise<void>;
  dropCheck(table: string, name: string): Promise<void>;
}

export interface SchemaColumn {
  readonly name: string;
  /** `string(120)`, `text`, `uuid`, `integer`, `bigint`, `double`, `decimal(10, 2)`, `boolean`, `timestamp`, `date`, `time`, `json`, `binary`; `integer unsigned`, `bigint zerofill`; on PostgreSQL `string(120)[]`. */
  readonly type: string;
  /** Default true, false for a primary key. */
  readonly nullable?: boolean;
  readonly primaryKey?: boolean;
  readonly autoIncrement?: boolean;
  readonly default?: JsonValue;
  readonly comment?: string;
  /** The JavaScript type of a decimal in records. Default `string`. */
  readonly reads?: "string" | "number";
}

export interface SchemaFill {
  /** The value for existing rows. */
  readonly fill?: JsonValue;
  /** Existing rows get 1, 2, 3 ... */
  readonly distinct?: boolean;
}

export interface SchemaParts {
  /** Keep an existing table unchanged. */
  readonly ifMissing?: boolean;
  /** The model of the table. `migrations:generate` ignores a table without one. */
  readonly model?: string;
  readonly indexes?: readonly SchemaIndex[];
  readonly foreignKeys?: readonly SchemaForeignKey[];
  readonly checks?: readonly SchemaCheck[];
}

export interface SchemaIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
}

export interface SchemaForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  readonly onDelete?: ReferenceAction;
  readonly onUpdate?: ReferenceAction;
}

/** One of these values, or within these bounds. */
export interface SchemaCheck {
  readonly name: string;
  readonly column: string;
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The argument of `up` and `down`. */
export interface MigrationContext {
  /** Changes of structure, the same on every database. */
  readonly schema: Schema;
  /**
   * Work on rows. On databases that cannot roll back structure, a finished step is not repeated after a crash. @param
   * name unique in the file
   */
  step(name: string, work: (data: StepContext) => unknown): Promise<void>;
  readonly dialect: Dialect;
  /**
   * Sequelize's query interface, in the transaction of the migration, for changes that `schema` does not have.
   * `migrations:generate` does not see these changes. On databases that cannot roll back structure, use it inside
   * steps: other calls are repeated after a crash.
   * @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB
   */
  readonly queryInterface: QueryInterface;
  /** @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB */
  readonly sequelize: Sequelize;
}

export interface StepContext {
  /** The rows of a table, the same on every SQL database. */
  rows(table: string): Rows;
  /** A statement in the database's own language. */
  query(text: string, parameters?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  readonly dialect: Dialect;
  /** In the transaction of the step, as `rows` and `query` are. @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB */
  readonly queryInterface: QueryInterface;
  /** @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB */
  readonly sequelize: Sequelize;
}
