import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { makeApp } from "../../src/generate/new-app.js";
import { emptyFolder, framework, newApp, packageFolder, run } from "./framework.js";
import { inProcess } from "./in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

const manifest = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));

test("says what was made and the next three commands", async () => {
  const { code, out, err } = await framework(["new", "first"], parent);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toBe("Created first: 21 files.\n\nNext:\n  cd first\n  npm install\n  node run bin/framework.js lift\n");
  expect(await readdir(join(parent, "first"))).toEqual([
    ".env.example",
    ".gitignore",
    "README.md",
    "api",
    "bin",
    "config",
    "migrations",
    "package.json",
    "run.js",
    "seeds",
    "tests",
  ]);
});

describe.each([
  ["sqlite", "@photostructure/sqlite"],
  ["postgres", "pg"],
  ["mysql", "mysql2"],
  ["mariadb", "mariadb"],
  ["mssql", "tedious"],
  ["oracle", "oracledb"],
  ["mongodb", "mongodb"],
])("--db %s", (dialect, driver) => {
  test.each([[], ["--typescript"]])(
    "%j: the driver, in the tested version, a valid configuration, nothing left to fill in",
    async (...flags) => {
      const name = `with-${dialect}${flags.length}`;
      const app = await newApp(parent, name, ["--db", dialect, ...flags], inProcess);
      const { dependencies } = JSON.parse(await readFile(join(app, "package.json"), "utf8"));
      expect(dependencies[driver]).toBe(manifest.devDependencies[driver]);
      expect(Object.keys(dependencies).includes("sequelize")).toBe(dialect !== "mongodb");
      const entries = await readdir(app, { recursive: true, withFileTypes: true });
      const own = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"));
      for (const entry of own)
        expect(await readFile(join(entry.parentPath, entry.name), "utf8")).not.toMatch(/\{\{|\}\}/);
      // What runs TypeScript takes over the process it is in.
      const command = flags.length > 0 ? framework : inProcess;
      const { out } = await command(["doctor", "--json"], app, { NODE_ENV: "test" });
      const config = JSON.parse(out).checks.find((check: { name: string }) => check.name === "config");
      expect(config).toEqual({ name: "config", state: "ok", message: "valid for test" });
    },
  );
});

