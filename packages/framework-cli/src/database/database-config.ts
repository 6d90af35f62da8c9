import type { Dialect } from "./dialect.js";

/** `config/database.js`, checked. */
export interface DatabaseConfig {
  readonly dialect: Dialect;
  /** Beats the single parts: `postgres://user:secret@127.0.0.1:5432/shop`. Never printed with its password. */
  readonly url?: string;
  /** SQLite: a file relative to the application's folder, or `:memory:`. */
  readonly storage?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly username?: string;
  readonly password?: string;
  /** Connections held at most. */
  readonly poolSize: number;
  /** How long to wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Passed to the driver as it is. */
  readonly driverOptions: Readonly<Record<string, unknown>>;
  /** Tell every statement to the log at level debug. */
  readonly logQueries: boolean;
}
