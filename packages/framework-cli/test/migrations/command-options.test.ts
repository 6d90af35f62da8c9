import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  emptyFolder,
  framework,
  linkDependencies,
  packageFolder,
  run as runCommand,
} from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { writeFiles } from "./write-files.js";

const BOOK = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", { title: { type: DataTypes.STRING(120), allowNull: false } }, { timestamps: false });
`;

let folder: string;

beforeEach(async () => {
  const { path, remove } = await emptyFolder();
  onTestFinished(remove);
  folder = path;
  await linkDependencies(folder);
  writeFiles(folder, {
    "package.json": JSON.stringify({ name: "shop", type: "module" }),
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/shop.sqlite" };\n',
    "api/models/Book.js": BOOK,
  });
});

test("--dry-run of generate shows the file, of run the SQL; neither leaves a trace", async () => {
  const shown = await run("migrations:generate", "books", "--dry-run");
  expect(shown.out).toContain('await schema.createTable("books", [');
  expect(existsSync(join(folder, "migrations"))).toBe(false);
  await run("migrations:generate", "books");
  const sql = await run("migrations:run", "--dry-run");
  expect(sql.out).toMatch(/^-- \d{14}-books\nCREATE TABLE "books" \(/);
  expect(JSON.parse((await run("migrations:status", "--json")).out).migrations).toMatchObject([{ state: "pending" }]);
});

test("--check says by its exit code whether models have changes in no migration", async () => {
  expect(await run("migrations:generate", "x", "--check")).toMatchObject({ code: 1 });
  await run("migrations:generate", "books");
  expect(await run("migrations:generate", "x", "--check")).toMatchObject({ code: 0, out: "No changes.\n" });
});

test("the answers to fill in have the types of their columns", async () => {
  await run("migrations:generate", "books");
  writeFiles(folder, {
    "api/models/Book.js": BOOK.replace(
      "{ title",
      "{ pages: { type: DataTypes.INTEGER, allowNull: false }, code: { type: DataTypes.STRING(9), allowNull: false, unique: true }, sold: { type: DataTypes.BOOLEAN, allowNull: false }, title",
    ),
  });
  const { code, err } = await run("migrations:generate", "more");
  expect(code).toBe(3);
  const answers = err.slice(err.indexOf("\n{"));
  expect(JSON.parse(answers)).toEqual({
    "fill books.pages": 0,
    "fill books.code": { distinct: true },
    "fill books.sold": false,
  });
  writeFiles(folder, { "answers.json": answers });
  expect(await run("migrations:generate", "more", "--answers", "answers.json")).toMatchObject({ code: 0 });
});

test("--empty, --to and --step", async () => {
  for (const name of ["one", "two", "three"])
    expect(await run("migrations:generate", name, "--empty")).toMatchObject({ code: 0 });
  const names = readdirSync(join(folder, "migrations")).map((file) => file.replace(".js", ""));
  expect(names).toHaveLength(3);
  expect((await run("migrations:run", "--step", "1")).out).toContain("-one");
  expect((await run("migrations:run", "--to", names[1] as string)).out).toMatch(/^up .*-two .*\n$/);
  expect((await run("migrations:run")).out).toContain("-three");
  expect((await run("migrations:undo", "--to", names[0] as string)).out).toMatch(/-three[\s\S]*-two/);
  expect((await run("migrations:status")).out).toMatch(/^applied .*-one.*\npending .*-two\npending .*-three\n$/);
  await run("migrations:run");
  expect((await run("migrations:undo")).out).toMatch(/^down .*-three .*\n$/);
  expect((await run("migrations:run")).out).toContain("-three");
  expect((await run("migrations:undo")).out).toMatch(/^down .*-three .*\n$/);
  await run("migrations:run", "--step", "1");
  expect((await run("migrations:redo")).out).toMatch(/^down .*-three .*\nup .*-three .*\n$/);
  await run("migrations:undo", "--all");
  await run("migrations:run", "--step", "1");
  await run("migrations:run");
  expect((await run("migrations:undo", "--run")).out).toMatch(/^down .*-three .*\ndown .*-two .*\n$/);
  expect(await run("migrations:undo", "--run", "--step", "2")).toMatchObject({ code: 2 });
  const wrong = await run("migrations:run", "--to", "nowhere");
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("[MIGRATION_UNKNOWN]") });
  expect(await run("migrations:run", "--step", "0")).toMatchObject({ code: 2 });
});

test("structure changed by hand in a blank migration is not asked for again", async () => {
  await run("migrations:generate", "books");
  await run("migrations:generate", "by hand", "--empty");
  const [file = ""] = readdirSync(join(folder, "migrations")).filter((name) => name.endsWith("by-hand.js"));
  writeFiles(folder, {
    [`migrations/${file}`]: `export async function up({ schema, step }) {
  await schema.addColumn("books", { name: "pages", type: "integer" });
  await step("count", () => { throw new Error("only listened to"); });
}\n`,
    "api/models/Book.js": BOOK.replace("{ title", "{ pages: DataTypes.INTEGER, title"),
  });
  expect(await run("migrations:generate", "more")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No changes/),
  });
  const doctor = await run("doctor");
  expect(doctor.out).toContain("the models have no change without a migration");
  const generated = await run("models:generate", "Author", "name!", "--json");
  expect(JSON.parse(generated.out)).toMatchObject({ alsoChanges: [] });
});

test("a table that a migration makes by hand belongs to no model: nothing is planned for it", async () => {
  writeFiles(folder, {
    "migrations/20260101000000-audit.js": `export async function up({ schema }) {
  await schema.createTable("audit_log", [{ name: "id", type: "integer", primaryKey: true }, { name: "title", type: "string" }]);
}\n`,
  });
  expect(await run("migrations:generate", "books")).toMatchObject({ code: 0 });
  expect(await run("migrations:generate", "more")).toMatchObject({ out: expect.stringMatching(/^No changes/) });
  expect(await run("migrations:run")).toMatchObject({ code: 0 });
  expect(await run("migrations:status", "--drift")).toMatchObject({
    code: 0,
    out: expect.stringContaining("The tables match the migrations."),
  });
  rmSync(join(folder, "api/models/Book.js"));
  const refused = await run("migrations:generate", "less");
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("[DESTRUCTIVE_CHANGE]") });
  expect(refused.err).toContain("the table books with all its rows");
  expect(refused.err).not.toContain("audit_log");
});

test("a corrected migration counts at once, also when later ones build on it", async () => {
  await run("migrations:generate", "books");
  writeFiles(folder, { "api/models/Book.js": BOOK.replace("{ title", "{ price: DataTypes.INTEGER, title") });
  await run("migrations:generate", "price");
  const [first = "", second = ""] = readdirSync(join(folder, "migrations"));
  const correct = (file: string, from: string, to: string): void => {
    const path = `migrations/${file}`;
    const text = readFileSync(join(folder, path), "utf8");
    expect(text).toContain(from);
    writeFiles(folder, { [path]: text.replace(from, to) });
  };
  correct(first, "string(120)", "text");
  correct(second, 'type: "integer"', 'type: "decimal(10, 2)"');
  expect(await run("migrations:generate", "x", "--check")).toMatchObject({ code: 1 });
  writeFiles(folder, {
    "api/models/Book.js": BOOK.replace("{ title", "{ price: DataTypes.DECIMAL(10, 2), title").replace(
      "STRING(120)",
      "TEXT",
    ),
  });
  expect(await run("migrations:generate", "x", "--check")).toMatchObject({ code: 0, out: "No changes.\n" });
});

test("a migration that needs the database outside of a step is named with its line", async () => {
  writeFiles(folder, {
    "migrations/20260101000000-a.js": `export async function up({ schema, rows }) {
  await rows("books").count();
}\n`,
  });
  expect(await run("migrations:generate", "books")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/migrations\/20260101000000-a\.js:2: .*\[MIGRATION_INVALID\]\n.*into a step/),
  });
});

test("unlock takes the lock of a process that is gone, and asks for --force where it cannot know", async () => {
  writeFiles(folder, {
    "migrations/20260101000000-dies.js":
      "export const transaction = false;\nexport async function up() { process.kill(process.pid, 'SIGKILL'); }\n",
    "migrations/20260102000000-rests.js": "export const transaction = false;\nexport async function up() {}\n",
  });
  await framework(["migrations:run"], folder);
  const { lock, migrations } = JSON.parse((await run("migrations:status", "--json")).out);
  expect(lock.holder).toMatch(/^shop@.* \(process \d+\)$/);
  expect(migrations[0].state).toBe("running");
  expect((await run("migrations:status")).out).toContain("whose process has ended; the next run takes the lock over");
  expect(await run("migrations:unlock")).toMatchObject({ code: 0, out: expect.stringMatching(/^Unlocked/) });
  expect(await run("migrations:unlock")).toMatchObject({ code: 0, out: "Nothing is locked.\n" });
  expect(await run("migrations:resolve", "20260101", "--rolled-back")).toMatchObject({ code: 0 });
});

test("broken files and wrong calls: one message each, with the place", async () => {
  writeFiles(folder, { "migrations/20260101000000-a.js": "export const nothing = 1;\n" });
  expect((await run("migrations:run")).err).toContain(
    "migrations/20260101000000-a.js exports no function up. [MIGRATION_INVALID]",
  );
  writeFiles(folder, { "migrations/20260101000000-a.js": "export async function up( {\n" });
  expect(await run("migrations:run")).toMatchObject({
    code: 1,
    err: expect.stringContaining("migrations/20260101000000-a.js"),
  });
  writeFiles(folder, {
    "migrations/20260101000000-a.js": `export async function up({ schema }) {
  await schema.createTable("books", [{ name: "id", type: "int" }]);
}\n`,
  });
  const failed = await run("migrations:run");
  expect(failed).toMatchObject({
    code: 1,
    err: expect.stringContaining('20260101000000-a.js:2: books.id has the type "int"'),
  });
  expect(failed.err).not.toMatch(/\n +at /);
});

test("in an application in TypeScript the migration is TypeScript that compiles under strict flags, and runs", async () => {
  writeFiles(folder, {
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: "nodenext",
        target: "es2023",
        skipLibCheck: true,
        types: [],
      },
      include: ["migrations"],
    }),
  });
  await run("migrations:generate", "books");
  const [file = ""] = readdirSync(join(folder, "migrations")).filter((name) => name.endsWith(".ts"));
  expect(readFileSync(join(folder, "migrations", file), "utf8")).toContain(
    "up({ schema }: MigrationContext): Promise<void>",
  );
  const compiler = join(packageFolder, "../../node_modules/typescript/bin/tsc");
  expect(await runCommand(process.execPath, [compiler, "-p", folder], folder)).toMatchObject({ code: 0, out: "" });
  expect(await run("migrations:run")).toMatchObject({ code: 0 });
});

function run(...args: string[]) {
  return inProcess(args, folder);
}