test("a TypeScript application passes tsc and its own test", async () => {
  const app = await newApp(parent, "typed", ["--typescript"]);
  const compiled = await run(process.execPath, ["node_modules/typescript/bin/tsc"], app);
  expect(compiled).toMatchObject({ code: 0, out: "" });
  expect(await run("npm", ["test"], app)).toMatchObject({ code: 0 });

  // A repository takes the type of its records; tsc checks migrations and files beside the folders too.
  await writeFile(
    join(app, "api/services/stock.ts"),
    `import type { ServiceContext } from "@onespec/framework-cli";
interface Book { id: number; stock: number }
export default ({ repository }: ServiceContext) => ({
  isSold: async (id: number) => ((await repository<Book>("Book").get(id))?.stock ?? 0) < 1,
  wrong: async (id: number) => (await repository<Book>("Book").get(id))?.stok,
});
`,
  );
  await writeFile(
    join(app, "migrations/20260101000000-books.ts"),
    `import type { MigrationContext } from "@onespec/framework-cli";
export const up = ({ schema }: MigrationContext) => schema.dropTabel("books");
`,
  );
  await writeFile(join(app, "worker.ts"), "export const name: string = 1;\n");
  const { code, out } = await run(process.execPath, ["node_modules/typescript/bin/tsc"], app);
  expect(code).not.toBe(0);
  expect(out.match(/^\S+\.ts\(\d+/gm)?.sort()).toEqual([
    "api/services/stock.ts(5",
    "migrations/20260101000000-books.ts(2",
    "worker.ts(1",
  ]);
});

test("a folder that is not empty is left alone; a fresh git repository is empty", async () => {
  await mkdir(join(parent, "used"));
  await writeFile(join(parent, "used", "mine.txt"), "mine");
  const refused = await inProcess(["new", "used"], parent);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("used already exists and is not empty. [FOLDER_NOT_EMPTY]");
  expect(await readdir(join(parent, "used"))).toEqual(["mine.txt"]);

  await mkdir(join(parent, "fresh", ".git"), { recursive: true });
  expect(await inProcess(["new", "fresh"], parent)).toMatchObject({ code: 0 });
});

test.each(["../x", "a/b", "/tmp/x", "Shop", "node_modules", "a b", ".", "-x--", "con", 'a"b', "x".repeat(61)])(
  "the name %j is rejected, and nothing is written",
  async (name) => {
    const before = await readdir(parent);
    const { code, err } = await inProcess(["new", "--", name], parent);
    expect(code).toBe(1);
    expect(err).toContain("[NAME_INVALID]");
    expect(await readdir(parent)).toEqual(before);
  },
);

test("--dry-run, and a description that cannot be read, write nothing", async () => {
  const before = await readdir(parent);
  const shown = await inProcess(["new", "dry", "--dry-run"], parent);
  expect(shown.out).toContain("create  dry/bin/framework.js\n");
  const bookshop = join(packageFolder, "../../examples/bookshop/api.yaml");
  const imported = await inProcess(["new", "dry", "--dry-run", "--spec", bookshop], parent);
  expect(imported.out).toContain("create  dry/bin/framework.js\n");
  expect(imported.out).toContain("create  dry/api/models/Book.js\n");
  expect(imported.out.match(/config\/routes\.js/g)).toHaveLength(1);
  const told = await inProcess(["new", "dry", "--dry-run", "--json", "--spec", bookshop], parent);
  expect(JSON.parse(told.out).import.models).toContainEqual({ name: "Book", table: "books" });
  const missing = await inProcess(["new", "dry", "--spec", "nowhere.yaml"], parent);
  expect(missing.code).toBe(1);
  expect(missing.err).toMatch(/^nowhere\.yaml: error: There is no file nowhere\.yaml\. \[DESCRIPTION_NOT_FOUND\]/);
  const broken = await inProcess(["new", "dry", "--spec", "first/package.json"], parent);
  expect(broken.code).toBe(1);
  expect(broken.err).toContain("[DESCRIPTION_NOT_OPENAPI]");
  expect(await readdir(parent)).toEqual(before);
});

test("--json tells folder, files and what is next", async () => {
  const { out } = await inProcess(["new", "told", "--json", "--framework", "^9.9.9"], parent);
  expect(JSON.parse(out)).toMatchObject({
    folder: join(parent, "told"),
    db: "sqlite",
    next: ["cd told", "npm install", "node run bin/framework.js lift"],
  });
  const { dependencies } = JSON.parse(await readFile(join(parent, "told", "package.json"), "utf8"));
  expect(dependencies["@onespec/framework-cli"]).toBe("^9.9.9");
});

test("--spec starts from a description, with --json as one report", async () => {
  const spec = join(packageFolder, "../../examples/bookshop/api.yaml");
  const { code, out } = await inProcess(["new", "books", "--spec", spec, "--json"], parent);
  expect(code).toBe(0);
  const { files, next, import: imported } = JSON.parse(out);
  expect(next).toContain("node run bin/framework.js migrations:run");
  expect(files.length).toBe(21);
  expect(imported).toBeTypeOf("object");
  expect(await readdir(join(parent, "books", "api/models"))).toContain("Book.js");
});

test("--spec that can be read but not followed leaves the application, and says how to go on", async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [
      `C${at}`,
      { type: "object", required: ["next"], properties: { next: { $ref: `#/components/schemas/C${at + 1}` } } },
    ]),
  );
  const content = { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/C0" } } } };
  const description = {
    openapi: "3.1.0",
    info: { title: "Deep", version: "1" },
    paths: { "/things": { get: { responses: { 200: { description: "ok", content } } } } },
    components: { schemas: { ...chain, C2000: { type: "string" } } },
  };
  await writeFile(join(parent, "deep.json"), JSON.stringify(description));
  const { code, err } = await inProcess(["new", "deep", "--spec", "deep.json"], parent);
  expect(code).toBe(1);
  expect(err).toContain("DESCRIPTION_TOO_LARGE");
  expect(err).toContain("cd deep && npm install && node run bin/framework.js spec:import");
  expect(existsSync(join(parent, "deep", "package.json"))).toBe(true);
});

test("--spec tells in the end, and once, what is next", async () => {
  const spec = join(packageFolder, "../../examples/bookshop/api.yaml");
  const { code, out, err } = await inProcess(["new", "told-once", "--spec", spec], parent);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("Next:")).toHaveLength(2);
  expect(out).toMatch(
    /Migration: .*\n\nNext:\n {2}cd told-once\n {2}npm install\n {2}node run bin\/framework\.js migrations:run\n {2}node run bin\/framework\.js lift\n$/,
  );
});

test("a folder that cannot be made is told with a next step", async () => {
  await writeFile(join(parent, "a-file"), "");
  await expect(makeApp(join(parent, "a-file", "shop"), async () => {})).rejects.toMatchObject({
    code: "FILE_UNWRITABLE",
    hint: expect.stringContaining("Nothing was written."),
  });
});

test("a description of more operations than files may be open at once is imported", async () => {
  const { path: folder, remove: removeFolder } = await emptyFolder();
  onTestFinished(removeFolder);
  const paths = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`/p${at}`, { get: { responses: { 200: { description: "" } } } }]),
  );
  await writeFile(
    join(folder, "api.json"),
    JSON.stringify({ openapi: "3.1.0", info: { title: "Many", version: "1" }, paths }),
  );
  const limited = ["-c", 'ulimit -n 60; exec "$0" "$@"', process.execPath, join(packageFolder, "bin/framework.js")];
  const { code, err } = await run("/bin/sh", [...limited, "new", "app", "--spec", "api.json"], folder);
  expect({ code, err }).toMatchObject({ code: 0 });
  const made = await readdir(join(folder, "app/api/controllers"));
  expect(made.filter((name) => /^p\d+/.test(name))).toHaveLength(150);
});
