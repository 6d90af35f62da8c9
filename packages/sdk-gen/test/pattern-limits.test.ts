import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

// Each would take longer than anybody lives, if its expression were run on the attack.
const ATTACKS = [
  ["^(a+)+$", `${"a".repeat(100_000)}!`],
  ["^(a|aa)+$", `${"a".repeat(100_000)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(100_000)],
  ["(.*a){25}", "a".repeat(100_000)],
  ["^(\\w+\\s?)*$", `${"word ".repeat(20_000)}!`],
  ["\\s+$", `${" ".repeat(1_000_000)}x`],
  ["(x+x+)+y", "x".repeat(100_000)],
  ["^(?=(a+)+$)", `${"a".repeat(100_000)}!`],
] as const;

let folder: string;
let client: GeneratedClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-patterns-"));
  const schemas = Object.fromEntries(
    ATTACKS.flatMap(([pattern], index) => [
      [`Text${index}`, { type: "string", pattern }],
      [`Names${index}`, { type: "object", patternProperties: { [pattern]: { type: "number" } } }],
      [`Named${index}`, { type: "object", propertyNames: { pattern }, unevaluatedProperties: { type: "string" } }],
    ]),
  );
  const all = {
    ...schemas,
    Plain: { type: "string", pattern: "^[a-z]+$" },
    Two: { type: "object", patternProperties: { "^(a+)+$": { type: "number" }, "^(b|bb)+$": { type: "string" } } },
  };
  const source = join(folder, "api.json");
  const description = { openapi: "3.1.0", info: { title: "P", version: "1" }, paths: {}, components: { schemas: all } };
  await writeFile(source, JSON.stringify(description));
  client = await generatedClient(source);
});
afterAll(async () => {
  await client.remove();
  await rm(folder, { recursive: true, force: true });
});

test.each(ATTACKS.map((attack, index) => [...attack, index] as const))(
  "texts and names that %s would be tested by for ever are let through",
  (_pattern, attack, index) => {
    const { [`Text${index}`]: Text, [`Names${index}`]: Names, [`Named${index}`]: Named } = client.module;
    expect(Text.isValid(attack)).toBe(true);
    expect(Names.isValid({ [attack]: 1 })).toBe(true);
    expect(Named.isValid({ [attack]: "x" })).toBe(true);
  },
);

test("shorter ones are tested, and those of any length by patterns that take no time", () => {
  const { Text0, Names0, Two, Plain } = client.module;
  expect([Text0.isValid("aaa"), Text0.isValid("aa!")]).toEqual([true, false]);
  expect([Names0.isValid({ aaa: 1 }), Names0.isValid({ aaa: "1" }), Names0.isValid({ b: "1" })]).toEqual([
    true,
    false,
    true,
  ]);
  expect([
    Two.isValid({ aaa: 1, bbb: "1" }),
    Two.isValid({ aaa: "1" }),
    Two.isValid({ ["b".repeat(20)]: "1" }),
  ]).toEqual([true, false, true]);
  expect([Plain.isValid("a".repeat(1_000_000)), Plain.isValid(`${"a".repeat(1_000_000)}!`)]).toEqual([true, false]);
});
