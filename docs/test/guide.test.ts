import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** A block is of a file if its first line is a comment with a path. */
const BLOCK = /^```\w+\n(?:\/\/|#|<!--) (\S+)(?: -->)?\n([\s\S]*?)^```$/gm;

test.each([
  ["guide.md", "realworld", 10],
  ["recipes/react-vite.md", "react-vite", 2],
  ["recipes/nextjs.md", "nextjs", 2],
  ["recipes/playwright.md", "playwright", 10],
  ["recipes/vitest.md", "vitest-with-mock", 2],
  ["recipes/github-actions.md", "github-actions", 2],
  ["recipes/docker.md", "docker", 2],
])("the blocks of %s are in the files of the example %s that they name", async (page, example, least) => {
  const markdown = await readFile(new URL(`../${page}`, import.meta.url), "utf8");
  const blocks = [...markdown.matchAll(BLOCK)];
  expect(blocks.length).toBeGreaterThanOrEqual(least);
  for (const [, path = "", code = ""] of blocks) {
    const file = await readFile(new URL(`../../examples/${example}/${path}`, import.meta.url), "utf8");
    expect(file, path).toContain(code);
  }
});
