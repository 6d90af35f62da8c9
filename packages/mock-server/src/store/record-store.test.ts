import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { livePostgres } from "../../test/store/live-postgres.js";
import { temporaryDirectory } from "../../test/store/temporary-directory.js";
import { openJsonStore } from "./json/json-store.js";
import { createMemoryStore } from "./memory-store.js";
import { openPostgresStore } from "./postgres/postgres-store.js";
import type {
  Condition,
  JsonObject,
  RecordCollection,
  RecordQuery,
  RecordStore,
  StoredRecord,
} from "./record-store.js";

const record = (key: string, value: JsonObject = {}, scope: readonly string[] = []): StoredRecord => ({
  key,
  scope,
  value: { id: key, ...value },
});

const postgres = await livePostgres();

interface Subject {
  readonly name: string;
  open(): RecordStore | Promise<RecordStore>;
  /** Why there is none. */
  readonly skip?: string | undefined;
}

const stores: readonly Subject[] = [
  { name: "memory", open: () => createMemoryStore() },
  { name: "JSON files", open: () => openJsonStore({ directory: temporaryDirectory(), durability: "os" }) },
  {
    name: "JSON files, durable on disk",
    open: () => openJsonStore({ directory: temporaryDirectory(), durability: "disk" }),
  },
  { name: "PostgreSQL", open: () => openPostgresStore(postgres.freshUrl()), skip: postgres.skip },
];

