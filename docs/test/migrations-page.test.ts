import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, newApp } from "../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../packages/framework-cli/test/command-line/in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

/** A block is a file if its first line is a comment with a path. */
const FILE = /^```js\n\/\/ (migrations\/\S+)\n([\s\S]*?)^```$/gm;
const ROWS = [
  ["authors", '{ id: 1, name: "Ada" }, { id: 2, name: "Grace" }'],
  ["books", '{ id: 1, title: "Notes", author_id: 1 }, { id: 2, title: "Papers", author_id: null }'],
];

const page = await readFile(new URL("../framework/migrations.md", import.meta.url), "utf8");

test("each migration of framework/migrations.md runs, is undone and runs again, with rows in its tables", async () => {
  const app = await newApp(parent, "library");
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await inProcess(args, app);
    expect(code, `${args.join(" ")}\n${out}${err}`).toBe(0);
    return out;
  };
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), content);
  };
  const files = [...page.matchAll(FILE)];
  expect(files.length).toBeGreaterThan(4);
  for (const [, path = "", content = ""] of files) {
    await write(path, content);
    const name = path.slice("migrations/".length, -".js".length);
    expect(await run("migrations:run")).toContain(`up    ${name}`);
    expect(await run("migrations:undo", "--allow-destructive")).toContain(`down  ${name}`);
    expect(await run("migrations:run")).toContain(`up    ${name}`);
    for (const [table, rows] of ROWS) {
      if (!new RegExp(`createTable\\(\\s*"${table}"`).test(content)) continue;
      const day = path.slice("migrations/".length, "migrations/".length + 8);
      await write(
        `migrations/${day}100000-${table}-rows.js`,
        `export const up = ({ step }) => step("rows", ({ rows }) => rows("${table}").insert([${rows}]));\n`,
      );
      await run("migrations:run");
    }
  }
  expect(await run("migrations:status", "--drift")).toContain("The tables match the migrations.");
  await write(
    "migrations/20260201000000-look.js",
    'export const up = ({ step }) => step("look", async ({ rows }) => { throw new Error(JSON.stringify([await rows("authors").find(), await rows("books").find()], (_, value) => typeof value === "bigint" ? Number(value) : value)); });\n',
  );
  const { err } = await inProcess(["migrations:run"], app);
  expect(err).toContain('{"id":1,"name":"Ada","stars":3,"country":"GB","number":1,"active":1}');
  expect(err).toContain('{"id":2,"title":"Papers","author_id":null,"slug":"papers"}');
});
