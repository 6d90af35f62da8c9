import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryDirectory } from "../../../test/store/temporary-directory.js";
import type { JsonObject, RecordCollection, RecordStore, StoredRecord } from "../record-store.js";
import type { StoreError } from "../store-error.js";
import type { FoldTiming } from "./fold-schedule.js";
import { type JsonStoreOptions, openJsonStore } from "./json-store.js";

const record = (key: string, value: JsonObject = {}, scope: readonly string[] = []): StoredRecord => ({
  key,
  scope,
  value: { id: key, ...value },
});

async function open(
  directory: string,
  options: Partial<JsonStoreOptions> = {},
  timing?: Partial<FoldTiming>,
): Promise<RecordStore> {
  const store = await openJsonStore({ directory, durability: "os", ...options }, timing);
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** Leaves the directory as a killed process would: nothing folded, and without a lock. */
function copyAsKilled(directory: string): string {
  const copy = temporaryDirectory();
  fs.cpSync(directory, copy, { recursive: true });
  fs.rmSync(path.join(copy, ".lock"), { force: true });
  return copy;
}

/** Watches a function of the file system until the test ends. */
const spy = ((object: typeof fs, name: "mkdirSync") => {
  const watched = vi.spyOn(object, name);
  onTestFinished(() => watched.mockRestore());
  return watched;
}) as unknown as typeof vi.spyOn;

const visible = (directory: string): string[] => fs.readdirSync(directory).filter((name) => !name.startsWith("."));
const read = (directory: string, name: string): string => fs.readFileSync(path.join(directory, name), "utf8");
const write = (directory: string, name: string, text: string | Buffer): void =>
  fs.writeFileSync(path.join(directory, name), text);

async function allOf(collection: RecordCollection): Promise<StoredRecord[]> {
  return (await collection.list({})).records.map(({ key, scope, value }) => ({ key, scope, value }));
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 500; tries++) await sleep(10);
  expect(holds()).toBe(true);
}