describe.each(stores)("$name", ({ open, skip }) => {
  if (skip !== undefined) {
    test.skip(`there is none: ${skip}`);
    return;
  }
  let store: RecordStore;
  let pets: RecordCollection;

  beforeEach(async () => {
    store = await open();
    pets = store.collection("pets");
    onTestFinished(() => store.close());
  });

  async function keysOf(query: RecordQuery): Promise<string[]> {
    return (await pets.list(query)).records.map(({ key }) => key);
  }

  async function fill(...records: readonly StoredRecord[]): Promise<void> {
    for (const item of records) await pets.insert(item);
  }

  test("a record is absent until inserted and then read as it was", async () => {
    expect(await pets.get([], "1")).toBeUndefined();
    expect(await pets.insert(record("1", { name: "Rex" }))).toBe(true);
    expect(await pets.get([], "1")).toEqual(record("1", { name: "Rex" }));
  });

  test("a second record with the same key in the same scope is rejected", async () => {
    expect(await pets.insert(record("1", { name: "Rex" }, ["a"]))).toBe(true);
    expect(await pets.insert(record("1", { name: "Tom" }, ["a"]))).toBe(false);
    expect(await pets.insert(record("1", { name: "Tom" }, ["b"]))).toBe(true);
    expect((await pets.get(["a"], "1"))?.value).toMatchObject({ name: "Rex" });
  });

  test("of two inserts of one key at the same time one wins", async () => {
    const answers = await Promise.all([pets.insert(record("1", { n: 1 })), pets.insert(record("1", { n: 2 }))]);
    expect(answers).toEqual([true, false]);
    expect((await pets.get([], "1"))?.value).toMatchObject({ n: 1 });
  });

  test("an update sees the record that earlier writes leave, also when they are not done yet", async () => {
    await pets.insert(record("1", { count: 0 }));
    const increment = (current: StoredRecord): JsonObject => ({
      ...current.value,
      count: Number(current.value.count) + 1,
    });
    await Promise.all(Array.from({ length: 50 }, () => pets.update([], "1", increment)));
    expect((await pets.get([], "1"))?.value).toEqual({ id: "1", count: 50 });
  });

  test("writes at the same time are done in the order in which they were asked for", async () => {
    const [, removed, inserted, updated] = await Promise.all([
      pets.put(record("1", { n: 1 })),
      pets.delete([], "1"),
      pets.insert(record("1", { n: 2 })),
      pets.update([], "1", ({ value }) => ({ ...value, m: 3 })),
    ]);
    expect(removed?.value).toEqual({ id: "1", n: 1 });
    expect(inserted).toBe(true);
    expect(updated?.value).toEqual({ id: "1", n: 2, m: 3 });
    expect((await pets.get([], "1"))?.value).toEqual({ id: "1", n: 2, m: 3 });
  });

  test("an update of an absent record, or one whose change throws, keeps nothing", async () => {
    await pets.insert(record("1", { n: 1 }));
    expect(await pets.update([], "2", () => ({}))).toBeUndefined();
    const refuse = pets.update([], "1", () => {
      throw new Error("refused");
    });
    await expect(refuse).rejects.toThrow("refused");
    expect((await pets.get([], "1"))?.value).toEqual({ id: "1", n: 1 });
    expect(await pets.count()).toBe(1);
  });

  test("a check that throws keeps the record, and sees what was written last", async () => {
    await pets.insert(record("1", { name: "Rex" }));
    const refuse = ({ value }: StoredRecord): void => {
      if (value.name === "Max") throw new Error("changed");
    };
    const change = pets.update([], "1", ({ value }) => ({ ...value, name: "Max" }));
    await expect(pets.delete([], "1", refuse)).rejects.toThrow("changed");
    await change;
    expect(await pets.get([], "1")).toEqual(record("1", { name: "Max" }));
    expect(await pets.delete([], "1", () => {})).toEqual(record("1", { name: "Max" }));
    expect(await pets.delete([], "1", refuse)).toBeUndefined();
  });

  test("a deleted record is handed back, is gone, and is not there to delete again", async () => {
    await pets.insert(record("1"));
    expect(await pets.delete([], "1")).toEqual(record("1"));
    expect(await pets.get([], "1")).toBeUndefined();
    expect(await pets.delete([], "1")).toBeUndefined();
  });

  test("a record that is replaced keeps its place; one that is made again goes last", async () => {
    await fill(record("1"), record("2"), record("3"));
    await pets.put(record("1", { new: true }));
    await pets.update([], "2", ({ value }) => ({ ...value, new: true }));
    expect(await keysOf({})).toEqual(["1", "2", "3"]);
    await pets.delete([], "1");
    await pets.insert(record("1"));
    expect(await keysOf({})).toEqual(["2", "3", "1"]);
  });

  test("a write puts a new object in the record's stead and an unchanged record stays the same object", async () => {
    await fill(record("1"), record("2"));
    const before = await pets.get([], "1");
    const other = await pets.get([], "2");
    await pets.update([], "1", ({ value }) => ({ ...value }));
    expect(await pets.get([], "1")).not.toBe(before);
    expect(await pets.get([], "2")).toBe(other);
    expect((await pets.list({})).records[1]).toBe(other);
  });

  test("numbers count up from 1 and each is given once", async () => {
    expect([await pets.nextNumber(), await pets.nextNumber(), await pets.nextNumber()]).toEqual([1, 2, 3]);
    expect(await store.collection("owners").nextNumber()).toBe(1);
  });

  test("names are those of the collections that hold something", async () => {
    store.collection("owners");
    await pets.insert(record("1"));
    expect(await store.names).toEqual(["pets"]);
    await pets.delete([], "1");
    expect(await store.names).toEqual([]);
  });

  test.each(["../up", ".hidden", "a/b", "", "a b"])("%j cannot name a collection", (name) => {
    expect(() => store.collection(name)).toThrow(expect.objectContaining({ code: "STORE_NAME_INVALID" }));
  });

  test("writes after closing are rejected, and closing twice is closing once", async () => {
    await store.close();
    await store.close();
    await expect(pets.insert(record("1"))).rejects.toMatchObject({ code: "STORE_CLOSED" });
  });

  test("keys and scopes of any characters never meet", async () => {
    const odd = [
      ["a", "b"],
      ["a\u0000b"],
      ["a\u0001b"],
      ["a", "\u0000b"],
      ["a\u0000", "b"],
      ["a\u0001", "\u0002b"],
      [""],
      ["", ""],
      ["__proto__"],
    ];
    for (const [index, parts] of odd.entries()) {
      const made = record(parts.at(-1) ?? "", { index }, parts.slice(0, -1));
      expect(await pets.insert(made)).toBe(true);
    }
    for (const [index, parts] of odd.entries()) {
      expect((await pets.get(parts.slice(0, -1), parts.at(-1) ?? ""))?.value.index).toBe(index);
    }
  });

  describe("lists", () => {
    test("scopes are matched entry by entry, and a missing entry matches all", async () => {
      await fill(record("1", {}, ["a", "x"]), record("2", {}, ["a", "y"]), record("3", {}, ["b", "x"]));
      expect(await keysOf({ scope: ["a", "x"] })).toEqual(["1"]);
      expect(await keysOf({ scope: ["a", undefined] })).toEqual(["1", "2"]);
      expect(await keysOf({ scope: [undefined, "x"] })).toEqual(["1", "3"]);
      expect(await keysOf({ scope: ["b"] })).toEqual(["3"]);
      expect(await keysOf({})).toEqual(["1", "2", "3"]);
      expect(await pets.count(["a", undefined])).toBe(2);
      expect(await pets.has([undefined, "y"], "2")).toBe(true);
      expect(await pets.has([undefined, "y"], "1")).toBe(false);
      expect(await pets.has([], "3")).toBe(true);
    });

    const animals: readonly JsonObject[] = [
      { name: "Rex", age: 7, tags: ["big", "brown"], born: "2020-01-01T10:00:00Z" },
      { name: "Tom", age: "7", tags: [], born: "2020-01-01T11:30:00+02:00", owner: { city: "Ulm" } },
      { name: "ada", age: 10, tags: ["small"], born: "2020-01-02", owner: { city: null } },
      { name: "Émile", age: null, tags: "big" },
    ];
    const cases: readonly (readonly [Condition["operator"], string, unknown, string])[] = [
      ["eq", "age", 7, "0"],
      ["eq", "age", "7", "1"],
      ["eq", "age", null, "3"],
      ["eq", "tags", "big", "0 3"],
      ["eq", "tags", [], "1"],
      ["eq", "owner.city", "Ulm", "1"],
      ["eq", "owner.city", null, "0 2 3"],
      ["eq", "owner", { city: "Ulm" }, "1"],
      ["eq", "constructor", null, "0 1 2 3"],
      ["ne", "tags", "big", "1 2"],
      ["in", "tags", ["brown", "small"], "0 2"],
      ["in", "age", [7], "0"],
      ["in", "age", [], ""],
      ["nin", "age", [7, null], "1 2"],
      ["gt", "age", 7, "2"],
      ["gte", "age", 7, "0 2"],
      ["lt", "age", 10, "0"],
      ["lte", "age", "7", "1"],
      ["gt", "name", "Tom", "2 3"],
      ["lt", "born", "2020-01-01T10:00:00.000Z", "1"],
      ["gte", "born", "2020-01-01T11:00:00+01:00", "0 2"],
      ["gte", "born", "2020-01-02", "2"],
      ["lt", "born", "2020-02", "0 1 2"],
      ["contains", "name", "ex", "0"],
      ["contains", "tags", "row", "0"],
      ["startsWith", "name", "T", "1"],
      ["endsWith", "name", "a", "2"],
      ["exists", "owner.city", true, "1"],
      ["exists", "age", false, "3"],
    ];
    test.each(cases)("%s %s %j", async (operator, property, value, expected) => {
      for (const [index, animal] of animals.entries()) await pets.insert({ key: `${index}`, scope: [], value: animal });
      const where = [{ property: property.split("."), operator, value }];
      expect((await keysOf({ where })).join(" ")).toBe(expected);
      expect((await pets.list({ where, limit: 0 })).total).toBe(expected === "" ? 0 : expected.split(" ").length);
    });

    test("free text is found in any string, at any depth and without regard to case", async () => {
      await fill(record("1", { a: [{ b: "A Brown Dog" }] }), record("2", { a: "cat" }), record("3", { brown: 1 }));
      expect(await keysOf({ search: "BROWN" })).toEqual(["1"]);
    });

    test("sorting keeps the order of creation for ties and puts missing values last, in either direction", async () => {
      await fill(
        record("1", { n: 2 }),
        record("2"),
        record("3", { n: 1 }),
        record("4", { n: 2 }),
        record("5", { n: null }),
      );
      const by = (descending: boolean): RecordQuery => ({ sort: [{ property: ["n"], descending }] });
      expect(await keysOf(by(false))).toEqual(["3", "1", "4", "2", "5"]);
      expect(await keysOf(by(true))).toEqual(["1", "4", "3", "2", "5"]);
    });

    test("moments are sorted as moments, whatever their offsets and fractions", async () => {
      await fill(
        record("1", { at: "2020-01-01T10:00:00Z" }),
        record("2", { at: "2020-01-01T10:30:00+01:00" }),
        record("3", { at: "2020-01-01T10:00:00.5Z" }),
        record("4", { at: "2020-01-01" }),
      );
      expect(await keysOf({ sort: [{ property: ["at"], descending: false }] })).toEqual(["4", "2", "1", "3"]);
    });

    test("pages come with the total and their position", async () => {
      for (let n = 1; n <= 10; n++) await pets.insert(record(`${n}`, { even: n % 2 === 0 }));
      const where = [{ property: ["even"], operator: "eq", value: true } as const];
      const page = await pets.list({ where, offset: 1, limit: 2 });
      expect(page).toMatchObject({ total: 5, start: 1 });
      expect(page.records.map(({ key }) => key)).toEqual(["4", "6"]);
      expect(await pets.list({ offset: 20, limit: 2 })).toEqual({ records: [], total: 10, start: 10 });
    });

    test("a page after or before a record stays the same when records are inserted elsewhere", async () => {
      await fill(record("b"), record("d"), record("f"), record("h"));
      const sort = [{ property: ["id"], descending: false }];
      expect(await keysOf({ sort, after: "b", limit: 2 })).toEqual(["d", "f"]);
      await fill(record("a"), record("i"));
      expect(await keysOf({ sort, after: "b", limit: 2 })).toEqual(["d", "f"]);
      expect(await keysOf({ sort, before: "h", limit: 2 })).toEqual(["d", "f"]);
      expect(await keysOf({ sort, after: "a", before: "f", limit: 9 })).toEqual(["b", "d"]);
      expect((await pets.list({ sort, before: "h", limit: 2 })).start).toBe(2);
      expect(await keysOf({ sort, after: "unknown" })).toEqual([]);
      expect(await keysOf({ sort, before: "unknown" })).toEqual([]);
    });

    test("a cursor on a record that no longer meets the condition goes on from where it would stand", async () => {
      await fill(record("1", { open: true }), record("2", { open: true }), record("3", { open: true }));
      const where = [{ property: ["open"], operator: "eq", value: true } as const];
      await pets.update([], "2", ({ value }) => ({ ...value, open: false }));
      expect(await keysOf({ where, after: "2" })).toEqual(["3"]);
      expect(await keysOf({ where, before: "2" })).toEqual(["1"]);
    });

    test("more kinds of list than indexes are kept for are still right", async () => {
      await fill(record("1", { p7: 1 }), record("2", { p7: 2 }));
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 40; n++) {
          const expected = n === 7 ? ["2", "1"] : ["1", "2"];
          expect(await keysOf({ sort: [{ property: [`p${n}`], descending: true }] })).toEqual(expected);
        }
      }
    });
  });
});
