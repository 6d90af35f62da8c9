import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createProgram } from "../dist/cli/program.js";

const file = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), "utf8");

/** The rows of the table under a heading, as their first cells. */
async function firstCells(heading: string): Promise<string[]> {
  const readme = await file("../README.md");
  const section = readme.slice(readme.indexOf(`## ${heading}\n`)).split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `") || line.startsWith("| 0") || /^\| \d/.test(line))
    .map((line) => line.split("|")[1]?.trim() ?? "");
}

test("the README has every option of the program, and no other", async () => {
  const terminal = { out: () => {}, err: () => {}, outColor: false } as never;
  const program = createProgram(terminal, async () => {});
  const options = [...program.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags), "--help"];
  const documented = (await firstCells("Options")).flatMap((cell) =>
    [...cell.matchAll(/`(--[^`]+)`/g)].map(([, flags]) => flags ?? ""),
  );
  expect(documented.sort()).toEqual(options.sort());
});

test("the README explains every error code, and no other", async () => {
  const declared = [...(await file("../src/errors/sdk-gen-error.ts")).matchAll(/^ {2}\| "([A-Z_]+)"/gm)].map(
    ([, code]) => code,
  );
  expect(declared.length).toBeGreaterThan(4);
  expect((await firstCells("Errors")).map((cell) => cell.replaceAll("`", "")).sort()).toEqual(declared.sort());
});

test("the README names every exit code", async () => {
  expect(await firstCells("Exit codes")).toEqual(["0", "1", "2", "70", "130"]);
});
