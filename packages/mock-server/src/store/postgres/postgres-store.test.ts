import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { livePostgres } from "../../../test/store/live-postgres.js";
import { createMemoryStore } from "../memory-store.js";
import type { Condition, JsonObject, RecordQuery, RecordStore, StoredRecord } from "../record-store.js";
import { openPostgresStore } from "./postgres-store.js";

const postgres = await livePostgres();

async function open(url = postgres.freshUrl()): Promise<RecordStore> {
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  return store;
}

/** Two stores, as two servers have them, on one schema. */
async function openTwo(): Promise<readonly [RecordStore, RecordStore]> {
  const url = postgres.freshUrl();
  return Promise.all([open(url), open(url)]);
}

const record = (key: string, value: JsonObject = {}): StoredRecord => ({
  key,
  scope: [],
  value: { id: key, ...value },
});

function schemaOf(url: string): string {
  return new URL(url).searchParams.get("schema") ?? "";
}

const scalar = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  2.5,
  -1,
  2 ** 53,
  1e300,
  "",
  "a",
  "B",
  "b",
  "ab",
  "10",
  "ä\u0000\ud800",
  "\uffff",
  "😀",
  "2020-01-01",
  "2020-01-01T00:00:00Z",
  "2020-01-01T01:30:00+01:00",
);
const value = fc.oneof({ weight: 5, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }));
const recordValue = fc.record(
  { p: value, q: value, n: fc.record({ r: value }, { requiredKeys: [] }) },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const scope = fc.constantFrom("x", "y", "\u0000");
const key = fc.integer({ min: 0, max: 30 }).map(String);
const property = fc.constantFrom(["p"], ["q"], ["n", "r"]);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    property,
    operator: fc.constantFrom("eq", "ne", "gt", "gte", "lt", "lte", "contains", "startsWith", "endsWith"),
    value: scalar,
  }),
  fc.record({ property, operator: fc.constantFrom("in", "nin"), value: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ property, operator: fc.constant("exists"), value: fc.boolean() }),
);
const query = fc.record(
  {
    scope: fc.constantFrom([], ["x"], ["\u0000"], [undefined]),
    where: fc.array(condition, { maxLength: 2 }),
    search: fc.constantFrom("b", "ä", "1"),
    sort: fc.array(fc.record({ property, descending: fc.boolean() }), { maxLength: 2 }),
    offset: fc.nat({ max: 5 }),
    limit: fc.nat({ max: 8 }),
    after: key,
    before: key,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RecordQuery>;
const write = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), scope, key, value: recordValue }) },
  fc.record({ kind: fc.constant("delete" as const), scope, key }),
);

const describeHere = postgres.skip === undefined ? describe : describe.skip;

