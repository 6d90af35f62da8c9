import { afterEach, expect, test } from "vitest";
import { pair, type Reply, type ServedClient, servedClient } from "./served-client.js";

const TEXT = { type: "string" };
const COLLECTIONS = ["a", "b", "c"].map((letter) => ({ id: `${letter}-1`, name: `col-${letter}`, parent: "b-1" }));
const relations = { parent: { key: "parent", resource: "/collections" } };
const config = { resources: { "/collections": { relations } } };

let served: ServedClient;
afterEach(() => served.close());

/** @param by the field that the path takes */
function shelf(by: "id" | "name", records = COLLECTIONS): Promise<ServedClient> {
  const paths = pair("collections", { name: TEXT, parent: TEXT }, { id: TEXT });
  const answer = (path: string): Reply => {
    if (path === "/collections") return { body: records };
    const found = records.find((record) => path === `/collections/${record[by]}`);
    return found ? { body: found } : { status: 404, body: {} };
  };
  return servedClient({ paths }, { answer: ({ path }) => answer(path), config });
}

const names = (records: readonly { name: string }[]): string[] => records.map(({ name }) => name);

test("records whose path takes something else than their id are found in the list", async () => {
  served = await shelf("name");
  const { client, asked } = served;
  expect(names(await client.collections.find({ id: "b-1" }))).toEqual(["col-b"]);
  expect(asked()).toEqual(["/collections/b-1", "/collections", "/collections/a-1", "/collections"]);
  expect(names(await client.collections.find({ id: { in: ["c-1", "a-1", "x"] } }).sort("name DESC"))).toEqual([
    "col-c",
    "col-a",
  ]);
  expect(await client.collections.find({ id: "b-1" }).count()).toBe(1);
  expect(await client.collections.find({ id: "x" }).first()).toBeUndefined();
  expect(asked()).toEqual(["/collections", "/collections", "/collections"]);
});

test("relations to such records are loaded", async () => {
  served = await shelf("name");
  const [first] = await served.client.collections.find({ name: "col-a" }).populate("parent");
  expect(first.parent.name).toBe("col-b");
});

test("a record that is not there costs two more requests, once", async () => {
  served = await shelf("id");
  const { client, asked } = served;
  expect(await client.collections.find({ id: "x" })).toEqual([]);
  expect(asked()).toEqual(["/collections/x", "/collections", "/collections/a-1"]);
  expect(await client.collections.find({ id: "y" }).count()).toBe(0);
  expect(asked()).toEqual(["/collections/y"]);
});

test("a record that is not there costs one request after another was read, and two where none is listed", async () => {
  served = await shelf("id");
  expect(names(await served.client.collections.find({ id: "a-1" }))).toEqual(["col-a"]);
  expect(await served.client.collections.find({ id: "x" })).toEqual([]);
  expect(served.asked()).toEqual(["/collections/a-1", "/collections/x"]);
  await served.close();
  served = await shelf("id", []);
  expect(await served.client.collections.find({ id: "x" })).toEqual([]);
  expect(served.asked()).toEqual(["/collections/x", "/collections"]);
});

test("a property that only the list has is read there", async () => {
  const listed = ["a", "b", "c"].map((id, at) => ({ id, name: `col-${id}`, ...(at > 0 && { uses: at }) }));
  const paths = pair("collections", { name: TEXT, uses: { type: "integer" } }, { id: TEXT });
  const answer = (path: string): Reply => {
    if (path === "/collections") return { body: listed };
    const found = listed.find(({ id }) => path === `/collections/${id}`);
    return found ? { body: { id: found.id, name: found.name } } : { status: 404, body: {} };
  };
  served = await servedClient({ paths }, { answer: ({ path }) => answer(path) });
  const { client, asked } = served;
  expect(names(await client.collections.find({ id: "c", name: "col-c" }))).toEqual(["col-c"]);
  expect(asked()).toEqual(["/collections/c"]);
  expect(await client.collections.find({ id: "c", uses: 2 })).toEqual([listed[2]]);
  expect(asked()).toEqual(["/collections/c", "/collections", "/collections/b", "/collections"]);
  expect(await client.collections.find({ id: ["b", "c"] }).select("uses")).toEqual([{ uses: 1 }, { uses: 2 }]);
  expect(names(await client.collections.find({ id: ["a", "b", "c"] }).sort("-uses"))).toEqual([
    "col-c",
    "col-b",
    "col-a",
  ]);
  expect(await client.collections.find({ id: "c", uses: 1 }).count()).toBe(0);
});

test("a property that the record lacks in the list too is looked for once", async () => {
  const records = [{ id: "a", name: "x" }, { id: "b" }] as unknown as typeof COLLECTIONS;
  served = await shelf("id", records);
  const { client, asked } = served;
  expect(await client.collections.find({ id: "b", name: null })).toEqual([{ id: "b" }]);
  expect(asked()).toEqual(["/collections/b", "/collections", "/collections/a"]);
  expect(await client.collections.find({ id: "b", name: { "!=": "y" } }).count()).toBe(1);
  expect(asked()).toEqual(["/collections/b"]);
});
