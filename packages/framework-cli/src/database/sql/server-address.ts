import { DatabaseError } from "../../errors/database-error.js";
import type { DatabaseConfig } from "../database-config.js";

/** The address of a database server and the user. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Parameters of the URL: `?sslmode=require`. */
  readonly options: Readonly<Record<string, string>>;
}

const PORTS = { sqlite: 0, postgres: 5432, mysql: 3306, mariadb: 3306, mssql: 1433, oracle: 1521, mongodb: 27017 };

/** The parts of `config.url`, or else the single settings. @throws DatabaseError UNAVAILABLE for an invalid URL */
export function serverAddress(config: DatabaseConfig): ServerAddress {
  const usual = { host: config.host ?? "127.0.0.1", port: config.port ?? PORTS[config.dialect] };
  if (config.url === undefined) {
    return { ...usual, database: config.database, username: config.username, password: config.password, options: {} };
  }
  if (!URL.canParse(config.url)) {
    throw new DatabaseError("UNAVAILABLE", "The database's url is not a URL.", {
      hint: `Write ${config.dialect}://user:password@host:port/database, with special characters of the password percent-encoded.`,
    });
  }
  const url = new URL(config.url);
  const part = (text: string): string | undefined => (text === "" ? undefined : decodeURIComponent(text));
  return {
    host: part(url.hostname.replace(/^\[|\]$/g, "")) ?? usual.host,
    port: url.port === "" ? usual.port : Number(url.port),
    database: part(url.pathname.slice(1)) ?? config.database,
    username: part(url.username) ?? config.username,
    password: part(url.password) ?? config.password,
    options: Object.fromEntries(url.searchParams),
  };
}

/**
 * The options of `pg` for `?sslmode=` in a PostgreSQL URL. `require` encrypts; `verify-ca` and `verify-full` also check
 * the server's certificate.
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html
 */
export function postgresSsl({ options: { sslmode } }: ServerAddress): { readonly ssl?: object } {
  if (sslmode === undefined || sslmode === "disable" || sslmode === "allow" || sslmode === "prefer") return {};
  return { ssl: { rejectUnauthorized: sslmode.startsWith("verify") } };
}
