import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createProgram } from "../dist/cli/program.js";

const file = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), "utf8");
const readme = await file("../README.md");

/** The first cells of the table under a heading. */
function firstCells(heading: string): string[] {
  const section = readme.slice(readme.indexOf(`## ${heading}\n`)).split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| (`[^|]+`|\d+) \|/gm)].map(([, cell = ""]) => cell.replaceAll("`", ""));
}

test("the README has every option of the program, and no other", () => {
  const terminal = { out: () => {}, err: () => {}, outColor: false } as never;
  const { options } = createProgram(terminal, async () => {});
  expect(firstCells("Options").sort()).toEqual([...options.map(({ flags }) => flags), "--help"].sort());
});

test("the README explains every error code, and no other", async () => {
  const declared = [...(await file("../src/errors/gate-error.ts")).matchAll(/^ {2}\| "([A-Z_]+)"/gm)].map(
    ([, code]) => code,
  );
  expect(declared.length).toBeGreaterThan(3);
  expect(firstCells("Errors").sort()).toEqual(declared.sort());
});
