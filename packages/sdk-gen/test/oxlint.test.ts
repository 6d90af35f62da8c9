import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { BOOKSHOP } from "./real-descriptions.js";

const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));
const OXLINT = fileURLToPath(new URL("../node_modules/oxlint/bin/oxlint", import.meta.url));

const run = promisify(execFile);
const parent = await mkdtemp(join(tmpdir(), "onespec-oxlint-"));
afterAll(() => rm(parent, { recursive: true, force: true }));

test.each([
  ["JavaScript", []],
  ["TypeScript", ["--language", "ts"]],
  ["JavaScript with all modules", ["--with", "tanstack-query,mcp"]],
  ["TypeScript with all modules", ["--language", "ts", "--with", "tanstack-query,mcp"]],
  ["JavaScript without queries and validation", ["--no-queries", "--no-validation"]],
])("oxlint with its defaults has no warning: %s", async (name, flags) => {
  const folder = join(parent, name.replaceAll(" ", "-"));
  await run(process.execPath, [BIN, BOOKSHOP, folder, "1.0.0", ...flags]);
  const { stdout } = await run(process.execPath, [OXLINT, folder]);
  expect(stdout).toContain("Found 0 warnings and 0 errors.");
});
