import type { Dialect } from "./dialect.js";

/** `config/database.js`, checked. */
export interface DatabaseConfig {
  /** The kind of database. */
  readonly dialect: Dialect;
  /** Overrides the settings below: `postgres://user:secret@127.0.0.1:5432/shop`. Never printed with its password. */
  readonly url?: string;
  /**
   * SQLite: a file relative to the application's folder, or `:memory:`. Default `data/<environment>.sqlite`; in tests
   * `:memory:`.
   */
  readonly storage?: string;
  /** The server's name or address. Default `localhost`. */
  readonly host?: string;
  /** The server's port. Default: the database's own. */
  readonly port?: number;
  /** The name of the database. */
  readonly database?: string;
  /** The user to connect as. */
  readonly username?: string;
  /** The user's password; better in `.env`. */
  readonly password?: string;
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** How long to wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /**
   * Sequelize options for every model, and for every table that a migration creates with `queryInterface`: `{
   * underscored: true }`.
   */
  readonly define?: Readonly<Record<string, unknown>>;
  /** Passed to the driver unchanged. */
  readonly driverOptions: Readonly<Record<string, unknown>>;
  /** Logs every statement at level debug. */
  readonly logQueries: boolean;
}
