import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { STYLES, type Style } from "@onespec/contract-check";
import { beforeAll, describe, expect, test } from "vitest";
import { formatFailures } from "./report/format-failures.js";
import { formatTable } from "./report/format-table.js";
import { summarize, validShare, wholeShare } from "./report/summary.js";
import { type DescriptionFile, findDescriptions } from "./run/find-descriptions.js";
import { inParallel } from "./run/in-parallel.js";
import { type DescriptionReport, runDescription } from "./run/run-description.js";

const MINUTES = 60_000;
const { CORPUS_DIR } = process.env;
const from = createRequire(import.meta.url);

/** All of a corpus takes minutes: every tenth description is put to one style of requests, large ones in part, but with ONESPEC_LONG=1. */
const isShort = CORPUS_DIR !== undefined && process.env.ONESPEC_LONG !== "1";
/** It only ever rises. The figures of the last run are in docs/conformance.md. Each pair that it explains counts for more in a sample. */
const FLOOR =
  CORPUS_DIR === undefined
    ? { valid: 0.97, whole: 0.6 }
    : isShort
      ? { valid: 0.995, whole: 0.95 }
      : { valid: 0.998, whole: 0.985 };
/** In bytes. A larger description is put to the test in part. */
const LARGE = 100_000;
const stylesOf = (at: number): readonly Style[] =>
  isShort ? STYLES.filter((_, style) => style === at % STYLES.length) : STYLES;

/** The bookshop and either the corpus or, where there is none, the descriptions that npm has. */
async function descriptions(): Promise<DescriptionFile[]> {
  const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
  const readme = dirname(from.resolve("@readme/oas-examples/package.json"));
  const folders =
    CORPUS_DIR === undefined
      ? [
          join(readme, "2.0/json"),
          join(readme, "3.0/json"),
          join(readme, "3.1/json"),
          from.resolve("@octokit/openapi/generated/api.github.com.json"),
        ]
      : [CORPUS_DIR];
  return (await Promise.all([examples, ...folders].map(findDescriptions))).flat();
}

describe(`every description of ${CORPUS_DIR === undefined ? "the npm packages (CORPUS_DIR is not set)" : "CORPUS_DIR"}`, () => {
  let reports: DescriptionReport[] = [];
  beforeAll(async () => {
    const chosen = (await descriptions()).filter((_, at) => !isShort || at % 10 === 0);
    const runs = chosen.map(({ name, file }, at) => {
      const oneIn = isShort && statSync(file).size > LARGE ? 6 : 1;
      return { name, file, styles: stylesOf(at), oneIn };
    });
    reports = await inParallel(runs, 2, ({ name, file, ...options }) => runDescription(name, file, options));
    console.log(formatTable(reports));
  }, 15 * MINUTES);

  test("starts and stays up", () => {
    expect(reports.filter(({ crash }) => crash !== undefined).map(({ name, crash }) => `${name}: ${crash}`)).toEqual(
      [],
    );
  });

  test("is never answered with a 5xx that it does not ask for", () => {
    const broken = reports.filter((report) => summarize([report]).serverErrors > 0);
    expect(broken.map((report) => formatFailures(report, { all: false }))).toEqual([]);
  });

  test("gets valid answers to valid requests", () => {
    expect(validShare(summarize(reports))).toBeGreaterThanOrEqual(FLOOR.valid);
  });

  test("keeps its CRUD pairs whole", () => {
    expect(wholeShare(summarize(reports).pairs)).toBeGreaterThanOrEqual(FLOOR.whole);
  });

  test("has at least 99 % of invalid requests rejected, with a body that says why", () => {
    const { refused, invalid } = summarize(reports);
    expect(refused / invalid).toBeGreaterThanOrEqual(0.99);
  });
});
