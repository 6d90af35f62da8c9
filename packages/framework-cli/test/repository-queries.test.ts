import { describe, expect, test } from "vitest";
import { openDatabase } from "../src/database/open-database.js";
import type { Comparison, OrderBy, Row, Scalar, Where } from "../src/database/repository.js";
import { DataTypes } from "../src/model/data-types.js";
import { defineModel } from "../src/model/define-model.js";
import { entitiesFromModels } from "../src/model/entities-from-models.js";
import { prepareDatabase } from "./servers/create-tables.js";
import { liveDatabases, liveMongo } from "./servers/live-databases.js";

const ENTITIES = entitiesFromModels([
  defineModel(
    "Thing",
    {
      name: DataTypes.STRING(40),
      note: DataTypes.TEXT,
      count: DataTypes.INTEGER,
      big: DataTypes.BIGINT,
      ratio: DataTypes.DOUBLE,
      price: DataTypes.DECIMAL(10, 2),
      active: DataTypes.BOOLEAN,
      at: DataTypes.DATE,
      day: DataTypes.DATEONLY,
      ref: DataTypes.UUID,
      kind: { type: DataTypes.ENUM("a", "b", "c"), allowNull: false },
    },
    { timestamps: false },
  ),
]);

/** Few values each, so that records meet conditions and each other; every one with what could be mistaken for it. */
const VALUES: Readonly<Record<string, readonly Scalar[]>> = {
  name: ["", "a", "A", "ab", "aB", "a%", "a_", "b", "é", "e", "z", "~", "a'b", "😀"],
  note: ["lorem", "Lorem", "ipsum\n", "100%", "dolor"],
  count: [-5, 0, 1, 2, 3, 10, 2147483647],
  big: [-1, 0, 9007199254740991, 9007199254740993n, 9007199254740995n, 9223372036854775807n],
  ratio: [-1.5, 0, 0.1, 0.30000000000000004, 1e100],
  price: ["-0.01", "0.00", "9.99", "10.00", "10.50", "99999999.99"],
  active: [true, false],
  at: ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2025-12-31T23:59:59.999Z", "1969-07-20T20:17:40.500Z"],
  day: ["2026-01-01", "2026-01-02", "1999-12-31"],
  ref: [
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-00000000000a",
    "ffffffff-0000-4000-8000-000000000000",
  ],
  kind: ["a", "b", "c"],
};
const FIELDS = Object.keys(VALUES);
const TEXTS = ["name", "note", "kind", "ref"];
const QUERIES = process.env.ONESPEC_LONG === "1" ? 1000 : 300;
const RECORDS = 150;

const databases = [...(await liveDatabases()), await liveMongo()];

