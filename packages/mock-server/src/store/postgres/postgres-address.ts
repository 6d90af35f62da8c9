import { StoreError } from "../store-error.js";

/** The place of the state in PostgreSQL. */
export interface PostgresAddress {
  /** For the driver. It may include a password, so never print it. */
  readonly connectionString: string;
  /** The schema that one mock server and its replicas share. */
  readonly schema: string;
  /** Connections at a time. */
  readonly poolSize: number;
  /** For messages: `postgres://ann@db.example:5432/mocks`, never with a password. */
  readonly shown: string;
}

const DEFAULT_SCHEMA = "onespec";
const DEFAULT_POOL_SIZE = 10;

/**
 * Parses `postgres://user:password@host:5432/database?schema=onespec&pool=10`. Other parameters go to the driver.
 * @throws StoreError `STORE_URL_INVALID`
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalid("The address of the PostgreSQL database is not a URL.", URL_HINT);
  }
  if (url.hash !== "") throw invalid("The address of the PostgreSQL database has a '#'.", URL_HINT);
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA;
  if (!/^[A-Za-z_][\w$-]{0,62}$/.test(schema) || schema.startsWith("pg_")) {
    const hint = "Use up to 63 letters, digits, '_' and '-', and do not begin with a digit or 'pg_'.";
    throw invalid(`${JSON.stringify(schema)} cannot name a schema.`, hint);
  }
  const pool = url.searchParams.get("pool") ?? String(DEFAULT_POOL_SIZE);
  if (!/^[1-9]\d{0,2}$/.test(pool) || pool === "1") {
    const hint = "Reading and transactions each need a connection.";
    throw invalid(`"pool" takes a number of connections from 2 to 999, not ${JSON.stringify(pool)}.`, hint);
  }
  url.searchParams.delete("schema");
  url.searchParams.delete("pool");
  const user = url.username === "" ? "" : `${decode(url.username)}@`;
  return {
    connectionString: url.href,
    schema,
    poolSize: Number(pool),
    shown: `postgres://${user}${url.host || (url.searchParams.get("host") ?? "localhost")}${decode(url.pathname)}`,
  };
}

const URL_HINT =
  "Write postgres://user:password@host:5432/database, with characters such as # % / @ of the password percent-encoded.";

function invalid(message: string, hint: string): StoreError {
  return new StoreError("STORE_URL_INVALID", message, { hint });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
