import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const EXAMPLE = new URL("../../examples/realworld/", import.meta.url);

test("every block of guide.md is in the file of the example that it names", async () => {
  const page = await readFile(new URL("../guide.md", import.meta.url), "utf8");
  const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  expect(blocks).toHaveLength([...page.matchAll(/^```js$/gm)].length);
  for (const [, path = "", code = ""] of blocks) {
    const file = await readFile(new URL(path, EXAMPLE), "utf8");
    expect(file, path).toContain(code);
  }
});
