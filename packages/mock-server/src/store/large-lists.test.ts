import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMemoryStore } from "./memory-store.js";
import type { JsonObject, RecordCollection, RecordPage, RecordQuery } from "./record-store.js";

const COUNT = 5000;
const COUNTRIES = ["US", "GB", "DE", "FR"];

const authorOf = (id: number): JsonObject => ({
  id,
  name: `Author ${(id * 7919) % 1_000_003}`,
  country: COUNTRIES[id % 4],
});

async function collectionOf(count: number): Promise<RecordCollection> {
  const collection = createMemoryStore().collection("authors");
  for (let id = 1; id <= count; id++) await collection.insert({ key: `${id}`, scope: [], value: authorOf(id) });
  return collection;
}

/** Germans by name, in the order of creation where names are the same. */
const GERMANS: RecordQuery = {
  where: [{ property: ["country"], operator: "eq", value: "DE" }],
  sort: [{ property: ["name"], descending: false }],
};

function germansOf(authors: readonly JsonObject[]): readonly unknown[] {
  const texts = authors.filter(({ country }) => country === "DE").map(({ id, name }) => [`${name}`, id] as const);
  return texts.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, id]) => id);
}

const idsOf = (page: RecordPage): readonly unknown[] => page.records.map(({ value }) => value.id);

test("a first list of many records in a new order lets others in before it answers", async () => {
  const collection = await collectionOf(COUNT * 4);
  const order: string[] = [];
  const asked = Promise.resolve(collection.list(GERMANS)).then((page) => {
    order.push("list");
    return page;
  });
  await setImmediate();
  expect(await collection.get([], "7")).toMatchObject({ key: "7" });
  order.push("item");
  const page = await asked;
  expect(order).toEqual(["item", "list"]);
  expect(idsOf(page)).toEqual(germansOf(Array.from({ length: COUNT * 4 }, (_, index) => authorOf(index + 1))));
});

test("what is written while a list is being worked out is in it", async () => {
  const collection = await collectionOf(COUNT);
  const authors = new Map(Array.from({ length: COUNT }, (_, index) => [index + 1, authorOf(index + 1)]));
  const asked = collection.list(GERMANS);
  for (let id = 2; id <= 402; id += 4) {
    await collection.delete([], `${id}`);
    authors.delete(id);
    const moved = { ...authorOf(id + 1), country: "DE", name: `Author ${id}` };
    await collection.put({ key: `${id + 1}`, scope: [], value: moved });
    authors.set(id + 1, moved);
    const added = { ...authorOf(2), id: COUNT + id };
    await collection.insert({ key: `${added.id}`, scope: [], value: added });
    authors.set(added.id, added);
  }
  expect(idsOf(await asked)).toEqual(germansOf([...authors.values()]));
  expect(idsOf(await collection.list(GERMANS))).toEqual(germansOf([...authors.values()]));
});

test("lists that are asked for while all records are replaced tell of those before or of the new ones", async () => {
  const collection = await collectionOf(COUNT);
  const old = Array.from({ length: COUNT }, (_, index) => authorOf(index + 1));
  const authors = Array.from({ length: COUNT }, (_, index) => authorOf(index + 100_001));
  const asked = [collection.list(GERMANS)];
  let isReplaced = false;
  const replacing = collection
    .replaceAll?.(
      authors.map((value) => ({ key: `${value.id}`, scope: [], value })),
      0,
    )
    .then(() => {
      isReplaced = true;
    });
  while (!isReplaced) {
    await setImmediate();
    asked.push(collection.list({ ...GERMANS, offset: asked.length }));
  }
  await replacing;
  const [before, after] = [germansOf(old), germansOf(authors)];
  for (const [offset, list] of asked.entries()) {
    const ids = idsOf(await list);
    expect([before, after]).toContainEqual([...(Number(ids[0]) > 100_000 ? after : before).slice(0, offset), ...ids]);
  }
  expect(idsOf(await collection.list(GERMANS))).toEqual(after);
});

test("many who ask at once for the same order get the same answer", async () => {
  const collection = await collectionOf(COUNT);
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, offset) => collection.list({ ...GERMANS, offset, limit: 1 })),
  );
  const germans = germansOf(Array.from({ length: COUNT }, (_, index) => authorOf(index + 1)));
  expect(pages.flatMap(idsOf)).toEqual(germans.slice(0, 20));
});
