import { expect, test } from "vitest";
import { playPage, rewritePage } from "../../docs/test/play-page.js";
import { liveDatabases } from "../../packages/framework-cli/test/servers/live-databases.js";

test("every command of the recipe runs and prints what it says", { timeout: 240_000 }, async ({ skip }) => {
  const database = (await liveDatabases()).find(({ name }) => name === "postgres");
  skip(database?.skip !== undefined, database?.skip);
  const { database: name = "", host, password, port, username } = database?.config ?? {};
  const url = `postgres://${username}:${password}@${host}:${port}/${name}`;
  const page = new URL("../../docs/recipes/postgresql.md", import.meta.url);
  const played = (await playPage(page, { DATABASE_URL: url, TEST_DATABASE_URL: `${url}_test` })).map((each) => ({
    ...each,
    printed: each.printed.replaceAll(name, "shop"),
  }));
  expect(played.length).toBeGreaterThan(5);
  if (process.env.UPDATE_DOCS) return rewritePage(page, played);
  for (const { command, shown, printed } of played) expect({ command, printed }).toEqual({ command, printed: shown });
});
