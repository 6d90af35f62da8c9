import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { type ShelfAbilities, type ShelfRecord, shelfDescription, shelfFetch } from "./shelf-server.js";

const QUERIES = Number(process.env.ONESPEC_QUERIES ?? 400);

const SERVERS: readonly ShelfAbilities[] = [
  { filters: "all", sort: true, paging: "page", lax: false },
  { filters: "all", sort: true, paging: "cursor", lax: true },
  { filters: "some", sort: true, paging: "offset", lax: false },
  { filters: "some", sort: false, paging: "cursor", lax: false },
  { filters: "none", sort: false, paging: "none", lax: false },
  { filters: "all", sort: true, paging: "page", lax: false, bare: true },
  { filters: "some", sort: true, paging: "page", lax: true, bare: true, listed: true },
  { filters: "all", sort: true, paging: "offset", lax: false, missingFirst: true },
  { filters: "some", sort: true, paging: "page", lax: false, listed: true, missingFirst: true },
];

describe.each(SERVERS)(
  "filters $filters, sort $sort, paging $paging, lax $lax, bare $bare, listed $listed, missing first $missingFirst",
  (abilities) => {
    let sdk: GeneratedClient;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "onespec-shelf-"));
      const file = join(folder, "shelf.json");
      await writeFile(file, JSON.stringify(shelfDescription(abilities)));
      sdk = await generatedClient(file);
    });
    afterAll(async () => {
      await sdk.remove();
      await rm(folder, { recursive: true });
    });

    test(`${QUERIES} random queries answer what a filter over all records answers`, async () => {
      const random = mulberry32(SERVERS.indexOf(abilities) + 1);
      const records = randomRecords(random, 130);
      const client = new sdk.module.default({
        baseUrl: "http://shelf",
        fetch: shelfFetch(records, abilities),
        retry: { limit: 0 },
      });
      for (let at = 0; at < QUERIES; at += 1) {
        const query = randomQuery(random);
        const expected = bruteForce(records, query);
        const found = (await client.items.find(query)) as ShelfRecord[];
        const [ids, wanted] = [found.map(({ id }) => id), expected.map(({ id }) => id)];
        // Without a sort the order is the server's own, which reads by id or merged alternatives need not keep.
        const ordered = query.sort !== undefined;
        const whole = query.limit === undefined && query.skip === undefined;
        if (ordered) expect(ids, JSON.stringify(query)).toEqual(wanted);
        else if (whole) expect([...ids].sort(), JSON.stringify(query)).toEqual([...wanted].sort());
        else {
          expect(ids.length, JSON.stringify(query)).toBe(wanted.length);
          const all = new Set(bruteForce(records, { where: query.where }).map(({ id }) => id));
          expect(ids.every((id) => all.has(id)) && new Set(ids).size === ids.length, JSON.stringify(query)).toBe(true);
        }
        if (at % 10 === 0)
          expect(await client.items.find({ where: query.where }).count(), JSON.stringify(query)).toBe(
            bruteForce(records, { where: query.where }).length,
          );
      }
    });
  },
);

type Random = () => number;
type Where = Record<string, unknown>;
interface RandomQuery {
  where: Where;
  sort?: string;
  limit?: number;
  skip?: number;
}

function mulberry32(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const NAMES = ["ada", "Ada", "bob", "carl", "dora_x", "e%f"];
const SHELVES = ["a", "b", "c", null];
const TAGS = ["red", "green", "blue"];

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function randomRecords(random: Random, count: number): ShelfRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: pick(random, NAMES),
    shelf: pick(random, SHELVES),
    ...(random() < 0.8 ? { price: Math.floor(random() * 12) } : {}),
    tags: TAGS.filter(() => random() < 0.4),
    addedAt: new Date(1.7e12 + Math.floor(random() * 10) * 86_400_000).toISOString(),
  }));
}

function randomQuery(random: Random): RandomQuery {
  const sort =
    random() < 0.5
      ? pick(random, ["name", "-name", "price", "-price", "name ASC, price DESC", "shelf DESC", "addedAt"])
      : undefined;
  return {
    where: randomWhere(random, 2),
    ...(sort === undefined ? {} : { sort }),
    ...(random() < 0.4 ? { limit: Math.floor(random() * 30) } : {}),
    ...(random() < 0.3 ? { skip: Math.floor(random() * 20) } : {}),
  };
}

function randomWhere(random: Random, depth: number): Where {
  const where: Where = {};
  for (let count = Math.floor(random() * 3); count >= 0; count -= 1) Object.assign(where, randomTest(random));
  if (depth > 0 && random() < 0.3) where.or = [randomWhere(random, depth - 1), randomWhere(random, depth - 1)];
  if (depth > 0 && random() < 0.1) where.not = randomWhere(random, depth - 1);
  return where;
}

