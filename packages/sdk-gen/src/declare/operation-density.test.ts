import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operationDensity } from "./operation-density.js";

async function densityOf(count: number, bytes: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-density-"));
  const path = join(folder, "api.yaml");
  const operation = "responses: {}".padEnd(Math.floor(bytes / count));
  await writeFile(path, operation.repeat(count));
  const density = operationDensity(path, operation.length * count);
  await rm(folder, { recursive: true });
  return density;
}

test("operations for each megabyte are told from samples, in large files and in small ones", async () => {
  expect((await densityOf(1_000, 4_000_000)) / 250).toBeCloseTo(1, 1);
  expect((await densityOf(20_000, 4_000_000)) / 5_000).toBeCloseTo(1, 1);
  expect((await densityOf(10, 20_000)) / 500).toBeCloseTo(1, 0);
});

test("where nothing is an operation there are none", async () => {
  expect(await densityOf(1, 3_000_000)).toBeLessThan(2);
});
