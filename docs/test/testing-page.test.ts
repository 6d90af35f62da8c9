import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, newApp, testsOf } from "../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../packages/framework-cli/test/command-line/in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

/** A block is of a file if its first line is a comment with a path. */
const FILE = /^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;
const IMPORT = /^import \{ withUser as withTestApp \} .*$/m;

const page = await readFile(new URL("../framework/testing.md", import.meta.url), "utf8");

test("the tests of framework/testing.md pass, before and after a policy guards the actions", async () => {
  const app = await newApp(parent, "library", [], inProcess);
  const [, words = ""] = /^node run bin\/framework\.js (.*)$/m.exec(page) ?? [];
  expect((await inProcess(words.replaceAll('"', "").split(" "), app)).code).toBe(0);
  const write = async (text: string): Promise<void> => {
    for (const [, path = "", content = ""] of text.matchAll(FILE)) {
      await mkdir(dirname(join(app, path)), { recursive: true });
      await writeFile(join(app, path), content);
    }
  };
  const passed = async (): Promise<string> => {
    const { code, out } = await testsOf(app);
    return code === 0 ? (/^# pass (\d+)$/m.exec(out)?.[1] ?? out) : out;
  };
  const guard = page.indexOf("## Behind a login");
  await write(page.slice(0, guard));
  expect(await passed()).toBe("7");
  await write(page.slice(guard));
  const refused = await passed();
  expect(refused).toContain("401 !== 200");
  expect(refused).toContain("GET /books answered 401: {");
  expect(refused).toContain('app.headers.authorization = "Bearer ..."');
  const [replacement = ""] = IMPORT.exec(page) ?? [];
  for (const path of ["tests/books.test.js", "tests/rename.test.js"]) {
    const source = await readFile(join(app, path), "utf8");
    await writeFile(join(app, path), source.replace(/^import \{ withTestApp \} .*$/m, replacement));
  }
  expect(await passed()).toBe("8");
});