function randomTest(random: Random): Where {
  const tests: (() => Where)[] = [
    () => ({ name: pick(random, NAMES) }),
    () => ({ name: [pick(random, NAMES), pick(random, NAMES)] }),
    () => ({ name: { "!=": pick(random, NAMES) } }),
    () => ({ name: { contains: pick(random, ["a", "o", "_", "%"]) } }),
    () => ({ name: { like: pick(random, ["a%", "_ob", "%\\%%", "d%\\_x"]) } }),
    () => ({ name: { istartsWith: "A" } }),
    () => ({ shelf: pick(random, SHELVES) }),
    () => ({ shelf: { nin: ["a", null] } }),
    () => ({ shelf: { exists: random() < 0.5 } }),
    () => ({ price: { ">": Math.floor(random() * 12) } }),
    () => ({ price: { ">=": 3, "<": Math.floor(random() * 12) } }),
    () => ({ price: { between: [2, 8] } }),
    () => ({ price: { "<=": Math.floor(random() * 12) } }),
    () => ({ tags: { contains: pick(random, TAGS) } }),
    () => ({ tags: pick(random, TAGS) }),
    () => ({ addedAt: { ">": new Date(1.7e12 + 4 * 86_400_000) } }),
    () => ({ id: Math.ceil(random() * 140) }),
    () => ({ id: [1, 5, Math.ceil(random() * 140)] }),
  ];
  return pick(random, tests)();
}

/** Written apart from the engine: what the grammar's page says, over all records. */
function bruteForce(records: readonly ShelfRecord[], { where, sort, limit, skip = 0 }: RandomQuery): ShelfRecord[] {
  const found = records.filter((record) => holds(record, where));
  if (sort !== undefined) {
    const keys = sort.split(", ").map((part) => ({
      field: part.replace(/^-| (ASC|DESC)$/g, ""),
      sign: part.startsWith("-") || part.endsWith("DESC") ? -1 : 1,
    }));
    found.sort((left, right) => {
      for (const { field, sign } of keys) {
        const [first, second] = [left, right].map((record) => (record as unknown as Where)[field]) as (
          | string
          | number
          | null
          | undefined
        )[];
        const [noFirst, noSecond] = [first ?? undefined, second ?? undefined].map((value) => value === undefined);
        if (noFirst !== noSecond) return noFirst ? 1 : -1;
        if (!noFirst && first !== second) return ((first as string) < (second as string) ? -1 : 1) * sign;
      }
      return left.id - right.id;
    });
  }
  return found.slice(skip, limit === undefined ? undefined : skip + limit);
}

function holds(record: ShelfRecord, where: Where): boolean {
  return Object.entries(where).every(([name, test]) => {
    if (name === "or") return (test as Where[]).some((part) => holds(record, part));
    if (name === "not") return !holds(record, test as Where);
    const value = (record as unknown as Where)[name];
    if (Array.isArray(test)) return test.some((item) => same(value, item));
    if (typeof test === "object" && test !== null)
      return Object.entries(test).every(([operator, operand]) => passes(value, operator, operand));
    return same(value, test);
  });
}

function same(value: unknown, wanted: unknown): boolean {
  return Array.isArray(value) ? value.includes(wanted) : (value ?? null) === wanted;
}

function passes(value: unknown, operator: string, operand: unknown): boolean {
  const [number = Number.NaN, limit = Number.NaN] = [value, operand] as number[];
  const [least = 0, most = 0] = Array.isArray(operand) ? (operand as number[]) : [];
  const known = value !== undefined && value !== null;
  switch (operator) {
    case "!=":
      return !same(value, operand);
    case "nin":
      return !(operand as unknown[]).some((item) => same(value, item));
    case "exists":
      return known === operand;
    case ">":
      return known && (operand instanceof Date ? Date.parse(String(value)) > operand.getTime() : number > limit);
    case ">=":
      return known && number >= limit;
    case "<":
      return known && number < limit;
    case "<=":
      return known && number <= limit;
    case "between":
      return known && number >= least && number <= most;
    case "contains":
      return Array.isArray(value) ? value.includes(operand) : String(value).includes(String(operand));
    case "istartsWith":
      return String(value).toLowerCase().startsWith(String(operand).toLowerCase());
    case "like":
      return (
        { "a%": /^a/, _ob: /^.ob$/, "%\\%%": /%/, "d%\\_x": /^d.*_x$/ }[String(operand)]?.test(String(value)) === true
      );
    default:
      throw new Error(operator);
  }
}
