import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, linkDependencies, testsOf } from "../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../packages/framework-cli/test/command-line/in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

/** A block is of a file if its first line is a comment with a path. */
const FILE = /^```(?:js|yaml)\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gm;
const COMMAND = /^(?:npx framework|node run bin\/framework\.js) (.*)$/gm;

const page = await readFile(new URL("../reference/services.md", import.meta.url), "utf8");

test("the commands of reference/services.md run, and the tests of its blocks pass", async () => {
  const files = [...page.matchAll(FILE)];
  expect(files.length).toBe([...page.matchAll(/^```(?:js|yaml)$/gm)].length);
  const app = join(parent, "tracker");
  for (const [, path = "", content = ""] of files.filter(([, name]) => name === "api.yaml"))
    await writeFile(join(parent, path), content);
  for (const [, words = ""] of page.matchAll(COMMAND)) {
    const isNew = words.startsWith("new ");
    const { code, out, err } = await inProcess(words.replaceAll('"', "").split(" "), isNew ? parent : app);
    expect(code, `${words}\n${out}${err}`).toBe(0);
    if (isNew) await linkDependencies(app);
  }
  const imported = await readFile(join(app, "api/services/issues.js"), "utf8");
  for (const [, path = "", content = ""] of files.filter(([, name]) => name !== "api.yaml")) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), content);
  }
  const optionsOf = (source: string): string =>
    /createContractService\(context, (\{[\s\S]*?\})\);?,?\n/.exec(source)?.[1]?.replaceAll(/\s+/g, "") ?? source;
  expect(optionsOf(await readFile(join(app, "api/services/issues.js"), "utf8"))).toBe(
    optionsOf(imported.replace("}),\n});", "});\n")),
  );
  const { code, out } = await testsOf(app);
  expect(code, out).toBe(0);
  const written = files.filter(([, name]) => name?.startsWith("tests/")).length;
  expect(Number(/^# pass (\d+)$/m.exec(out)?.[1])).toBeGreaterThanOrEqual(written);
});
