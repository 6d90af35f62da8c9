import { expect, test } from "vitest";
import { inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const listOf = (items: object) => ({ type: "array", items });
const net = object({ Id: { ...text, readOnly: true }, Name: text, Labels: text }, { required: ["Id", "Name"] });
const gone = { 204: { description: "gone" } };
const id = [inPath("id")];

test("POST /nets/create makes what GET /nets lists and /nets/{id} reads; its answer names the record", async () => {
  const call = await serve({
    "/nets": { get: { responses: ok(listOf(net)) } },
    "/nets/create": {
      post: {
        requestBody: json(object({ Name: text, Labels: text }, { required: ["Name"] })),
        responses: { 201: { description: "made", ...json(object({ Id: text, Warning: text }, { required: ["Id"] })) } },
      },
    },
    "/nets/{id}": { parameters: id, get: { responses: ok(net) }, delete: { responses: gone } },
  });
  const { body: made } = await call("POST", "/nets/create", { Name: "n1", Labels: "a" });
  expect((await call("GET", `/nets/${made.Id}`)).body).toMatchObject({ Id: made.Id, Name: "n1", Labels: "a" });
  expect((await call("GET", "/nets")).body).toContainEqual(expect.objectContaining({ Id: made.Id }));
  expect((await call("DELETE", `/nets/${made.Id}`)).status).toBe(204);
  expect((await call("GET", `/nets/${made.Id}`)).status).toBe(404);
});

test("one word behind the collection and the item is the path of both: /boxes/json and /boxes/{id}/json", async () => {
  const call = await serve({
    "/boxes/json": { get: { responses: ok(listOf(object({ Id: text, Image: text }))) } },
    "/boxes/create": {
      post: {
        requestBody: json(object({ Image: text }, { required: ["Image"] })),
        responses: { 201: { description: "made", ...json(object({ Id: text }, { required: ["Id"] })) } },
      },
    },
    "/boxes/{id}/json": { parameters: id, get: { responses: ok(object({ Id: text, Image: text, Size: integer })) } },
    "/boxes/{id}/logs": { parameters: id, get: { responses: ok(text) } },
    "/boxes/{id}": { parameters: id, delete: { responses: gone } },
  });
  const { body: made } = await call("POST", "/boxes/create", { Image: "a" });
  expect((await call("GET", `/boxes/${made.Id}/json`)).body).toMatchObject({ Id: made.Id, Image: "a" });
  expect((await call("GET", "/boxes/json")).body).toContainEqual(expect.objectContaining({ Id: made.Id, Image: "a" }));
  await call("DELETE", `/boxes/${made.Id}`);
  expect((await call("GET", `/boxes/${made.Id}/json`)).status).toBe(404);
});

test("a verb stands before or behind the id: send, update, cancel, delete", async () => {
  const letter = object({ letter_id: { ...text, readOnly: true }, title: text, is_cancelled: { type: "boolean" } });
  const wrapped = ok(object({ letter }));
  const letterId = [inPath("letter_id")];
  const call = await serve({
    "/letter/list": {
      get: { parameters: [inQuery("page", integer)], responses: ok(object({ letters: listOf(letter) })) },
    },
    "/letter/send": { post: { requestBody: json(object({ title: text })), responses: wrapped } },
    "/letter/{letter_id}": { parameters: letterId, get: { responses: wrapped } },
    "/letter/update/{letter_id}": {
      parameters: letterId,
      post: { requestBody: json(object({ title: text })), responses: wrapped },
    },
    "/letter/cancel/{letter_id}": { parameters: letterId, post: { responses: wrapped } },
    "/letter/{letter_id}/delete": { parameters: letterId, post: { responses: { 200: { description: "ok" } } } },
  });
  const read = async (key: string) => (await call("GET", `/letter/${key}`)).body?.letter;
  const sent = (await call("POST", "/letter/send", { title: "a" })).body.letter;
  expect(await read(sent.letter_id)).toMatchObject({ title: "a" });
  await call("POST", `/letter/update/${sent.letter_id}`, { title: "b" });
  await call("POST", `/letter/cancel/${sent.letter_id}`);
  expect(await read(sent.letter_id)).toMatchObject({ title: "b", is_cancelled: true });
  expect((await call("POST", "/letter/cancel/none")).status).toBe(404);
  expect((await call("GET", "/letter/list")).body.letters).toContainEqual(expect.objectContaining({ title: "b" }));
  expect((await call("POST", `/letter/${sent.letter_id}/delete`)).status).toBe(200);
  expect((await call("GET", `/letter/${sent.letter_id}`)).status).toBe(404);
});
