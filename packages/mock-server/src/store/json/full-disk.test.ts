import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { failingFiles } from "../../../test/store/failing-files.js";
import { temporaryDirectory } from "../../../test/store/temporary-directory.js";
import type { RecordStore, StoredRecord } from "../record-store.js";
import type { StoreError } from "../store-error.js";
import { openJsonStore } from "./json-store.js";
import type { Outage } from "./write-outage.js";

const record = (key: string): StoredRecord => ({ key, scope: [], value: { id: key, text: "x".repeat(100) } });

async function open(
  directory: string,
  durability: "os" | "disk" = "os",
  onProblem: (problem: StoreError) => void = () => undefined,
  onOutage: (outage: Outage) => void = () => undefined,
): Promise<RecordStore> {
  const store = await openJsonStore({ directory, durability, onProblem, onOutage }, { idleMs: 20, retryMs: 20 });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

test.each([
  ["ENOSPC", "STORE_FULL", 0],
  ["ENOSPC", "STORE_FULL", 30],
  ["EDQUOT", "STORE_FULL", 170],
  ["EACCES", "STORE_UNWRITABLE", 0],
])(
  "%s answers each write %s and leaves memory and disk as they were, %i bytes into the line",
  async (failing, code, bytesBefore) => {
    const directory = temporaryDirectory();
    const disk = failingFiles();
    const store = await open(directory);
    const pets = store.collection("pets");
    await pets.insert(record("1"));
    Object.assign(disk, { failing, bytesBefore });
    const writes = await Promise.allSettled([
      pets.insert(record("2")),
      pets.insert(record("2")),
      pets.update([], "1", () => ({ changed: true })),
      pets.delete([], "1"),
    ]);
    for (const written of writes) expect(written).toMatchObject({ status: "rejected", reason: { code } });
    expect((await pets.list({})).records).toEqual([record("1")]);
    disk.failing = undefined;
    expect(await pets.insert(record("3"))).toBe(true);
    await store.close();
    const again = (await open(directory)).collection("pets");
    expect((await again.list({})).records).toEqual([record("1"), record("3")]);
  },
);

test("a disk that fails to confirm a write takes it back", async () => {
  const directory = temporaryDirectory();
  const disk = failingFiles();
  const store = await open(directory, "disk");
  const pets = store.collection("pets");
  await pets.insert(record("1"));
  disk.failing = "EIO";
  const waiting = pets.insert(record("2"));
  await expect(waiting).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
  disk.failing = undefined;
  expect(await pets.insert(record("2"))).toBe(true);
  await store.close();
  expect(await (await open(directory)).collection("pets").count()).toBe(2);
});

test("a fold that finds no room is told of, loses nothing, and the next start has it all", async () => {
  const directory = temporaryDirectory();
  const disk = failingFiles();
  const problems: StoreError[] = [];
  const store = await open(directory, "os", (problem) => problems.push(problem));
  await store.collection("pets").insert(record("1"));
  disk.failing = "ENOSPC";
  for (let tries = 0; problems.length === 0 && tries < 500; tries++) await sleep(10);
  expect(problems).toMatchObject([{ code: "STORE_FULL", file: expect.stringContaining("pets.json") }]);
  await expect(store.close()).rejects.toMatchObject({ code: "STORE_FULL" });
  disk.failing = undefined;
  const again = (await open(directory)).collection("pets");
  expect((await again.list({})).records).toEqual([record("1")]);
});

test("writes that are rejected are told once when it begins and once, counted, when every collection is written again", async () => {
  const disk = failingFiles();
  const outages: Outage[] = [];
  const told = (outage: Outage): void => void outages.push(outage);
  const store = await open(temporaryDirectory(), "os", undefined, told);
  const [pets, toys] = [store.collection("pets"), store.collection("toys")];
  await pets.insert(record("1"));
  disk.failing = "ENOSPC";
  for (const key of ["2", "3", "4"]) {
    await expect(pets.insert(record(key))).rejects.toMatchObject({ code: "STORE_FULL" });
    await expect(toys.insert(record(key))).rejects.toMatchObject({ code: "STORE_FULL" });
  }
  expect(outages).toMatchObject([{ state: "begun", error: { code: "STORE_FULL" } }]);
  disk.failing = undefined;
  await pets.insert(record("2"));
  expect(outages).toHaveLength(1);
  await toys.insert(record("2"));
  await pets.insert(record("3"));
  expect(outages.slice(1)).toMatchObject([{ state: "over", refused: 6 }]);
});

test("records that cannot be put in place of all others leave those as they were", async () => {
  const disk = failingFiles();
  const store = await open(temporaryDirectory());
  const pets = store.collection("pets");
  await pets.insert(record("1"));
  disk.failing = "ENOSPC";
  await expect(pets.replaceAll?.([record("2")], 2)).rejects.toMatchObject({ code: "STORE_FULL" });
  disk.failing = undefined;
  expect(await pets.insert(record("2"))).toBe(true);
  expect((await pets.list({})).records).toEqual([record("1"), record("2")]);
});

test("a store that cannot be filled says so and leaves no file behind", async () => {
  const directory = temporaryDirectory();
  const disk = failingFiles();
  const store = await open(directory);
  disk.failing = "ENOSPC";
  const filling = store.fill?.(async () => {
    for (const name of ["pets", "toys"]) await store.collection(name).insert(record("1"));
  });
  await expect(filling).rejects.toMatchObject({ code: "STORE_FULL" });
  await store.close();
  expect(readdirSync(directory)).toEqual([]);
});

test("a fold that goes on failing is told once", async () => {
  const disk = failingFiles();
  const problems: StoreError[] = [];
  const store = await open(temporaryDirectory(), "os", (problem) => problems.push(problem));
  await store.collection("pets").insert(record("1"));
  disk.failing = "ENOSPC";
  await sleep(300);
  expect(problems).toHaveLength(1);
});
