import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";
import { emptyFolder, framework, linkDependencies, packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { seededRandom } from "./random-edits.js";
import { writeFiles } from "./write-files.js";

/** ONESPEC_KILL_ROUNDS=50 for the long form. */
const ROUNDS = Number(process.env.ONESPEC_KILL_ROUNDS ?? 4);

/** Structure and rows mixed, with rests in between, so that a kill can hit every place. */
const MIGRATIONS = {
  "migrations/20260101000000-one.js": `
const rest = () => new Promise((done) => setTimeout(done, 8));
export async function up({ schema, step }) {
  await schema.createTable("parents", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "name", type: "string(40)", nullable: false },
  ], { indexes: [{ name: "parents_name", columns: ["name"] }] });
  await rest();
  await step("parents", async ({ rows }) => {
    for (let id = 1; id <= 20; id++) await rows("parents").insert({ id, name: "parent " + id });
  });
  await schema.createTable("children", [
    { name: "id", type: "integer", primaryKey: true },
    { name: "parent_id", type: "integer" },
  ], { indexes: [{ name: "children_parent_id", columns: ["parent_id"] }],
       foreignKeys: [{ name: "children_fk", columns: ["parent_id"], table: "parents", targets: ["id"], onDelete: "CASCADE" }] });
  await rest();
  await step("children", async ({ rows }) => {
    for (let id = 1; id <= 20; id++) { await rows("children").insert({ id, parent_id: id }); if (id % 5 === 0) await rest(); }
  });
}
export async function down({ schema }) { await schema.dropTable("children"); await rest(); await schema.dropTable("parents"); }
`,
  "migrations/20260102000000-two.js": `
const rest = () => new Promise((done) => setTimeout(done, 8));
export async function up({ schema, step }) {
  await schema.addColumn("parents", { name: "pages", type: "integer", nullable: false }, { fill: 7 });
  await rest();
  await step("count up", async ({ query }) => { await query("UPDATE parents SET pages = pages + 1"); await rest(); });
  await schema.renameColumn("parents", "name", "title");
  await rest();
  await schema.alterColumn("parents", { name: "title", type: "string(90)", nullable: false }, { from: { name: "title", type: "string(40)", nullable: false } });
  await schema.dropIndex("parents", "parents_name");
  await rest();
  await schema.addIndex("parents", { name: "parents_title", columns: ["title"], unique: true });
  await schema.addCheck("parents", { name: "parents_pages", column: "pages", minimum: 1 });
}
export async function down({ schema }) {
  await schema.dropCheck("parents", "parents_pages");
  await schema.dropIndex("parents", "parents_title");
  await rest();
  await schema.addIndex("parents", { name: "parents_name", columns: ["title"] });
  await schema.renameColumn("parents", "title", "name");
  await rest();
  await schema.dropColumn("parents", "pages");
}
`,
};

describe.each(["sqlite", "postgres", "mariadb"] as const)("a runner killed with -9 on %s", (name) => {
  test(
    `${ROUNDS} rounds: the next run finishes the work, and nothing is done twice or by half`,
    async ({ skip }) => {
      const database = (await liveDatabases()).find((each) => each.name === name);
      if (database === undefined) throw new Error(`no ${name}`);
      if (database.skip !== undefined) return skip(database.skip);
      const { path: folder, remove } = await emptyFolder();
      onTestFinished(remove);
      await linkDependencies(folder);
      writeFiles(folder, {
        "package.json": JSON.stringify({ name: "shop", type: "module" }),
        "config/database.js": `export default ${JSON.stringify(database.config)};\n`,
        ...MIGRATIONS,
      });
      const random = seededRandom(7);
      const typical = performance.now();
      expect(await framework(["migrations:run"], folder)).toMatchObject({ code: 0, err: "" });
      const tookMs = performance.now() - typical;
      let killed = 0;
      for (let round = 0; round < ROUNDS; round++) {
        // Down is killed as well, in every other round.
        if (
          round % 2 === 1 &&
          (await killedRun(["migrations:undo", "--all", "--allow-destructive"], folder, tookMs * random()))
        )
          killed++;
        await succeed(["migrations:undo", "--all", "--allow-destructive"], folder);
        if (await killedRun(["migrations:run"], folder, tookMs * (0.2 + 0.8 * random()))) killed++;
        if (await killedRun(["migrations:run"], folder, tookMs * (0.2 + 0.8 * random()))) killed++;
        await succeed(["migrations:run"], folder);
        const sql = await openSqlExecutor(database.config, folder);
        try {
          const parents = await sql.run("SELECT id, pages, title FROM parents ORDER BY id");
          expect(parents.rows.map(({ id, pages, title }) => [Number(id), Number(pages), title])).toEqual(
            Array.from({ length: 20 }, (_, at) => [at + 1, 8, `parent ${at + 1}`]),
          );
          expect((await sql.run("SELECT id FROM children")).rows).toHaveLength(20);
        } finally {
          await sql.close();
        }
        const { migrations, lock } = JSON.parse(await succeed(["migrations:status", "--json"], folder));
        expect(migrations.map(({ state }: { state: string }) => state)).toEqual(["applied", "applied"]);
        expect(lock).toBeNull();
      }
      expect(killed).toBeGreaterThan(0);
    },
    60_000 + ROUNDS * 30_000,
  );
});

/** @returns what it printed */
async function succeed(args: readonly string[], folder: string): Promise<string> {
  const { code, out, err } = await inProcess(args, folder);
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  return out;
}

/** @returns whether it was still at work when it was killed */
async function killedRun(args: readonly string[], folder: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [join(packageFolder, "bin/framework.js"), ...args], {
    cwd: folder,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  await Promise.race([sleep(afterMs), ended]);
  const wasAtWork = child.exitCode === null && child.kill("SIGKILL");
  await ended;
  return wasAtWork;
}