describe("the readable file", () => {
  test("is a JSON array with a record a line, and nothing else is left after closing", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    const pets = store.collection("pets");
    await pets.insert(record("1", { name: "Rex" }));
    await pets.insert(record("2", { name: "Tom" }));
    expect(visible(directory)).toEqual(["pets.journal.jsonl"]);
    await store.close();
    expect(visible(directory)).toEqual(["pets.json"]);
    expect(read(directory, "pets.json")).toBe('[\n{"id":"1","name":"Rex"},\n{"id":"2","name":"Tom"}\n]\n');
  });

  test("is not made for a collection that was never written", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    await store.collection("pets").list({});
    await store.close();
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  test("says of a record what the record itself does not say, and no more", async () => {
    const directory = temporaryDirectory();
    let store = await open(directory);
    const records = [
      { key: "rex", scope: [], value: { name: "rex" } },
      { key: "tom", scope: ["ada"], value: { name: "tom" } },
      { key: "7", scope: ["ada", "x"], value: { age: 3 } },
      { key: "odd", scope: [], value: { name: "odd", $key: "mine", $scope: 1 } },
      { key: "worse", scope: ["s"], value: { $value: { name: "worse" } } },
    ];
    const keyOf = (value: JsonObject): string | undefined => (typeof value.name === "string" ? value.name : undefined);
    for (const one of records) await store.collection("pets", { keyOf }).insert(one);
    await store.close();
    expect(read(directory, "pets.json").split("\n").slice(1, -2)).toEqual([
      '{"name":"rex"},',
      '{"$scope":["ada"],"name":"tom"},',
      '{"$key":"7","$scope":["ada","x"],"age":3},',
      '{"$key":"odd","$value":{"name":"odd","$key":"mine","$scope":1}},',
      '{"$key":"worse","$scope":["s"],"$value":{"$value":{"name":"worse"}}}',
    ]);
    store = await open(directory);
    expect(await allOf(store.collection("pets", { keyOf }))).toEqual(records);
  });

  test("may be edited while no server runs: laid out anew, with records changed, added, moved and removed", async () => {
    const directory = temporaryDirectory();
    let store = await open(directory);
    for (const key of ["1", "2", "3"]) await store.collection("pets").insert(record(key));
    await store.close();
    const edited = [{ id: 4, name: "new" }, { id: "3" }, { id: "1", name: "changed" }];
    write(directory, "pets.json", `\uFEFF${JSON.stringify(edited, undefined, 4).replaceAll("\n", "\r\n")}`);
    store = await open(directory);
    expect(await allOf(store.collection("pets"))).toEqual([
      { key: "4", scope: [], value: { id: 4, name: "new" } },
      { key: "3", scope: [], value: { id: "3" } },
      { key: "1", scope: [], value: { id: "1", name: "changed" } },
    ]);
  });

  test("may hold records without any key, which are numbered behind those there are", async () => {
    const directory = temporaryDirectory();
    write(directory, "notes.json", '[{"$key":"1","text":"a"},{"text":"b"},{"$key":"3","text":"c"},{"text":"d"}]');
    const store = await open(directory);
    expect((await allOf(store.collection("notes"))).map(({ key }) => key)).toEqual(["1", "5", "3", "6"]);
    expect(await store.collection("notes").nextNumber()).toBe(7);
  });

  test("that a person changes while the server runs is set aside, not lost", async () => {
    const directory = temporaryDirectory();
    const problems: StoreError[] = [];
    write(directory, "pets.json", "[]");
    const store = await open(directory, { onProblem: (problem) => problems.push(problem) });
    await store.collection("pets").insert(record("1"));
    write(directory, "pets.json", '[{"id":"mine"}]');
    await store.close();
    expect(problems).toMatchObject([{ code: "STORE_EDITED" }]);
    expect(read(directory, "pets.json.edited")).toBe('[{"id":"mine"}]');
    expect(read(directory, "pets.json")).toBe('[\n{"id":"1"}\n]\n');
  });
});

