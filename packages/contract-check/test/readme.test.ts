import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { RULES } from "../src/index.js";

const README = new URL("../README.md", import.meta.url);
const markdown = await readFile(README, "utf8");

test("the example prints what the README says", async () => {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(markdown) ?? [];
  const [, output = ""] = /```text\n([\s\S]*?)```/.exec(markdown) ?? [];
  // In the package, where its own name leads to what was built.
  const file = fileURLToPath(new URL("readme-example.tmp.mjs", import.meta.url));
  await writeFile(file, code);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).toBe(output);
  } finally {
    await rm(file);
  }
});

test("the README lists every rule", async () => {
  const rows = Object.entries(RULES).map(([code, title]) => `| \`${code}\` | ${title} |`);
  const table = ["| rule | meaning |", "| --- | --- |", ...rows].join("\n");
  const text = `<!-- rules -->\n\n${table}\n\n<!-- /rules -->`;
  if (process.env.UPDATE_README) {
    await writeFile(README, markdown.replace(/<!-- rules -->[\s\S]*<!-- \/rules -->/, text));
  } else expect(markdown).toContain(text);
});
