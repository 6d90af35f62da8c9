import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Transaction } from "sequelize";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DatabaseConfig } from "../src/database/database-config.js";
import { openSqlExecutor } from "../src/database/sql/sql-executor.js";
import { DatabaseError } from "../src/errors/database-error.js";
import { type LiveDatabase, liveDatabases } from "./servers/live-databases.js";
import { freePort } from "./servers/server-folder.js";

const databases = await liveDatabases();
const open = (config: DatabaseConfig) => openSqlExecutor(config, process.cwd());
const PASSWORD = "s3cr3t-pa55word";

describe.each(databases.filter(({ name }) => name !== "sqlite"))("connecting to $name", ({ config, skip }) => {
  test("where nothing listens: unavailable, with host and port, without the password", async () => {
    const port = await freePort();
    const error = await failureOf(open({ ...config, host: "127.0.0.1", port, password: PASSWORD }));
    expect(error).toMatchObject({ code: "UNAVAILABLE" });
    expect(error.message).toContain(`127.0.0.1:${port} cannot be reached: nothing answers there (connection refused)`);
    expect(`${error.message} ${error.hint}`).not.toContain(PASSWORD);
  });

  test("a server that accepts and says nothing: unavailable in time", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const error = await failureOf(open({ ...config, host: "127.0.0.1", port, connectTimeoutMs: 300 }));
    expect(error).toMatchObject({ code: "UNAVAILABLE" });
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test.skipIf(skip !== undefined)("a wrong password: access denied, naming the user", async () => {
    const error = await failureOf(open({ ...config, password: PASSWORD }));
    expect(error).toMatchObject({ code: "ACCESS_DENIED" });
    expect(error.message).toContain("framework");
    expect(error.message).not.toContain(PASSWORD);
  });

  test.skipIf(skip !== undefined)("a database that is not there: says so, and how to make it", async () => {
    const error = await failureOf(open({ ...config, database: "nowhere" }));
    expect(error).toMatchObject({ code: "UNAVAILABLE" });
    expect(error.message).toContain("has no database nowhere");
    expect(error.hint).toContain("db:create");
  });

  test.skipIf(skip !== undefined)("by url", async () => {
    const { username, password, port, database, dialect } = config;
    const executor = await open({
      ...config,
      host: "nowhere.invalid",
      password: "other",
      url: `${dialect}://${username}:${password}@127.0.0.1:${port}/${database}`,
    });
    expect((await executor.run("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await executor.close();
  });

  test.skipIf(skip !== undefined)("a pool of one keeps its connection", async () => {
    const own = await open({ ...config, poolSize: 1 });
    const id = config.dialect === "postgres" ? "SELECT pg_backend_pid() AS id" : "SELECT CONNECTION_ID() AS id";
    const first = (await own.run(id)).rows;
    expect((await own.run(id)).rows).toEqual(first);
    expect(await own.transaction(async () => (await own.run(id)).rows)).toEqual(first);
    await own.close();
  });

  test.skipIf(skip !== undefined)("more work at once than connections", async () => {
    const executor = await open({ ...config, poolSize: 2 });
    const results = await Promise.all(Array.from({ length: 50 }, () => executor.run("SELECT 1 AS one")));
    expect(results.every(({ rows }) => Number(rows[0]?.one) === 1)).toBe(true);
    await executor.close();
  });

  test.skipIf(skip !== undefined)("a connection that the server cut is replaced", async () => {
    const executor = await open({ ...config, poolSize: 1 });
    const other = await open(config);
    const postgres = config.dialect === "postgres";
    const { rows } = await executor.run(postgres ? "SELECT pg_backend_pid() AS id" : "SELECT CONNECTION_ID() AS id");
    await other.run(postgres ? `SELECT pg_terminate_backend(${rows[0]?.id})` : `KILL ${rows[0]?.id}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The first call may find the dead connection before the driver does.
    await executor.run("SELECT 1").catch((error: unknown) => expect(error).toMatchObject({ code: "UNAVAILABLE" }));
    expect((await executor.run("SELECT 1 AS one")).affected).toBe(1);
    await executor.close();
    await other.close();
  });
});

test.each([
  ["postgres", "pg"],
  ["mysql", "mysql2"],
  ["mariadb", "mariadb"],
  ["mssql", "tedious"],
  ["oracle", "oracledb"],
])("%s without its driver: the error gives the line that installs it", async (dialect, driver) => {
  // A copy of the package beside which nothing is installed but what it needs itself.
  const folder = await mkdtemp(join(tmpdir(), "onespec-driverless-"));
  const root = fileURLToPath(new URL("..", import.meta.url));
  await cp(join(root, "dist"), join(folder, "dist"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await mkdir(join(folder, "node_modules"));
  await symlink(join(root, "node_modules/@onespec"), join(folder, "node_modules/@onespec"));
  const script = `
    const { openSqlExecutor } = await import("./dist/database/sql/sql-executor.js");
    const config = { dialect: "${dialect}", poolSize: 1, connectTimeoutMs: 100, driverOptions: {}, logQueries: false };
    const { code, message, hint } = await openSqlExecutor(config, process.cwd()).catch((error) => error);
    console.log(JSON.stringify({ code, message, hint }));`;
  // Package managers name further folders in NODE_PATH.
  const { NODE_PATH: _, ...env } = process.env;
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const error = JSON.parse(child.stdout);
  expect(error).toMatchObject({ code: "DRIVER_MISSING", message: `The database driver ${driver} is not installed.` });
  expect(error.hint).toMatch(new RegExp(`^Run: npm install ${driver}@"\\^\\d`));
  await rm(folder, { recursive: true });
});

describe("PostgreSQL", () => {
  const postgres = databases.find(({ name }) => name === "postgres");

  test.skipIf(postgres?.skip !== undefined)(
    "a url that asks for encryption does not get a plain connection",
    async () => {
      const { username, password, port, database, ...config } = (postgres as LiveDatabase).config;
      const url = `postgres://${username}:${password}@127.0.0.1:${port}/${database}`;
      // The test server has no certificate.
      expect(await failureOf(open({ ...config, url: `${url}?sslmode=require` }))).toMatchObject({
        message: expect.stringContaining("does not support SSL"),
      });
      await (await open({ ...config, url: `${url}?sslmode=disable` })).close();
    },
  );

  test.skipIf(postgres?.skip !== undefined)("a statement that was prepared works on after a migration", async () => {
    const executor = await open(postgres?.config as DatabaseConfig);
    await executor.run("CREATE TABLE changing (id INTEGER, value INTEGER)");
    await executor.run("INSERT INTO changing VALUES (1, 2)");
    const read = async () => (await executor.run("SELECT value FROM changing WHERE id = $1", [1])).rows;
    for (let count = 0; count < 3; count += 1) expect(await read()).toEqual([{ value: 2 }]);
    await executor.run("ALTER TABLE changing ALTER COLUMN value TYPE TEXT");
    expect(await read()).toEqual([{ value: "2" }]);
    await executor.close();
  });
});

describe("SQLite", () => {
  const freshFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-sqlite-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const fresh = async (): Promise<DatabaseConfig> => ({
    dialect: "sqlite",
    storage: join(await freshFolder(), "data", "test.sqlite"),
    poolSize: 1,
    connectTimeoutMs: 10_000,
    driverOptions: {},
    logQueries: false,
  });

  test("several processes write at once, none loses a row, none is told to go away", async () => {
    const config = await fresh();
    const executor = await open(config);
    await executor.run("CREATE TABLE rows_of (process INTEGER, number INTEGER)");
    const script = join(await mkdtemp(join(tmpdir(), "onespec-writer-")), "writer.mjs");
    const built = new URL("../dist/database/sql/sql-executor.js", import.meta.url).href;
    await writeFile(
      script,
      `const { openSqlExecutor } = await import(${JSON.stringify(built)});
       const executor = await openSqlExecutor(${JSON.stringify(config)}, ${JSON.stringify(fileURLToPath(new URL("..", import.meta.url)))});
       for (let number = 0; number < 100; number += 1) {
         if (number % 2) await executor.run("INSERT INTO rows_of VALUES (?, ?)", [process.pid, number]);
         else await executor.transaction(() => executor.run("INSERT INTO rows_of VALUES (?, ?)", [process.pid, number]));
       }
       await executor.close();
       process.disconnect();`,
    );
    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [code] = await once(fork(script, { stdio: "inherit" }), "exit");
        return code as number;
      }),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(Number((await executor.run("SELECT COUNT(*) AS n FROM rows_of")).rows[0]?.n)).toBe(400);
    await executor.close();
  });

  test("transactions get their turn among statements that keep coming", async () => {
    const executor = await open(await fresh());
    await executor.run("CREATE TABLE t (a INTEGER)");
    let stop = false;
    const busy = Array.from({ length: 20 }, async () => {
      while (!stop) {
        await executor.run("INSERT INTO t VALUES (1)");
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    for (let count = 0; count < 50; count += 1) {
      await executor.transaction(async () => {
        const before = (await executor.run("SELECT COUNT(*) AS n FROM t")).rows[0]?.n;
        await new Promise((resolve) => setImmediate(resolve));
        expect((await executor.run("SELECT COUNT(*) AS n FROM t")).rows[0]?.n).toBe(before);
      });
    }
    stop = true;
    await Promise.all(busy);
    await executor.close();
  });

  test("what a transaction left running does not slip into the next one", async () => {
    const executor = await open(await fresh());
    await executor.run("CREATE TABLE t (a INTEGER)");
    let late: Promise<unknown> | undefined;
    await executor.transaction(async () => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => executor.run("INSERT INTO t VALUES (1)"));
    });
    const next = executor.transaction(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("back");
    });
    await expect(next).rejects.toThrow("back");
    await late;
    expect((await executor.run("SELECT a FROM t")).rows).toHaveLength(1);
    await executor.close();
  });

  test("driverOptions reach the driver", async () => {
    const config = await fresh();
    await (await open(config)).close();
    const executor = await open({ ...config, driverOptions: { readOnly: true } });
    expect(await failureOf(executor.run("CREATE TABLE t (a INTEGER)"))).toMatchObject({ code: "UNAVAILABLE" });
    await executor.close();
  });

  test("closing does not wait for a transaction that nobody ends, and rolls it back", async () => {
    const config = await fresh();
    const executor = await open({ ...config, connectTimeoutMs: 100 });
    await executor.run("CREATE TABLE t (a INTEGER)");
    const transaction = await executor.sequelize.transaction();
    await executor.sequelize.query("INSERT INTO t VALUES (1)", { transaction });
    await executor.close();
    const again = await open(config);
    expect((await again.run("SELECT a FROM t")).rows).toEqual([]);
    await again.close();
  });

  test("a transaction takes its turn at its first statement, and one that waits in vain rolls back itself alone", async () => {
    const executor = await open({ ...(await fresh()), connectTimeoutMs: 200 });
    const { sequelize } = executor;
    await executor.run("CREATE TABLE t (a INTEGER)");
    const [first, second, third] = [
      await sequelize.transaction({ isolationLevel: "READ COMMITTED" as Transaction.ISOLATION_LEVELS }),
      await sequelize.transaction(),
      await sequelize.transaction(),
    ];
    const insert = (a: number, transaction: Transaction) =>
      sequelize.query(`INSERT INTO t VALUES (${a})`, { transaction });
    await executor.run("INSERT INTO t VALUES (1)");
    await insert(2, second);
    await expect(insert(3, first)).rejects.toThrow("database is locked");
    await first.rollback();
    await expect(insert(4, third)).rejects.toThrow("database is locked");
    await second.commit();
    await insert(5, third);
    await third.commit();
    expect((await executor.run("SELECT a FROM t")).rows).toEqual([{ a: 1n }, { a: 2n }, { a: 5n }]);
    await executor.close();
  });

  test("another process that holds the file is waited for, then told", async () => {
    const config = await fresh();
    const [holder, executor] = [await open(config), await open({ ...config, connectTimeoutMs: 100 })];
    await holder.run("CREATE TABLE t (a INTEGER)");
    await holder.transaction(async () => {
      await holder.run("DELETE FROM t");
      const error = await failureOf(executor.run("INSERT INTO t VALUES (1)"));
      expect(error).toMatchObject({ code: "UNAVAILABLE" });
      expect((await executor.run("SELECT a FROM t")).rows).toEqual([]);
    });
    await executor.run("INSERT INTO t VALUES (1)");
    await Promise.all([holder.close(), executor.close()]);
  });

  test("a file that is no database, and a folder that cannot be made", async () => {
    const config = await fresh();
    const storage = join(await freshFolder(), "text.sqlite");
    await writeFile(storage, "this is no database at all, but a long enough text");
    expect(await failureOf(open({ ...config, storage }))).toMatchObject({ code: "UNAVAILABLE" });
    expect(await failureOf(open({ ...config, storage: join(storage, "below", "x.sqlite") }))).toMatchObject({
      code: "UNAVAILABLE",
    });
  });
});

async function failureOf(promise: Promise<unknown>): Promise<DatabaseError> {
  const error = await promise.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return error as DatabaseError;
}