describe("a restart", () => {
  test.each(["os", "disk"] as const)("after a kill finds every write, at durability %s", async (durability) => {
    const directory = temporaryDirectory();
    const pets = (await open(directory, { durability })).collection("pets");
    await pets.insert(record("1", { text: "ünïcödé 🐈\n" }));
    await pets.insert(record("2", {}, ["a"]));
    await pets.update([], "1", ({ value }) => ({ ...value, n: 1 }));
    await pets.delete(["a"], "2");
    await pets.put(record("3"));
    const after = (await open(copyAsKilled(directory))).collection("pets");
    expect(await allOf(after)).toEqual([record("1", { text: "ünïcödé 🐈\n", n: 1 }), record("3")]);
  });

  test("changes nothing on disk when nothing is written", async () => {
    const directory = temporaryDirectory();
    const first = await open(directory);
    await first.collection("pets").insert(record("1"));
    await first.close();
    const before = fs.statSync(path.join(directory, "pets.json"), { bigint: true });
    const second = await open(directory);
    expect(await second.collection("pets").count()).toBe(1);
    await second.close();
    const after = fs.statSync(path.join(directory, "pets.json"), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(visible(directory)).toEqual(["pets.json"]);
  });

  test("gives no number again, also when the newest record is gone, after a kill and after closing", async () => {
    const directory = temporaryDirectory();
    const pets = (await open(directory)).collection("pets");
    for (let n = 1; n <= 3; n++) await pets.insert(record(String(await pets.nextNumber())));
    await pets.delete([], "3");
    const killed = copyAsKilled(directory);
    const second = await open(killed);
    expect(await second.collection("pets").nextNumber()).toBe(4);
    await second.collection("pets").insert(record("4"));
    await second.collection("pets").delete([], "4");
    await second.close();
    expect(await (await open(killed)).collection("pets").nextNumber()).toBe(5);
  });

  test("numbers go on behind the records of a file that was written by hand", async () => {
    const directory = temporaryDirectory();
    write(directory, "pets.json", '[{"id":1},{"id":2}]');
    expect(await (await open(directory)).collection("pets").nextNumber()).toBe(3);
  });

  test("keeps collections that nobody asks for as they are", async () => {
    const directory = temporaryDirectory();
    await (await open(directory)).collection("old").insert(record("1"));
    const killed = copyAsKilled(directory);
    const second = await open(killed);
    expect(second.names).toEqual(["old"]);
    await second.close();
    expect(visible(killed)).toEqual(["old.journal.jsonl"]);
    expect(await allOf((await open(killed)).collection("old"))).toEqual([record("1")]);
  });

  test("works for names that are longer than a file name may be", async () => {
    const directory = temporaryDirectory();
    const names = ["x".repeat(300), `${"x".repeat(300)}y`];
    const first = await open(directory);
    for (const name of names) await first.collection(name).insert(record(name.slice(-1)));
    await first.close();
    const second = await open(directory);
    expect(await Promise.all(names.map((name) => second.collection(name).count()))).toEqual([1, 1]);
    expect(second.names).toEqual(names);
  });
});

describe("folding", () => {
  test("happens when nothing is written for a while, and removes the journal", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory, {}, { idleMs: 10 });
    await store.collection("pets").insert(record("1"));
    await until(() => visible(directory).join() === "pets.json");
    expect(read(directory, "pets.json")).toBe('[\n{"id":"1"}\n]\n');
  });

  test("also of a journal that a killed server left", async () => {
    const directory = temporaryDirectory();
    await (await open(directory)).collection("pets").insert(record("1"));
    const killed = copyAsKilled(directory);
    const second = await open(killed, {}, { idleMs: 10 });
    second.collection("pets");
    await until(() => visible(killed).join() === "pets.json");
  });

  test("goes on under load without losing a write, and the journal stays in proportion", async () => {
    const directory = temporaryDirectory();
    const pets = (await open(directory, {}, { idleMs: 1 })).collection("pets");
    const text = "x".repeat(1000);
    let folded = 0;
    for (let n = 0; n < 6000; n += 50) {
      const group = Array.from({ length: 50 }, (_, index) =>
        pets.put(record(String((n + index) % 4000), { n: n + index, text })),
      );
      await Promise.all(group);
      if (fs.existsSync(path.join(directory, "pets.json"))) folded++;
    }
    expect(folded).toBeGreaterThan(0);
    const after = (await open(copyAsKilled(directory))).collection("pets");
    expect(await allOf(after)).toEqual(await allOf(pets));
    expect(await after.count()).toBe(4000);
  });

  test("300 collections do not hold 300 files open", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    const openFiles = (): number => (fs.existsSync("/proc/self/fd") ? fs.readdirSync("/proc/self/fd").length : 0);
    const before = openFiles();
    for (let round = 0; round < 2; round++) {
      await Promise.all(
        Array.from({ length: 300 }, (_, n) => store.collection(`c${n}`).put(record("1", { n, round }))),
      );
    }
    expect(openFiles() - before).toBeLessThan(50);
    const after = await open(copyAsKilled(directory));
    for (let n = 0; n < 300; n++)
      expect(await after.collection(`c${n}`).get([], "1")).toMatchObject({ value: { n, round: 1 } });
    await store.close();
    expect(visible(directory)).toHaveLength(300);
  });

  test("the numbers of collections that are folded together are not written for each of them", async () => {
    const directory = temporaryDirectory();
    const renames = spy(fs.promises, "rename");
    const store = await openJsonStore({ directory, durability: "os" }, { idleMs: 1 });
    const all = Array.from({ length: 200 }, (_, n) => store.collection(`c${n}`));
    await Promise.all(all.map((collection) => collection.insert(record("1", {}))));
    await vi.waitFor(() => expect(visible(directory).filter((name) => name.includes("journal"))).toEqual([]), 30_000);
    const written = renames.mock.calls.filter(([, to]) => path.basename(String(to)) === ".sequences.json");
    expect(written.length).toBeLessThan(all.length / 2);
    await store.close();
    expect(Object.keys(JSON.parse(fs.readFileSync(path.join(directory, ".sequences.json"), "utf8")))).toHaveLength(200);
  });
});

