import { beforeAll, expect, describe as suite, test } from "vitest";
import { descriptionFiles } from "./pairs/descriptions.js";
import { type DescriptionFindings, driveDescription } from "./pairs/drive-description.js";
import { countPairs, pairsTable } from "./pairs/pairs-table.js";

const MINUTES = 60_000;
const { CORPUS_DIR } = process.env;
/** Of the pairs of which the contract lets a client learn an id, this share goes through its whole life. It only ever rises. */
const LEAST = 0.98;

/** All take minutes: of a corpus every twelfth one, unless the long form is asked for. */
const isDriven = (_file: unknown, at: number): boolean =>
  CORPUS_DIR === undefined || process.env.ONESPEC_LONG === "1" || at % 12 === 0;

suite(`every CRUD pair of ${CORPUS_DIR === undefined ? "the npm packages (CORPUS_DIR is not set)" : "CORPUS_DIR"}`, () => {
  const findings: DescriptionFindings[] = [];
  beforeAll(async () => {
    const files = await descriptionFiles(CORPUS_DIR);
    for (const file of files.filter(isDriven)) findings.push(await driveDescription(file));
    console.log(pairsTable(findings));
  }, 15 * MINUTES);

  test("goes through create, get, find, update, replace, delete and a 404 by the client's methods", () => {
    const { whole, told } = countPairs(findings.flatMap(({ pairs }) => pairs));
    expect(told).toBeGreaterThan(50);
    expect(whole / told, pairsTable(findings)).toBeGreaterThanOrEqual(LEAST);
  });

  test("finds its records by a field, in an order, up to a limit", () => {
    const steps = findings.flatMap(({ pairs }) => pairs.flatMap((pair) => pair.steps));
    expect(steps.filter((step) => step.startsWith("find by ")).length).toBeGreaterThan(50);
  });
});
