import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { liveDatabases } from "../servers/live-databases.js";
import { emptyFolder, lift, newApp, run, testsOf } from "./framework.js";
import { inProcess } from "./in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

const command = (app: string, ...args: string[]) => run("node", ["run", "bin/framework.js", ...args], app);
const prepare = (app: string, ...args: string[]) => inProcess(args, app);

test("a model, its migration, sync and undo, word for word; each says what it did and nothing twice", async () => {
  const app = await newApp(parent, "shop");
  const steps: readonly (readonly [line: string, code: number, printed: string | RegExp])[] = [
    ["controllers:generate users/list", 0, "create  api/controllers/users/list.js"],
    ["db:sync", 0, "Nothing to do: the tables match the models.\n"],
    ["models:generate User name!", 0, /create {2}migrations\/\d+-create-user\.js/],
    ["migrations:generate nothing", 0, "No changes: the migrations match the models."],
    ["migrations:run", 0, /^up {4}\d+-create-user/],
    ["db:sync", 0, "Nothing to do: the tables match the models.\n"],
    ["destroy model User --dry-run", 0, /migrations/],
    ["migrations:undo", 0, /^down {2}\d+-create-user/],
    ["destroy model User", 0, /delete {2}migrations\/\d+-create-user\.js/],
    ["doctor", 0, "All is well."],
  ];
  for (const [line, code, printed] of steps) {
    const outcome = await prepare(app, ...line.split(" "));
    expect({ line, code: outcome.code, err: code === 0 ? "" : outcome.err }).toEqual({ line, code, err: "" });
    if (line.startsWith("destroy model User --dry-run")) continue;
    if (typeof printed === "string") expect(outcome.out, line).toContain(printed);
    else expect(outcome.out, line).toMatch(printed);
  }
});

test("a database that migrations keep is not synced to models that changed", async () => {
  const app = await newApp(parent, "kept", [], inProcess);
  await prepare(app, "models:generate", "User", "name!");
  await prepare(app, "migrations:run");
  const model = join(app, "api/models/User.js");
  await writeFile(
    model,
    (await readFile(model, "utf8")).replace("  name:", "  nick: { type: DataTypes.STRING },\n  name:"),
  );
  const refused = await prepare(app, "db:sync");
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("[NOT_OWNED]");
  expect(refused.err).toContain("migrations:generate");
  await prepare(app, "migrations:generate", "add-nick");
  expect((await command(app, "db:sync")).err).toContain("Run: node run bin/framework.js migrations:run");
  await prepare(app, "migrations:run");
  expect(await prepare(app, "db:sync")).toMatchObject({ code: 0 });
});

test("a migration that was run stays when its model is destroyed", async () => {
  const app = await newApp(parent, "ran", [], inProcess);
  await prepare(app, "models:generate", "User", "name!");
  await prepare(app, "migrations:run");
  const { code, err, out } = await prepare(app, "destroy", "model", "User");
  expect(code).toBe(0);
  expect(out).toBe("delete  api/models/User.js\n");
  expect(err).toMatch(/migrations\/\d+-create-user stays/);
  expect((await prepare(app, "migrations:status")).out).toMatch(/^applied/);
});

const FIELDS = [
  "title:string{120}!",
  "price:decimal{10,2}!",
  "status:enum{draft,done}:index:default=draft",
  "author:references!",
  "meta:json",
  "seen:timestamp",
  "on:date",
  "at:time",
  "ok:boolean",
  "n:bigint",
  "f:double",
  "u:uuid",
  "t:text",
  "secret:hidden",
];

test("a generated resource passes its tests on every database there is", { timeout: 240_000 }, async () => {
  const tried: string[] = [];
  for (const { name, config, skip } of await liveDatabases()) {
    if (skip !== undefined) continue;
    const app = await newApp(parent, `on-${name}`, ["--db", name], inProcess);
    await useDatabase(app, config);
    await prepare(app, "resources:generate", "Author", "name:string{80}!", "id:uuid");
    await prepare(app, "resources:generate", "Book", ...FIELDS);
    const tests = await testsOf(app);
    expect(tests.out, name).toMatch(/(?:#|ℹ) pass 11\n/);
    tried.push(name);
  }
  expect(tried).toContain("sqlite");
});

async function useDatabase(app: string, config: DatabaseConfig): Promise<void> {
  await writeFile(join(app, "config/database.js"), `export default ${JSON.stringify(config)};\n`);
  await writeFile(join(app, "config/environments/test.js"), 'export default { app: { log: { level: "silent" } } };\n');
}

test.for([
  ["node", ["run", "bin/framework.js"]],
  ["bun", ["run", "bin/framework.js"]],
  ["deno", ["run", "-A", "bin/framework.js"]],
] as const)("%s lifts an application, answers from SQLite and stops when asked", async ([runtime, start], { skip }) => {
  const version = await run(runtime, ["--version"], parent).catch(() => undefined);
  skip(version?.code !== 0, `${runtime} is not installed`);
  const app = await newApp(parent, `on-${runtime}`, [], inProcess);
  await inProcess(["resources:generate", "Book", "title!"], app);
  await inProcess(["migrations:run"], app);
  const { url, stop } = await lift(runtime, [...start, "lift", "--port", "0"], app);
  try {
    const headers = { "content-type": "application/json" };
    const created = await fetch(`${url}/books`, { method: "POST", headers, body: '{"title":"Emma"}' });
    expect(created.status).toBe(201);
    expect(await (await fetch(`${url}/books?title=Emma`)).json()).toMatchObject([{ id: 1, title: "Emma" }]);
  } finally {
    expect(await stop()).toBe(0);
  }
});
