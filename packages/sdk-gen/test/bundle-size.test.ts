import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, describe as suite, test } from "vitest";
import { type Bundle, bundle, CLIENT, resourceEntries } from "../../../bench/src/bundle.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));
const GITHUB = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");

/** Resources of a description that are bundled, spread over all; every one by hand, with ONESPEC_LONG=1. */
const MOST_RESOURCES = 10;

const hasQueries = ({ text }: Bundle): boolean => text.includes("Narrow it with a condition");

suite.each([
  // Bytes, gzipped, with a little room: what a change adds must be worth it.
  { name: "bookshop", file: BOOKSHOP, plain: 10_860, queries: 23_550, whole: 26_700 },
  { name: "@octokit/openapi", file: GITHUB, plain: 14_350, queries: 24_900, whole: 98_550 },
])("$name: a bundle, validation included", ({ file, ...most }) => {
  let sdk: GeneratedClient;
  let resources: readonly Bundle[];
  let client: Bundle;
  beforeAll(async () => {
    sdk = await generatedClient(file);
    const bundles: Bundle[] = [];
    const entries = await resourceEntries(sdk.folder);
    const step = process.env.ONESPEC_LONG === "1" ? 1 : Math.ceil(entries.length / MOST_RESOURCES);
    const chosen = entries.filter((_, at) => at % step === 0);
    for (const entry of chosen) bundles.push(await bundle(sdk.folder, entry));
    resources = bundles;
    client = await bundle(sdk.folder, CLIENT);
  }, 480_000);
  afterAll(() => sdk.remove());

  test("stays small", () => {
    const [plain, asked] = [false, true].map((queries) => resources.filter((one) => hasQueries(one) === queries));
    const largest = (bundles: readonly Bundle[] = []): number => Math.max(...bundles.map(({ size }) => size));
    expect(largest(plain)).toBeLessThan(most.plain);
    expect(largest(asked)).toBeLessThan(most.queries);
    expect(client.size).toBeLessThan(most.whole);
  });

  test("holds no schemas of answers", async () => {
    const contents = 'export { answers } from "./resources/answers.js";';
    const answers = await bundle(sdk.folder, { name: "answers", contents });
    expect(answers.text).toMatch(/is not documented/);
    for (const { name, text } of [...resources, client])
      expect([name, text.includes("is not documented")]).toEqual([name, false]);
  });
});

test("the validator without rarer keywords has less than 4 kB", async () => {
  const sdk = await generatedClient(BOOKSHOP);
  const contents = 'export { issuesOf } from "./utils/validate.js";';
  const { size, text } = await bundle(sdk.folder, { name: "validator", contents });
  await sdk.remove();
  expect(size).toBeLessThan(4000);
  expect(text).not.toMatch(/unevaluatedProperties|matches none of the alternatives|is required beside|urn:uuid/);
});
