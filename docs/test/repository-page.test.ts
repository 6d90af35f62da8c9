import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, newApp, testsOf } from "../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../packages/framework-cli/test/command-line/in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

const page = await readFile(new URL("../reference/repository.md", import.meta.url), "utf8");
const source = await readFile(
  new URL("../../packages/framework-cli/src/database/repository.ts", import.meta.url),
  "utf8",
);

test.each(["Repository", "FindQuery", "Comparison"])("reference/repository.md names every member of %s", (name) => {
  const [, members = ""] = new RegExp(`^export interface ${name}\\b.*?\\{\\n(.*?)^\\}`, "ms").exec(source) ?? [];
  const names = [...members.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map(([, member = ""]) => member);
  expect(names.length).toBeGreaterThan(5);
  for (const member of names) expect(page).toMatch(new RegExp(`\`${member}[\`(]`));
});

test("the commands of reference/repository.md run, and the tests of its blocks pass", async () => {
  const app = await newApp(parent, "library", [], inProcess);
  for (const [, words = ""] of page.matchAll(/^node run bin\/framework\.js (.*)$/gm)) {
    const { code, err } = await inProcess(words.replaceAll('"', "").split(" "), app);
    expect(code, `${words}\n${err}`).toBe(0);
  }
  const [, path = "", content = ""] = /^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/m.exec(page) ?? [];
  await writeFile(join(app, path), content);
  const { code, out } = await testsOf(app);
  expect(code, out).toBe(0);
  expect(out).toContain("books are found, changed and counted");
});
