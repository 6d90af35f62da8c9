import { statSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareOf } from "../../../spec-core/test/share-of.js";
import { findDescriptions } from "../../conformance/run/find-descriptions.js";
import { type FuzzReport, fuzz } from "./fuzz-run.js";

const IS_LONG = process.env.ONESPEC_LONG === "1";
const REQUESTS = IS_LONG ? 20_000 : 2_500;
/** In bytes. Larger descriptions are for the long form: to make up requests to them takes longer than to answer these. */
const LARGEST = IS_LONG ? 400_000 : 120_000;
const { CORPUS_DIR } = process.env;
let folder: string;
let reports: readonly FuzzReport[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mock-fuzz-"));
  const examples = fileURLToPath(new URL("../../../../examples", import.meta.url));
  const readme = dirname(createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"));
  const folders = CORPUS_DIR === undefined ? [join(readme, "3.0/json"), join(readme, "3.1/json")] : [CORPUS_DIR];
  const all = (await Promise.all([examples, ...folders].map(findDescriptions))).flat();
  const small = all.filter(({ file }) => statSync(file).size <= LARGEST);
  const found = shareOf(small, 3);
  reports = await fuzz(found, { seed: "ci", requests: Math.ceil(REQUESTS / found.length), folder });
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("hostile requests are answered, and never with a 5xx that they do not ask for", () => {
  expect(reports.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`))).toEqual([]);
  expect(reports.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(REQUESTS * 0.9);
});

test("most of them get through to the operations", () => {
  const counts = new Map<number, number>();
  for (const { statuses } of reports) {
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const good = [200, 201, 204].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  expect(good).toBeGreaterThan(REQUESTS / 10);
});

test("nothing is kept of them once the state is reset", () => {
  const grown = reports.filter(({ heap: [before, after] }) => after > before + 60);
  expect(grown.map(({ name, heap }) => `${name}: ${heap.join(" MB -> ")} MB`)).toEqual([]);
});

test("nothing is written outside the data directory", async () => {
  expect(await readdir(folder)).toEqual(["data"]);
});
