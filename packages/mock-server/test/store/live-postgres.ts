import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Server, sharedServer } from "../../../framework-cli/test/servers/server-folder.js";
import { startPostgres } from "../../../framework-cli/test/servers/start-postgres.js";

export interface LivePostgres {
  /** Why there is none. */
  readonly skip?: string;
  /** The address of a schema that is not there yet. */
  freshUrl(): string;
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly password: string };
  /** Runs statements in the database of the tests, as its owner. */
  run(...statements: readonly string[]): Promise<void>;
}

const DATABASE = "mocks";

/**
 * A real PostgreSQL, started once for a test run; told in `skip` where none is installed. With ONESPEC_REQUIRE_DATABASES=1 that is an
 * error.
 */
export async function livePostgres(): Promise<LivePostgres> {
  const folder = process.env.ONESPEC_TEST_SERVERS;
  if (folder === undefined) throw new Error("ONESPEC_TEST_SERVERS is not set: run with vitest.workspace.ts");
  const server: Server = await sharedServer(folder, "postgres", startPostgres);
  if ("missing" in server) {
    if (process.env.ONESPEC_REQUIRE_DATABASES === "1") throw new Error(server.missing);
    const unused = { host: "", port: 0, user: "", password: "" };
    return { skip: server.missing, freshUrl: () => "", address: unused, run: async () => {} };
  }
  const address = { host: "127.0.0.1", port: server.port, user: "framework", password: server.password };
  const runIn = async (database: string, statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ ...address, database });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Test files at the same time: one of them makes it.
  await runIn("postgres", [`CREATE DATABASE "${DATABASE}" TEMPLATE template0`]).catch((error: { code?: string }) => {
    if (error.code !== "42P04" && error.code !== "23505") throw error;
  });
  const { user, password, host, port } = address;
  return {
    address,
    freshUrl: () =>
      `postgres://${user}:${password}@${host}:${port}/${DATABASE}?schema=test_${randomBytes(6).toString("hex")}`,
    run: (...statements) => runIn(DATABASE, statements),
  };
}
