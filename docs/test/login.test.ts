import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, newApp, testsOf } from "../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../packages/framework-cli/test/command-line/in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

/** A block is of a file if its first line is a comment with a path. */
const FILE = /^```\w+\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;
const COMMAND = /^node run bin\/framework\.js (.*)$/gm;

const page = await readFile(new URL("../framework/login.md", import.meta.url), "utf8");
const imported = page.indexOf("## In an imported application");
const bookshop = fileURLToPath(new URL("../../examples/bookshop/api.yaml", import.meta.url));

test.each([
  ["a new application", "blog", [], page.slice(0, imported), "a user signs up, signs in and reads who she is"],
  ["an imported application", "club", ["--spec", bookshop], page, "who signed up may add an author"],
])("the login of framework/login.md, typed into %s, passes its tests", async (_, name, flags, text, passed) => {
  const app = await newApp(parent, name, flags, inProcess);
  const installed = fileURLToPath(new URL("../../examples/realworld/node_modules/", import.meta.url));
  await symlink(join(installed, "jose"), join(app, "node_modules", "jose"));
  for (const [, line = ""] of text.matchAll(COMMAND)) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const { code, err } = await inProcess(words, app);
    expect(code, `${line}\n${err}`).toBe(0);
  }
  const files = [...text.matchAll(FILE)];
  expect(files.length).toBeGreaterThan(6);
  for (const [, path = "", content = ""] of files) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), content);
  }
  const { code, out } = await testsOf(app);
  expect(code, out).toBe(0);
  expect(out).toContain(passed);
  const checked = await inProcess(["doctor"], app);
  expect([checked.code, checked.out]).toEqual([0, expect.not.stringContaining("asks for credentials everywhere")]);
});