describe("putting others in place of all records", () => {
  const many = (from: number): StoredRecord[] => Array.from({ length: 500 }, (_, n) => record(String(from + n)));

  test.each(["os", "disk"] as const)("is found after a kill, at durability %s", async (durability) => {
    const directory = temporaryDirectory();
    const pets = (await open(directory, { durability })).collection("pets");
    for (const one of many(1)) await pets.insert(one);
    await pets.replaceAll?.(many(1000), 2000);
    await pets.delete([], "1000");
    expect(await pets.nextNumber()).toBe(2001);
    const after = (await open(copyAsKilled(directory))).collection("pets");
    expect(await allOf(after)).toEqual(many(1000).slice(1));
    expect(await allOf(pets)).toEqual(await allOf(after));
  });

  test("lets writes that come meanwhile find either what was there or what comes", async () => {
    const pets = (await open(temporaryDirectory(), { durability: "disk" })).collection("pets");
    await pets.insert(record("1"));
    const replacing = pets.replaceAll?.([record("2", { is: "new" })], 7);
    const changes: Promise<unknown>[] = [];
    let isReplaced = false;
    void replacing?.then(() => {
      isReplaced = true;
    });
    while (!isReplaced) {
      changes.push(pets.update([], "2", ({ value }) => ({ ...value, changed: true })));
      await sleep(0);
    }
    await Promise.all(changes);
    const [only, ...more] = await allOf(pets);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ key: "2", value: { is: "new" } });
  });
});

describe("filling", () => {
  test("writes the readable file of each collection when it ends, once, with the numbers and the directory written once for all", async () => {
    const directory = temporaryDirectory();
    const renames = [spy(fs, "renameSync"), spy(fs.promises, "rename")];
    const opened = spy(fs.promises, "open");
    const store = await openJsonStore({ directory, durability: "os" });
    await store.fill?.(async () => {
      for (let n = 0; n < 100; n++) {
        const collection = store.collection(`c${n}`);
        await collection.insert(record(String(await collection.nextNumber())));
        await collection.insert(record(String(await collection.nextNumber())));
        await collection.delete([], "2");
      }
      expect(visible(directory)).toEqual([]);
    });
    const placed = renames.flatMap(({ mock }) => mock.calls.map(([, to]) => path.basename(String(to))));
    expect(placed.sort()).toEqual([".sequences.json", ...Array.from({ length: 100 }, (_, n) => `c${n}.json`)].sort());
    expect(opened.mock.calls.filter(([file]) => file === directory)).toHaveLength(1);
    const killed = await open(copyAsKilled(directory));
    for (let n = 0; n < 100; n++) {
      const collection = killed.collection(`c${n}`);
      expect(await allOf(collection)).toEqual([record("1")]);
      expect(await collection.nextNumber()).toBe(3);
    }
    await store.collection("c1").insert(record("3"));
    expect(visible(directory)).toContain("c1.journal.jsonl");
    await store.close();
    expect(read(directory, "c1.json")).toBe('[\n{"id":"1"},\n{"id":"3"}\n]\n');
  });

  test("keeps what was written before it fails", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    const filling = store.fill?.(async () => {
      await store.collection("pets").insert(record("1"));
      throw new Error("made by the test");
    });
    await expect(filling).rejects.toThrow("made by the test");
    expect(await (await open(copyAsKilled(directory))).collection("pets").count()).toBe(1);
  });
});

