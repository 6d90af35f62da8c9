import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXCEPTIONS } from "./exceptions.js";
import { GROUPS } from "./groups/all-groups.js";
import { type Played, play } from "./play.js";
import { SERVERS } from "./servers/all-servers.js";
import { removeApp } from "./servers/app.js";
import { shortfalls } from "./shortfalls.js";

describe.each(GROUPS.map((group) => [group.name, group] as const))("%s", (_name, group) => {
  const plays = new Map<string, readonly Played[]>();

  beforeAll(async () => {
    for (const { name, open } of SERVERS) plays.set(name, await play(group, await open(group)));
  });
  afterAll(() => removeApp(group));

  test.each(group.rows.map((row, index) => [row.name, row, index] as const))("%s", (_row, row, index) => {
    const answers = SERVERS.map(({ name, kind }) => ({ name, kind, answers: plays.get(name)?.[index] ?? [] }));
    const [first] = answers;
    expect(shortfalls(row, first?.answers ?? [])).toEqual([]);
    const isException = EXCEPTIONS.has(`${group.name}: ${row.name}`);
    for (const { name, kind, answers: given } of answers) {
      const like = isException ? answers.find((one) => one.kind === kind) : first;
      expect({ name, answers: given }).toEqual({ name, answers: like?.answers });
    }
    if (isException) expect(new Set(answers.map((one) => JSON.stringify(one.answers))).size).toBe(2);
  });
});

test("the table has at least 300 rows, each with a name of its own in its group", () => {
  expect(GROUPS.reduce((sum, { rows }) => sum + rows.length, 0)).toBeGreaterThanOrEqual(300);
  for (const { rows } of GROUPS) expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test("at most a handful of rows are exceptions, and each is a row", () => {
  const names = new Set(GROUPS.flatMap((group) => group.rows.map((row) => `${group.name}: ${row.name}`)));
  expect(EXCEPTIONS.size).toBeLessThanOrEqual(5);
  expect([...EXCEPTIONS.keys()].filter((name) => !names.has(name))).toEqual([]);
});
