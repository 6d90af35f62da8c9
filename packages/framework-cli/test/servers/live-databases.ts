import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { createConnection } from "mariadb";
import pg from "pg";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { type GivenDialect, givenDatabase } from "./given-databases.js";
import { type Server, sharedServer } from "./server-folder.js";
import { startFerretdb } from "./start-ferretdb.js";
import { startMariadb } from "./start-mariadb.js";
import { startPostgres } from "./start-postgres.js";

/** A fresh, empty database of a real server. */
export interface LiveDatabase {
  readonly name: "sqlite" | "postgres" | "mariadb" | "mysql" | "mssql" | "oracle" | "mongodb";
  readonly config: DatabaseConfig;
  /** Why there is none; then `config` must not be used. */
  readonly skip?: string;
}

/**
 * Gives a fresh, empty database of each kind at every call. Servers are started once for a test run and shared. `skip` says why when
 * one is not installed; with ONESPEC_REQUIRE_DATABASES=1 that is an error. `mysql` is the driver mysql2 on MariaDB, unless the
 * environment names a MySQL. SQL Server and Oracle are available only when the environment names them, see `givenDatabase`.
 */
export async function liveDatabases(): Promise<LiveDatabase[]> {
  const folder = serversFolder();
  const [postgres, mariadb] = await Promise.all([
    sharedServer(folder, "postgres", startPostgres),
    sharedServer(folder, "mariadb", startMariadb),
  ]);
  const storage = join(await mkdtemp(join(folder, "sqlite-")), "test.sqlite");
  return [
    { name: "sqlite", config: { ...COMMON, dialect: "sqlite", storage } },
    await offer("postgres", postgres, createOnPostgres),
    await offer("mariadb", mariadb, createOnMariadb),
    (await given("mysql")) ?? (await offer("mysql", mariadb, createOnMariadb)),
    ...[await given("mssql"), await given("oracle")].filter((database) => database !== undefined),
  ];
}

async function given(name: GivenDialect): Promise<LiveDatabase | undefined> {
  const config = await givenDatabase(name, COMMON);
  return config && { name, config };
}

const COMMON = { poolSize: 5, connectTimeoutMs: 5000, driverOptions: {}, logQueries: false };

type Running = Extract<Server, { readonly port: number }>;

async function offer(
  name: "postgres" | "mariadb" | "mysql",
  server: Server,
  create: (server: Running, database: string) => Promise<void>,
): Promise<LiveDatabase> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  if ("missing" in server) {
    if (process.env.ONESPEC_REQUIRE_DATABASES === "1") throw new Error(server.missing);
    return { name, config: { ...COMMON, dialect: name }, skip: server.missing };
  }
  await create(server, database);
  const { port, password } = server;
  return {
    name,
    config: { ...COMMON, dialect: name, host: "127.0.0.1", port, database, username: "framework", password },
  };
}

async function createOnPostgres({ port, password }: Running, database: string): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "framework", password, database: "postgres" });
  await client.connect();
  await client.query(`CREATE DATABASE "${database}" TEMPLATE template0`);
  await client.end();
}

async function createOnMariadb({ port, password }: Running, database: string): Promise<void> {
  const connection = await createConnection({ host: "127.0.0.1", port, user: "framework", password });
  await connection.query(`CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`);
  await connection.end();
}

/**
 * A fresh database of a server that speaks MongoDB's protocol: the MongoDB at ONESPEC_TEST_MONGODB_URL (without a database's name),
 * else FerretDB. Without either `skip` says why, whatever ONESPEC_REQUIRE_DATABASES says: Go is not everywhere.
 */
export async function liveMongo(): Promise<LiveMongo> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  const given = process.env.ONESPEC_TEST_MONGODB_URL;
  if (given !== undefined) {
    const url = new URL(given);
    url.pathname = `/${database}`;
    if (url.username !== "" && !url.searchParams.has("authSource")) url.searchParams.set("authSource", "admin");
    return { name: "mongodb", isMongo: true, config: { ...COMMON, dialect: "mongodb", url: url.href } };
  }
  const server = await sharedServer(serversFolder(), "ferretdb", startFerretdb);
  if ("missing" in server)
    return { name: "mongodb", isMongo: false, config: { ...COMMON, dialect: "mongodb" }, skip: server.missing };
  const url = `mongodb://127.0.0.1:${server.port}/${database}`;
  return { name: "mongodb", isMongo: false, config: { ...COMMON, dialect: "mongodb", url } };
}

export interface LiveMongo extends LiveDatabase {
  /** MongoDB itself, with what FerretDB lacks. */
  readonly isMongo: boolean;
}

function serversFolder(): string {
  const folder = process.env.ONESPEC_TEST_SERVERS;
  if (folder === undefined) throw new Error("ONESPEC_TEST_SERVERS is not set: run with test/servers/global-setup.ts");
  return folder;
}
