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

test("writes after a first list are in the next one, in order", async () => {
  const collection = await collectionOf(COUNT);
  const authors = new Map(Array.from({ length: COUNT }, (_, index) => [index + 1, authorOf(index + 1)]));
  expect(idsOf(await collection.list(GERMANS))).toEqual(germansOf([...authors.values()]));
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
  expect(idsOf(await collection.list(GERMANS))).toEqual(germansOf([...authors.values()]));
});