describe.each(databases)("$name", ({ config, skip }) => {
  test.skipIf(skip !== undefined)(`${QUERIES} random queries give what a filter in JavaScript gives`, async () => {
    await prepareDatabase(ENTITIES, config);
    const database = await openDatabase(config, ENTITIES, process.cwd());
    try {
      const things = database.repository("Thing");
      const random = randomFrom(20261121);
      const records = await things.createMany(
        Array.from({ length: RECORDS }, () =>
          Object.fromEntries(FIELDS.map((field) => [field, randomValue(field, random)])),
        ),
      );
      let found = 0;
      for (let count = 0; count < QUERIES; count += 1) {
        const where = randomWhere(random, 2);
        const order = randomOrder(random);
        const page = { ...(random(2) && { limit: random(30) }), ...(random(3) === 0 && { offset: random(20) }) };
        const matching = records.filter((record) => meets(record, where)).sort(comparatorOf(order));
        const expected = matching.slice(page.offset ?? 0).slice(0, page.limit ?? RECORDS);
        if (expected.length > 0) found += 1;
        const query = { where, order, ...page };
        const told = JSON.stringify(query, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
        expect(
          (await things.find(query)).map(({ id }) => id),
          told,
        ).toEqual(expected.map(({ id }) => id));
        if (count % 10 === 0) expect(await things.count(where), told).toBe(matching.length);
      }
      // Otherwise the queries would ask for nothing.
      expect(found).toBeGreaterThan(QUERIES / 4);
    } finally {
      await database.close();
    }
  });
});

type Random = (below: number) => number;

/** Mulberry32: the same numbers in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)] as T;
}

function randomValue(field: string, random: Random): Scalar {
  return field !== "kind" && random(4) === 0 ? null : pick(VALUES[field] ?? [], random);
}

function randomWhere(random: Random, depth: number): Where {
  const where: Record<string, unknown> = {};
  for (let count = random(3); count >= 0; count -= 1) {
    const choice = depth > 0 ? random(6) : 5;
    if (choice === 0) where.and = Array.from({ length: random(3) }, () => randomWhere(random, depth - 1));
    else if (choice === 1) where.or = Array.from({ length: random(4) }, () => randomWhere(random, depth - 1));
    else if (choice === 2) where.not = randomWhere(random, depth - 1);
    else {
      const field = pick(FIELDS, random);
      where[field] = random(3) === 0 ? randomValue(field, random) : randomComparison(field, random);
    }
  }
  return where as Where;
}

function randomComparison(field: string, random: Random): Comparison {
  const list = (): Scalar[] => Array.from({ length: random(4) }, () => randomValue(field, random));
  const sign = pick(["eq", "ne", "gt", "gte", "lt", "lte"] as const, random);
  const options: Comparison[] = [
    { [sign]: randomValue(field, random) },
    { in: list() },
    { notIn: list() },
    { isNull: random(2) === 0 },
  ];
  if (TEXTS.includes(field)) {
    const text = String(pick(VALUES[field] ?? [], random));
    const start = random(Math.max(1, text.length));
    const part = [...text].slice(start, start + 1 + random(3)).join("");
    options.push({ contains: part }, { startsWith: [...text].slice(0, 1 + random(3)).join("") });
  }
  return { ...pick(options, random), ...(random(5) === 0 && pick(options, random)) };
}

function randomOrder(random: Random): OrderBy[] {
  return Array.from({ length: random(4) }, () => [pick(FIELDS, random), pick(["asc", "desc"] as const, random)]);
}

function meets(record: Row, where: Where): boolean {
  return Object.entries(where).every(([name, condition]) => {
    if (name === "and") return (condition as Where[]).every((each) => meets(record, each));
    if (name === "or") return (condition as Where[]).some((each) => meets(record, each));
    if (name === "not") return !meets(record, condition as Where);
    const value = record[name] as Scalar;
    if (condition === null) return value === null;
    const comparison = typeof condition === "object" ? (condition as Comparison) : { eq: condition as Scalar };
    return Object.entries(comparison).every(([operator, given]) => holds(name, value, operator, given));
  });
}

function holds(field: string, value: Scalar, operator: string, given: unknown): boolean {
  if (operator === "isNull") return (value === null) === given;
  if (operator === "notIn") return (given as Scalar[]).every((each) => holds(field, value, "ne", each));
  if (operator === "in") return (given as Scalar[]).some((each) => holds(field, value, "eq", each));
  if (value === null || given === null) return false;
  const order = compare(field, value, given as Scalar);
  switch (operator) {
    case "eq":
      return order === 0;
    case "ne":
      return order !== 0;
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    case "contains":
      return String(value).includes(String(given));
    default:
      return String(value).startsWith(String(given));
  }
}

function compare(field: string, left: Scalar, right: Scalar): number {
  if (field === "price") return Number(left) - Number(right);
  if (typeof left === "string") return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return left === right ? 0 : (left as number) < (right as number) ? -1 : 1;
}

/** Nulls last in both directions, then by key. */
function comparatorOf(order: readonly OrderBy[]): (left: Row, right: Row) => number {
  return (left, right) => {
    for (const [field, direction] of order) {
      const [a, b] = [left[field] as Scalar, right[field] as Scalar];
      if (a === null || b === null) {
        if (a === b) continue;
        return a === null ? 1 : -1;
      }
      const sign = compare(field, a, b);
      if (sign !== 0) return direction === "asc" ? sign : -sign;
    }
    return Number(left.id) - Number(right.id);
  };
}
