import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readImportSource } from "./import-source.js";

const folder = await mkdtemp(join(tmpdir(), "onespec-import-source-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

async function descriptionOf(paths: number): Promise<string> {
  const item = Object.fromEntries(METHODS.map((method) => [method, { responses: {} }]));
  const file = join(folder, `${paths}.json`);
  const every = Object.fromEntries(Array.from({ length: paths }, (_, index) => [`/p${index}`, item]));
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "Many", version: "1" }, paths: every }));
  return file;
}

test("a description of 10,000 operations can be imported, and one of more is rejected before anything is made of it", async () => {
  expect((await readImportSource(await descriptionOf(1_250), false)).api.operations).toHaveLength(10_000);
  await expect(readImportSource(await descriptionOf(1_251), false)).rejects.toMatchObject({
    code: "DESCRIPTION_TOO_LARGE",
    message: expect.stringContaining("10008 operations"),
  });
});
