import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import { QdrantClient } from "@qdrant/js-client-rest";
import { mockOf } from "../mock.mjs";

const url = (await mockOf("qdrant.json")).replace(/\/$/, "");
const client = new QdrantClient({ url, checkCompatibility: false });
const vectors = { size: 4, distance: "Dot" };
const points = [
  { id: 1, vector: [0.05, 0.61, 0.76, 0.74], payload: { city: "Berlin" } },
  { id: 2, vector: [0.19, 0.81, 0.75, 0.11], payload: { city: "London" } },
  { id: 3, vector: [0.36, 0.55, 0.47, 0.94], payload: { city: "Moscow" } },
];
const inLondon = { must: [{ key: "city", match: { value: "London" } }] };
const idsOf = (list) => list.map(({ id }) => id).sort();
let created;

before(async () => {
  created = await client.createCollection("demo", { vectors });
  await client.upsert("demo", { wait: true, points });
});

test("a new collection is created", () => equal(created, true));
test("collections are listed", async () =>
  ok((await client.getCollections()).collections.some(({ name }) => name === "demo")));
test("a collection exists or not", async () => {
  equal((await client.collectionExists("demo")).exists, true);
  equal((await client.collectionExists("absent")).exists, false);
});
test("a collection shows the size of its vectors", async () =>
  equal((await client.getCollection("demo")).config.params.vectors.size, 4));
test("update a collection", async () =>
  equal(await client.updateCollection("demo", { optimizers_config: { indexing_threshold: 10000 } }), true));
test("an upsert is completed", async () =>
  equal((await client.upsert("demo", { wait: true, points: points.slice(0, 1) })).status, "completed"));
test("points are retrieved by their ids", async () => {
  const [first, third] = await client.retrieve("demo", { ids: [1, 3] });
  deepEqual([first.payload, third.payload], [points[0].payload, points[2].payload]);
});
test("points are counted", async () => equal((await client.count("demo")).count, 3));
test("points are counted by a filter", async () => equal((await client.count("demo", { filter: inLondon })).count, 1));
test("scroll through points", async () => deepEqual(idsOf((await client.scroll("demo")).points), [1, 2, 3]));
test("scroll by a filter", async () =>
  deepEqual(idsOf((await client.scroll("demo", { filter: inLondon })).points), [2]));
test("search for near points", async () =>
  deepEqual(idsOf(await client.search("demo", { vector: [0.2, 0.1, 0.9, 0.7], limit: 3 })), [1, 2, 3]));
test("query points", async () =>
  deepEqual(idsOf((await client.query("demo", { query: [0.2, 0.1, 0.9, 0.7], limit: 3 })).points), [1, 2, 3]));
test("set a part of a payload", async () => {
  await client.setPayload("demo", { payload: { people: 5 }, points: [1], wait: true });
  const [{ payload }] = await client.retrieve("demo", { ids: [1] });
  deepEqual(payload, { city: "Berlin", people: 5 });
});
test("overwrite, shrink and clear payloads", async () => {
  const named = [1, 2, 3].map((id) => ({ ...points[id - 1], payload: { id, city: "Rome" } }));
  const payloads = async () => (await client.retrieve("parts", { ids: [1, 2, 3] })).map(({ payload }) => payload);
  await client.createCollection("parts", { vectors });
  await client.upsert("parts", { points: named });
  await client.overwritePayload("parts", { payload: { a: 1 }, points: [1] });
  await client.deletePayload("parts", { keys: ["city"], points: [2] });
  deepEqual(await payloads(), [{ a: 1 }, { id: 2 }, { id: 3, city: "Rome" }]);
  await client.clearPayload("parts", { filter: { must: [{ key: "city", match: { value: "Rome" } }] } });
  ok(!Object.keys((await payloads())[2] ?? {}).length);
});
test("change and delete vectors of points", async () => {
  const vector = { image: [1, 2], text: [3, 4] };
  const vectorOf = async (id) => (await client.retrieve("named", { ids: [id], with_vector: true }))[0].vector;
  await client.createCollection("named", { vectors: { image: vectors, text: vectors } });
  await client.upsert("named", { points: [1, 2].map((id) => ({ id, vector })) });
  await client.updateVectors("named", { points: [{ id: 1, vector: { image: [9, 9] } }] });
  deepEqual(await vectorOf(1), { image: [9, 9], text: [3, 4] });
  await client.deleteVectors("named", { vector: ["image"], points: [1] });
  deepEqual([await vectorOf(1), await vectorOf(2)], [{ text: [3, 4] }, vector]);
});
test("delete points", async () => {
  await client.createCollection("small", { vectors });
  await client.upsert("small", { points });
  await client.delete("small", { points: [3], wait: true });
  equal((await client.count("small")).count, 2);
  deepEqual(await client.retrieve("small", { ids: [3] }), []);
});
test("an index of the payload is created and deleted", async () => {
  equal((await client.createPayloadIndex("demo", { field_name: "city", field_schema: "keyword" })).status, "completed");
  equal((await client.deletePayloadIndex("demo", "city")).status, "completed");
});
test("an alias of a collection is listed", async () => {
  const create_alias = { collection_name: "demo", alias_name: "live" };
  equal(await client.updateCollectionAliases({ actions: [{ create_alias }] }), true);
  ok((await client.getCollectionAliases("demo")).aliases.some(({ alias_name }) => alias_name === "live"));
});
test("a snapshot is created, listed and deleted", async () => {
  const { name } = await client.createSnapshot("demo");
  ok((await client.listSnapshots("demo")).some((one) => one.name === name));
  equal(await client.deleteSnapshot("demo", name), true);
  ok(!(await client.listSnapshots("demo")).some((one) => one.name === name));
});
test("an absent collection is an error that says why", () =>
  rejects(client.getCollection("absent"), ({ status, data }) => status === 404 && data.status.error.length > 0));
test("delete a collection", async () => {
  await client.createCollection("gone", { vectors });
  equal(await client.deleteCollection("gone"), true);
  equal((await client.collectionExists("gone")).exists, false);
});
