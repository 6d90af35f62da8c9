import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { openSqlExecutor, type SqlExecutor } from "../../src/database/sql/sql-executor.js";
import { holdLock, type LockOptions } from "../../src/migrations/run/hold-lock.js";
import type { LockHolder } from "../../src/migrations/target/migration-target.js";
import { sqlLockStore } from "../../src/migrations/target/sql-lock-store.js";
import { liveDatabases } from "../servers/live-databases.js";

const OPTIONS: LockOptions = { app: "shop", waitMs: 300, expiryMs: 600, onWait: () => {} };

describe.each(["sqlite", "postgres", "mariadb"] as const)("the lock of the migrations on %s", (name) => {
  let open: () => Promise<SqlExecutor>;

  beforeEach(async (context) => {
    const database = (await liveDatabases()).find((each) => each.name === name);
    if (database === undefined) throw new Error(`no ${name}`);
    if (database.skip !== undefined) return context.skip(database.skip);
    open = () => openSqlExecutor(database.config, "/");
  });

  test("a second holder waits, and the message names the first", async () => {
    const [first, second] = [await open(), await open()];
    await holdLock(sqlLockStore(first), OPTIONS, async ({ holder }) => {
      await expect(holdLock(sqlLockStore(second), OPTIONS, async () => {})).rejects.toMatchObject({
        code: "MIGRATIONS_LOCKED",
        message: expect.stringContaining(holder),
        hint: expect.stringContaining("migrations:unlock"),
      });
    });
    expect(await holdLock(sqlLockStore(second), OPTIONS, async () => "mine")).toBe("mine");
    await Promise.all([first.close(), second.close()]);
  });

  test("a holder on another machine that no longer counts up is taken for dead; it notices when it comes back", async () => {
    const sql = await open();
    const store = sqlLockStore(sql);
    const dead: LockHolder = {
      token: randomUUID(),
      holder: "shop@elsewhere (process 1)",
      host: "elsewhere",
      pid: 1,
      beat: 3,
      since: "2026-01-31T12:30:00.000Z",
    };
    await store.prepare();
    expect(await store.take(dead)).toBe(true);
    const told: string[] = [];
    const options = { ...OPTIONS, waitMs: 5000, onWait: (other: LockHolder) => void told.push(other.holder) };
    await holdLock(store, options, async () => {
      expect(told).toEqual(["shop@elsewhere (process 1)"]);
      expect(await store.beat(dead.token), "it has lost the lock").toBe(false);
    });
    expect(await store.read()).toBeUndefined();
    await sql.close();
  });

  test("who lost the lock in between keeps nothing", async () => {
    const sql = await open();
    const store = sqlLockStore(sql);
    const work = holdLock(store, OPTIONS, async (lock) => {
      const holder = await store.read();
      if (holder === undefined) throw new Error("not held");
      await store.takeOver(holder, { ...holder, token: randomUUID() });
      await lock.confirm();
    });
    await expect(work).rejects.toMatchObject({ code: "LOCK_LOST" });
    await sql.close();
  });
});
