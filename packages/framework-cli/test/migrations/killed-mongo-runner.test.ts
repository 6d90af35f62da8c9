import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openTarget } from "../../src/migrations/open-target.js";
import { emptyFolder, framework, linkDependencies, packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveMongo } from "../servers/live-databases.js";
import { seededRandom } from "./random-edits.js";
import { writeFiles } from "./write-files.js";

/** ONESPEC_KILL_ROUNDS=50 for the long form. */
const ROUNDS = Number(process.env.ONESPEC_KILL_ROUNDS ?? 4);

/** A step on rows may be done again where the server has no transactions, so this one asks first. */
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
    for (let id = 1; id <= 20; id++) {
      if ((await rows("parents").count({ id })) === 0) await rows("parents").insert({ id, name: String(id) });
    }
  });
}
export async function down({ schema }) { await rest(); await schema.dropTable("parents"); }
`,
  "migrations/20260102000000-two.js": `
const rest = () => new Promise((done) => setTimeout(done, 8));
export async function up({ schema }) {
  await schema.addColumn("parents", { name: "pages", type: "integer", nullable: false }, { fill: 7 });
  await rest();
  await schema.renameColumn("parents", "name", "title");
  await rest();
  await schema.alterColumn("parents", { name: "title", type: "integer", nullable: false }, { from: { name: "title", type: "string(40)", nullable: false } });
  await schema.dropIndex("parents", "parents_name");
  await rest();
  await schema.addIndex("parents", { name: "parents_title", columns: ["title"], unique: true });
  await schema.renameTable("parents", "elders");
}
export async function down({ schema }) {
  await schema.renameTable("elders", "parents");
  await schema.dropIndex("parents", "parents_title");
  await rest();
  await schema.addIndex("parents", { name: "parents_name", columns: ["title"] });
  await schema.alterColumn("parents", { name: "title", type: "string(40)", nullable: false }, { from: { name: "title", type: "integer", nullable: false } });
  await schema.renameColumn("parents", "title", "name");
  await rest();
  await schema.dropColumn("parents", "pages");
}
`,
};

test(
  `a runner killed with -9 on mongodb, ${ROUNDS} rounds: the next run finishes the work`,
  async ({ skip: leaveOut }) => {
    const { config, skip } = await liveMongo();
    if (skip !== undefined) return leaveOut(skip);
    const { path: folder, remove } = await emptyFolder();
    onTestFinished(remove);
    await linkDependencies(folder);
    writeFiles(folder, {
      "package.json": JSON.stringify({ name: "shop", type: "module" }),
      "config/database.js": `export default ${JSON.stringify(config)};\n`,
      ...MIGRATIONS,
    });
    const succeed = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await inProcess(args, folder);
      expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
      return out;
    };
    const random = seededRandom(7);
    const start = performance.now();
    expect(await framework(["migrations:run"], folder)).toMatchObject({ code: 0, err: "" });
    const tookMs = performance.now() - start;
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      if (await killedRun(["migrations:undo", "--all", "--allow-destructive"], folder, tookMs * (0.2 + 0.8 * random())))
        killed++;
      await succeed("migrations:undo", "--all", "--allow-destructive");
      for (let run = 0; run < 2; run++) {
        if (await killedRun(["migrations:run"], folder, tookMs * (0.2 + 0.8 * random()))) killed++;
      }
      await succeed("migrations:run");
      const target = await openTarget(config, folder);
      const rows = await target.rows("elders").find();
      await target.close();
      expect(
        rows.map(({ id, title, pages }) => [id, title, pages]).sort((a, b) => Number(a[0]) - Number(b[0])),
      ).toEqual(Array.from({ length: 20 }, (_, at) => [at + 1, at + 1, 7]));
      const { migrations, lock } = JSON.parse(await succeed("migrations:status", "--json"));
      expect(migrations.map(({ state }: { state: string }) => state)).toEqual(["applied", "applied"]);
      expect(lock).toBeNull();
    }
    expect(killed).toBeGreaterThan(0);
  },
  60_000 + ROUNDS * 30_000,
);

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
