import type { DatabaseConfig } from "../database-config.js";
import { loadDriver } from "../driver.js";
import { createPooledExecutor, type SqlPool } from "./pooled-executor.js";
import { translatePostgresError } from "./postgres-errors.js";
import { postgresSsl, serverAddress } from "./server-address.js";
import type { SqlExecutor, SqlResult } from "./sql-executor.js";

/** The part of `pg` in use. */
interface PgModule {
  readonly Pool: new (options: Record<string, unknown>) => PgPool;
  readonly types: { getTypeParser(oid: number, format?: string): (text: string) => unknown };
}

interface PgPool {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): void;
}

interface PgClient {
  query(query: { readonly text: string; readonly values: unknown[]; readonly name?: string }): Promise<PgResult>;
  release(destroy?: boolean): void;
}

interface PgResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number | null;
  /** What was done: `COMMIT`, or `ROLLBACK` when it could not be. */
  readonly command: string;
}

const KEPT_STATEMENTS = 500;

/** `int8`, `json`, `date`, `time`, `timestamp`, `timestamptz`, `jsonb`: as the server's text, which keeps every digit. */
const AS_TEXT = new Set([20, 114, 1082, 1083, 1114, 1184, 3802]);
const asText = (text: string): string => text;

/** A pool of `pg`. A statement that comes a second time is prepared by name on each connection; sessions run in UTC. */
export async function openPostgresExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const pg = await loadDriver<PgModule>("pg", appFolder);
  const address = serverAddress(config);
  const open = async (size: number): Promise<SqlPool<PgClient>> => {
    const pool = new pg.Pool({
      host: address.host,
      port: address.port,
      database: address.database,
      user: address.username,
      password: address.password,
      max: size,
      connectionTimeoutMillis: config.connectTimeoutMs,
      // A connection of its own holds locks: it must not end because it is quiet.
      idleTimeoutMillis: size === 1 ? 0 : 30_000,
      keepAlive: true,
      options: "-c TimeZone=UTC -c DateStyle=ISO",
      types: {
        getTypeParser: (oid: number, format?: string) =>
          AS_TEXT.has(oid) && format !== "binary" ? asText : pg.types.getTypeParser(oid, format),
      },
      ...postgresSsl(address),
      ...config.driverOptions,
    });
    // A connection that is lost while nobody uses it is replaced when it is needed.
    pool.on("error", () => {});
    return postgresPool(pool);
  };
  const translate = (error: unknown, sql?: string): unknown => translatePostgresError(error, address, sql);
  const pool = await open(config.poolSize);
  try {
    pool.release(await pool.acquire(), false);
  } catch (error) {
    await pool.close();
    throw translate(error);
  }
  return createPooledExecutor("postgres", pool, translate, open);
}

function postgresPool(pool: PgPool): SqlPool<PgClient> {
  const names = new Map<string, string | undefined>();
  let count = 0;

  const nameOf = (sql: string): string | undefined => {
    if (!names.has(sql)) {
      if (names.size >= KEPT_STATEMENTS) names.clear();
      names.set(sql, undefined);
      return undefined;
    }
    let name = names.get(sql);
    if (name === undefined) {
      count += 1;
      name = `framework_${count}`;
      names.set(sql, name);
    }
    return name;
  };
  const execute = async (client: PgClient, text: string, parameters: readonly unknown[]): Promise<SqlResult> => {
    const name = nameOf(text);
    const query = { text, values: parameters as unknown[], ...(name !== undefined && { name }) };
    let result: PgResult | PgResult[];
    try {
      result = await client.query(query);
    } catch (error) {
      // After a migration a prepared statement may have other columns than before: a fresh name prepares it again.
      if (!isStalePlan(error)) throw error;
      names.delete(text);
      result = await client.query({ text, values: query.values });
    }
    const last = Array.isArray(result) ? result.at(-1) : result;
    return { rows: last?.rows ?? [], affected: last?.rowCount ?? 0 };
  };
  const command = async (client: PgClient, text: string): Promise<void> => {
    const { command: done } = await client.query({ text, values: [] });
    // PostgreSQL takes nothing back silently for us: after a failed statement COMMIT rolls back, and only its answer tells.
    if (text === "COMMIT" && done !== "COMMIT") {
      throw new Error("nothing was committed, because a statement of the transaction had failed.");
    }
  };
  return {
    acquire: () => pool.connect(),
    release: (client, broken) => client.release(broken),
    execute,
    begin: (client) => command(client, "BEGIN"),
    commit: (client) => command(client, "COMMIT"),
    rollback: (client) => command(client, "ROLLBACK"),
    close: () => pool.end(),
  };
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message.includes("cached plan must not change result type");
}