describeHere(`PostgreSQL${postgres.skip === undefined ? "" : `: ${postgres.skip}`}`, () => {
  test("1,000 random queries, written by one server and asked of another, are answered as memory answers them", async () => {
    const [writer, reader] = await openTwo();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 20, maxLength: 50 }),
        fc.array(query, { minLength: 100, maxLength: 100 }),
        async (writes, queries) => {
          const name = `things${round++}`;
          const written = createMemoryStore().collection(name);
          for (const step of writes) {
            for (const collection of [written, writer.collection(name)]) {
              if (step.kind === "delete") await collection.delete([step.scope], step.key);
              else await collection.put({ key: step.key, scope: [step.scope], value: step.value });
            }
          }
          // The reader has not seen the deletions, so it does not know the places of removed records.
          const expected = createMemoryStore().collection(name);
          for (const left of (await written.list({})).records) await expected.insert(left);
          for (const asked of queries) {
            const [{ records, total, start }, wanted] = await Promise.all([
              reader.collection(name).list(asked),
              expected.list(asked),
            ]);
            expect({ records: records.map(plain), total, start }).toEqual({
              records: wanted.records.map(plain),
              total: wanted.total,
              start: wanted.start,
            });
          }
        },
      ),
      { seed: 20260101, numRuns: 10 },
    );
  });

  test("values come back as they were written: order of keys, numbers, every character", async () => {
    const [writer, reader] = await openTwo();
    const odd = JSON.parse(
      '{"b":1,"a":{"z":[],"y":{}},"10":true,"9":1.0,"__proto__":{"x":1},"big":12345678901234567890,"tiny":1e-300,"nul":"a\\u0000b","half":"\\ud800","emoji":"😀","":null}',
    ) as JsonObject;
    await writer.collection("odd").insert({ key: "\u0000\udfff", scope: ["ü", ""], value: odd });
    const [found] = (await reader.collection("odd").list({})).records;
    expect(found?.key).toBe("\u0000\udfff");
    expect(found?.scope).toEqual(["ü", ""]);
    expect(JSON.stringify(found?.value)).toBe(JSON.stringify(odd));
  });

  test("keys longer than an index of PostgreSQL takes are keys as well", async () => {
    const pets = (await open()).collection("pets");
    const long = "k".repeat(20_000);
    expect(await pets.insert(record(long))).toBe(true);
    expect(await pets.insert(record(long))).toBe(false);
    expect(await pets.insert(record(`${long}2`))).toBe(true);
    expect((await pets.get([], `${long}2`))?.key).toBe(`${long}2`);
  });

  test("names of collections that are longer than those of tables stay apart", async () => {
    const store = await open();
    const names = ["x".repeat(100), `${"x".repeat(100)}y`];
    for (const name of names) await store.collection(name).insert(record(name.slice(-1)));
    expect((await store.collection(names[1] ?? "").list({})).records.map(plain)).toEqual([record("y")]);
    expect(await store.names).toEqual(names);
  });

  test("numbers of two servers never meet, and what one writes the other reads at once", async () => {
    const stores = await openTwo();
    const numbers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => stores[n % 2 === 0 ? 0 : 1].collection("pets").nextNumber()),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    for (let n = 0; n < 50; n++) {
      const [writer, reader] = n % 2 === 0 ? stores : [stores[1], stores[0]];
      await writer.collection("pets").put(record("1", { n }));
      expect((await reader.collection("pets").get([], "1"))?.value).toEqual({ id: "1", n });
    }
    await stores[0].collection("pets").delete([], "1");
    expect(await stores[1].collection("pets").get([], "1")).toBeUndefined();
  });

  test("of many inserts of one key on two servers one wins, and no update is lost", async () => {
    const stores = await openTwo();
    const pets = stores.map((store) => store.collection("pets"));
    const won = await Promise.all(
      Array.from({ length: 40 }, (_, n) => pets[n % 2]?.insert(record("1", { by: n, count: 0 }))),
    );
    expect(won.filter((one) => one)).toHaveLength(1);
    const increment = ({ value: { count, ...rest } }: StoredRecord): JsonObject => ({
      ...rest,
      count: Number(count) + 1,
    });
    await Promise.all(Array.from({ length: 100 }, (_, n) => pets[n % 2]?.update([], "1", increment)));
    expect((await pets[0]?.get([], "1"))?.value.count).toBe(100);
  });

  test("while everything is replaced others read all of the old or all of the new", async () => {
    const [writer, reader] = await openTwo();
    const generation = (n: number): StoredRecord[] => Array.from({ length: 50 }, (_, at) => record(`${at}`, { n }));
    await writer.collection("pets").replaceAll?.(generation(0), 50);
    let isDone = false;
    const replacing = (async () => {
      for (let n = 1; n <= 20; n++) await writer.collection("pets").replaceAll?.(generation(n), 50);
      isDone = true;
    })();
    while (!isDone) {
      const { records } = await reader.collection("pets").list({});
      expect(records).toHaveLength(50);
      expect(new Set(records.map((one) => one.value.n)).size).toBe(1);
    }
    await replacing;
    expect(await reader.collection("pets").nextNumber()).toBe(51);
  });

  test("a change of several collections is seen whole, or not at all when it fails", async () => {
    const [writer, reader] = await openTwo();
    const seen = async (): Promise<number[]> => [
      await reader.collection("pets").count(),
      (await reader.collection("owners").list({})).total,
    ];
    await writer.transaction?.(async () => {
      expect(await writer.collection("pets").nextNumber()).toBe(1);
      await writer.collection("pets").insert(record("1"));
      await writer.collection("pets").delete([], "1");
      await writer.collection("owners").insert(record("1"));
      await writer.collection("pets").insert(record("2"));
      await writer.collection("pets").insert(record("1"));
      expect((await writer.collection("pets").list({})).records.map((one) => one.key)).toEqual(["2", "1"]);
      expect(await seen()).toEqual([0, 0]);
    });
    expect(await seen()).toEqual([2, 1]);
    expect((await reader.collection("pets").list({})).records.map((one) => one.key)).toEqual(["2", "1"]);
    const failing = writer.transaction?.(async () => {
      await writer.collection("pets").put(record("3"));
      await writer.collection("owners").delete([], "1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await seen()).toEqual([2, 1]);
  });

  test("changes at the same time come one after the other", async () => {
    const stores = await openTwo();
    const fillOnce = (store: RecordStore): Promise<void> | undefined =>
      store.transaction?.(async () => {
        const pets = store.collection("pets");
        if ((await pets.count()) > 0) return;
        for (let n = 1; n <= 10; n++) await pets.insert(record(`${await pets.nextNumber()}`));
      });
    await Promise.all([...stores, ...stores].map(fillOnce));
    expect((await stores[1].collection("pets").list({})).records.map((one) => one.key)).toEqual(
      Array.from({ length: 10 }, (_, n) => `${n + 1}`),
    );
  });

  test("two connections are enough for whatever comes at once", async () => {
    const store = await open(`${postgres.freshUrl()}&pool=2`);
    const names = Array.from({ length: 15 }, (_, n) => `c${n}`);
    await Promise.all([
      ...names.map((name) => store.collection(name).insert(record("1"))),
      ...names.map((name) => store.transaction?.(async () => store.collection(name).put(record("2")))),
      ...names.map((name) => store.collection(name).update([], "1", ({ value: old }) => old)),
      ...names.map((name) => store.collection(`${name}.new`).count()),
    ]);
    expect(await Promise.all(names.map((name) => store.collection(name).count()))).toEqual(names.map(() => 2));
  });

  test("many deletions are forgotten in the end, and readers notice all of them", async () => {
    const url = postgres.freshUrl();
    const [writer, reader] = [await open(url), await open(url)];
    const keys = Array.from({ length: 300 }, (_, n) => `${n}`);
    await writer.collection("pets").replaceAll?.(
      keys.map((one) => record(one)),
      0,
    );
    expect((await reader.collection("pets").list({ limit: 1 })).total).toBe(300);
    await Promise.all(keys.slice(0, 299).map((one) => writer.collection("pets").delete([], one)));
    expect((await reader.collection("pets").list({})).records.map((one) => one.key)).toEqual(["299"]);
    await postgres.run(
      `DO $$ BEGIN IF (SELECT count(*) FROM ${schemaOf(url)}.pets) > 150 THEN RAISE 'not forgotten'; END IF; END $$`,
    );
  });

  test("tables dropped under a running server are made anew, and nothing old is shown", async () => {
    const url = postgres.freshUrl();
    const store = await open(url);
    await store.collection("pets").insert(record("1"));
    expect(await store.collection("pets").count()).toBe(1);
    await postgres.run(`DROP SCHEMA ${schemaOf(url)} CASCADE`);
    expect((await store.collection("pets").list({})).records).toEqual([]);
    expect(await store.collection("pets").insert(record("1", { is: "new" }))).toBe(true);
    expect((await store.collection("pets").get([], "1"))?.value).toEqual({ id: "1", is: "new" });
  });

  test("a table of somebody else's is left alone", async () => {
    const url = postgres.freshUrl();
    const store = await open(url);
    await postgres.run(`CREATE TABLE ${schemaOf(url)}.pets (name text)`);
    await expect(store.collection("pets").insert(record("1"))).rejects.toMatchObject({ code: "STORE_REFUSED" });
    expect(await store.collection("pets").count()).toBe(0);
  });

  test("snapshots are there for every server, with all their characters", async () => {
    const [one, other] = await openTwo();
    const takenAt = new Date("2026-01-01T00:00:00.123Z");
    const kept = { name: "pets", records: [{ key: "\u0000", scope: ["a"], value: { b: "\ud800" } }], lastNumber: 7 };
    await one.images?.set("first", { takenAt, records: 1, collections: [kept] });
    expect(await other.images?.all()).toEqual(new Map([["first", { takenAt, records: 1 }]]));
    expect(await other.images?.get("first")).toEqual({ takenAt, records: 1, collections: [kept] });
    expect([await other.images?.delete("first"), await one.images?.delete("first")]).toEqual([true, false]);
    expect(await one.images?.get("first")).toBeUndefined();
  });
});

function plain({ key: name, scope: at, value: held }: StoredRecord): StoredRecord {
  return { key: name, scope: at, value: held };
}
