import { expect, test } from "vitest";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";
import { liveDatabases } from "./live-databases.js";

test("each call gives a fresh database of every server, and each answers", async () => {
  for (const { config, skip, name } of await liveDatabases()) {
    if (skip !== undefined) continue;
    const executor = await openSqlExecutor(config, process.cwd());
    await executor.run("CREATE TABLE here (id INTEGER)");
    expect((await executor.run("SELECT * FROM here")).rows, name).toEqual([]);
    await executor.close();
  }
});
