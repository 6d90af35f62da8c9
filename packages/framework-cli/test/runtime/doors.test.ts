import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

/** Names that Node finds, since Vite would read the sources. */
async function namesOf(specifier: string): Promise<unknown> {
  const script = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(specifier)})).sort()))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: PACKAGE,
  });
  return JSON.parse(stdout);
}

describe("what applications import", () => {
  test.each([
    ["@onespec/framework-cli", "./dist/index.js"],
    ["@onespec/framework-cli/testing", "./dist/testing/index.js"],
  ])("%s passes on everything that %s has", async (door, built) => {
    expect(await namesOf(door)).toEqual(await namesOf(built));
  });
});