describe("what cannot be read stops the start, is named, and stays as it is", () => {
  async function expectStop(name: string, text: string | Buffer, expected: object): Promise<void> {
    const directory = temporaryDirectory();
    write(directory, name, text);
    const start = open(directory).then((store) => store.collection("pets"));
    const file = path.join(directory, name);
    await expect(start).rejects.toMatchObject({
      name: "StoreError",
      file,
      hint: expect.stringContaining("."),
      ...expected,
    });
    await expect(start).rejects.toThrow(file);
    expect(fs.readFileSync(file)).toEqual(Buffer.from(text));
    expect(visible(directory)).toEqual([name].filter((visibleName) => !visibleName.startsWith(".")));
  }

  test.each([
    ['[\n{"id":1},\n{"id":2\n]', 4],
    ['[\n{"id":1}\n{"id":2}\n]', 3],
    ["", 1],
    ['{"id":1}', 1],
    ['[\n{"id":1},\n"text"\n]', 3],
    ['[\n{"id":1},\n{"id":2},\n{"id":1}\n]', 4],
    ['[\n{"$key":true}\n]', 2],
    ['[\n{"$key":"1","$scope":"x"}\n]', 2],
    ['[\n{"$key":"1","$value":{},"more":1}\n]', 2],
  ])("a readable file %j, line %i", (text, line) => expectStop("pets.json", text, { code: "STORE_CORRUPT", line }));

  test("a readable file that is not UTF-8", () =>
    expectStop("pets.json", Buffer.from([...Buffer.from('[\n"a",\n"'), 0xff, ...Buffer.from('"]')]), {
      code: "STORE_CORRUPT",
      line: 3,
    }));

  test("a line of a journal", () =>
    expectStop("pets.journal.jsonl", '["00000000",["put",1,[],"1",{}]]\n', { code: "STORE_CORRUPT", line: 1 }));

  test("the numbers given so far", () =>
    expectStop(".sequences.json", '{\n"pets": 1,\n}', { code: "STORE_CORRUPT", line: 3 }));

  test("a directory where a file should be", async () => {
    const directory = temporaryDirectory();
    fs.mkdirSync(path.join(directory, "pets.json"));
    await expect(open(directory)).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
    expect(fs.readdirSync(directory)).toEqual(["pets.json"]);
  });
});

test("a directory that another server makes at the same moment is used", async () => {
  const directory = path.join(temporaryDirectory(), "data");
  const { mkdirSync } = fs;
  spy(fs, "mkdirSync").mockImplementation((folder) => {
    mkdirSync(folder);
    return mkdirSync(folder) as undefined;
  });
  const store = await open(directory);
  await store.collection("pets").insert(record("1"));
  expect(await allOf(store.collection("pets"))).toEqual([record("1")]);
});

describe("a directory that cannot be used", () => {
  test("because it is a file", async () => {
    const directory = temporaryDirectory();
    write(directory, "data", "");
    for (const place of ["data", "data/deeper"]) {
      await expect(open(path.join(directory, place))).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
    }
  });

  test("because it was deleted while the server ran: writes are rejected and reads go on", async () => {
    const directory = path.join(temporaryDirectory(), "data");
    const store = await open(directory);
    const pets = store.collection("pets");
    await pets.insert(record("1"));
    fs.rmSync(directory, { recursive: true });
    await sleep(60); // the file is checked every 50 ms
    await expect(pets.insert(record("2"))).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
    await expect(store.collection("owners").insert(record("1"))).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
    expect(await allOf(pets)).toEqual([record("1")]);
    await expect(store.close()).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
  });

  test("because another one was put in its place", async () => {
    const directory = path.join(temporaryDirectory(), "data");
    const store = await open(directory);
    fs.rmSync(directory, { recursive: true });
    fs.mkdirSync(directory);
    await expect(store.collection("pets").insert(record("1"))).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
    expect(fs.readdirSync(directory)).toEqual([]);
  });
});
