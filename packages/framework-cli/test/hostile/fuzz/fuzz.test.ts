import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder } from "../../command-line/framework.js";
import { type FuzzReport, fuzzApp } from "./fuzz-run.js";
import { fuzzedSources, importFuzzed } from "./imported-apps.js";

/** The bookshop, and three of the corpus where there is one. */
const REQUESTS = 5_000;

const reports: FuzzReport[] = [];
const changed: string[] = [];
const { path: folder, remove } = await emptyFolder();
afterAll(remove);

beforeAll(async () => {
  const sources = fuzzedSources(3);
  const requests = Math.ceil(REQUESTS / sources.length);
  await Promise.all(
    sources.map(async (source, index) => {
      const app = await importFuzzed(folder, source, index);
      const before = filesOf(app.folder);
      reports.push(await fuzzApp(app, { seed: "ci", requests }));
      const after = filesOf(app.folder);
      changed.push(...[...new Set([...before, ...after])].filter((file) => !before.has(file) || !after.has(file)));
    }),
  );
}, 600_000);

/** Each file with what it holds. */
function filesOf(app: string): ReadonlySet<string> {
  const files = readdirSync(app, { recursive: true, withFileTypes: true, encoding: "utf8" });
  return new Set(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => `${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`),
  );
}

test("hostile requests are answered, with no failure but that something is not written yet, and nothing is logged as one", () => {
  expect(reports.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`))).toEqual([]);
  expect(reports.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThanOrEqual(REQUESTS);
});

test("many of them get through to the actions", () => {
  const counts = new Map<number, number>();
  for (const { statuses } of reports)
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  const good = [200, 201, 202, 204].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  expect(good).toBeGreaterThan(REQUESTS / 20);
});

test("nothing is kept of them", () => {
  expect(reports.filter(({ heap: [before, after] }) => after > before + 30)).toEqual([]);
});

test("none of them changes a file of the application", () => {
  expect(changed).toEqual([]);
});
