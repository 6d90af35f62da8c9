import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder, framework } from "../command-line/framework.js";
import { lift } from "../runtime/running-app.js";
import { importApp } from "../spec/contract/imported-app.js";
import { AcknowledgedWrites, NOTES_API } from "./acknowledged-writes.js";

/** How often the application is killed; 100 times by hand, with ONESPEC_LONG=1. */
const ROUNDS = process.env.ONESPEC_LONG === "1" ? 100 : 3;
const CLIENTS = 8;

test(`an application on SQLite that is killed ${ROUNDS} times while clients write has every acknowledged write`, {
  timeout: 60_000 + ROUNDS * 30_000,
}, async () => {
  const { path: folder, remove } = await emptyFolder();
  onTestFinished(remove);
  await writeFile(join(folder, "api.json"), JSON.stringify(NOTES_API));
  const app = await importApp(folder, join(folder, "api.json"));
  const config = { dialect: "sqlite", storage: "data/notes.sqlite" };
  const env = { TEST_DATABASE: JSON.stringify(config), NODE_ENV: "production", HOST: "127.0.0.1" };
  const migrated = await framework(["migrations:run"], app, env);
  expect(migrated, migrated.err).toMatchObject({ code: 0 });
  const writes = new AcknowledgedWrites(4711, false);
  for (let round = 1; round <= ROUNDS + 1; round++) {
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
});
