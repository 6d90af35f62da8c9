import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";
import { emptyFolder, framework } from "../command-line/framework.js";
import { lift } from "../runtime/running-app.js";
import { liveDatabases } from "../servers/live-databases.js";
import { importApp } from "../spec/contract/imported-app.js";
import { AcknowledgedWrites, NOTES_API } from "./acknowledged-writes.js";

/** How often the application is killed; 100 times by hand, with ONESPEC_LONG=1. */
const ROUNDS = process.env.ONESPEC_LONG === "1" ? 100 : 3;
const CLIENTS = 8;

const { path: folder, remove } = await emptyFolder();
await writeFile(join(folder, "api.json"), JSON.stringify(NOTES_API));
const app = await importApp(folder, join(folder, "api.json"));
afterAll(remove);
const databases = (await liveDatabases()).filter(({ name }) => name === "sqlite" || name === "postgres");

test.for(databases)(
  `an application on $name that is killed ${ROUNDS} times while clients write has every acknowledged write`,
  { timeout: 60_000 + ROUNDS * 30_000 },
  async ({ config, skip: why }, { skip }) => {
    if (why !== undefined) skip(why);
    const env = { TEST_DATABASE: JSON.stringify(config), NODE_ENV: "production", HOST: "127.0.0.1" };
    const migrated = await framework(["migrations:run"], app, env);
    expect(migrated, migrated.err).toMatchObject({ code: 0 });
    const writes = new AcknowledgedWrites(4711, false);
    for (let round = 1; round <= ROUNDS + 1; round++) {
      await isQuiet(config);
      const server = await lift(app, [], env);
      onTestFinished(() => void server.process.kill("SIGKILL"));
      await writes.check(server.url, `after ${round - 1} kills`);
      const clients = Array.from({ length: CLIENTS }, (_, client) => `${round}-${client}`);
      const writing = writes.write(server.url, clients);
      await writes.reach(100);
      await server.end("SIGKILL");
      await writing;
    }
    console.log(`${ROUNDS} kills, ${writes.count} acknowledged writes, ${writes.interrupted} interrupted`);
    expect(writes.count).toBeGreaterThan(0);
  },
);

/** What a killed application had handed over may still be at work in the server. */
async function isQuiet(config: DatabaseConfig): Promise<void> {
  if (config.dialect !== "postgres") return;
  const executor = await openSqlExecutor({ ...config, poolSize: 1 }, process.cwd());
  const others = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  try {
    await expect.poll(async () => (await executor.run(others)).rows[0]?.n, { timeout: 20_000 }).toBe(0);
  } finally {
    await executor.close();
  }
}
