import { expect, test } from "vitest";
import { inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const track = { type: "object", properties: { id: text, name: text } };
const saved = { type: "object", properties: { added_at: text, track } };
const page = { type: "object", properties: { items: { type: "array", items: saved }, total: integer, limit: integer } };
const ids = { ...inQuery("ids", text), required: true };
const done = { responses: { 200: { description: "done" } } };
const booleans = ok({ type: "array", items: { type: "boolean" } });

test("added ids are contained and listed until they are removed", async () => {
  const call = await serve({
    "/me/tracks": {
      get: { parameters: [inQuery("limit", integer), inQuery("offset", integer)], responses: ok(page) },
      put: { requestBody: json({ type: "object", properties: { ids: { type: "array", items: text } } }), ...done },
      delete: { parameters: [ids], ...done },
    },
    "/me/tracks/contains": { get: { parameters: [ids], responses: booleans } },
  });
  const listed = async (query = "") => {
    const { items, total } = (await call("GET", `/me/tracks${query}`)).body;
    return { ids: items.map((item: { track: { id: string } }) => item.track.id), total };
  };
  const before = await listed();
  expect((await call("GET", `/me/tracks/contains?ids=${before.ids[0]},a`)).body).toEqual([true, false]);
  await call("PUT", "/me/tracks", { ids: ["a", "b"] });
  expect((await call("GET", "/me/tracks/contains?ids=a,x,b")).body).toEqual([true, false, true]);
  expect(await listed()).toEqual({
    ids: [...before.ids, "a", "b"],
    total: before.total ? before.ids.length + 2 : undefined,
  });
  expect((await listed(`?limit=1&offset=${before.ids.length}`)).ids).toEqual(["a"]);
  await call("DELETE", "/me/tracks?ids=a");
  expect((await call("GET", "/me/tracks/contains?ids=a,b")).body).toEqual([false, true]);
});

test("each value of another parameter has a separate set", async () => {
  const kind = { ...inQuery("type", text), required: true };
  const call = await serve({
    "/me/following": { put: { parameters: [kind, ids], ...done }, delete: { parameters: [kind, ids], ...done } },
    "/me/following/contains": { get: { parameters: [kind, ids], responses: booleans } },
  });
  await call("PUT", "/me/following?type=artist&ids=a");
  expect((await call("GET", "/me/following/contains?type=artist&ids=a")).body).toEqual([true]);
  expect((await call("GET", "/me/following/contains?type=user&ids=a")).body).toEqual([false]);
});
