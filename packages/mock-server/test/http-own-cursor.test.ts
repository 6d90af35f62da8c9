import { expect, it } from "vitest";
import { crud, inQuery, json, ok, serve } from "./http-client.js";

const pet = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
const envelope = (next: object) => ({
  type: "object",
  properties: { has_more: { type: "boolean" }, next, data: { type: "array", items: pet } },
});

it.each([
  [
    "path",
    "",
    { type: "string", description: "Path to subsequent page of results." },
    /^\/pets\?limit=2&name=a&cursor=\w+$/,
  ],
  ["URL", undefined, { type: "string", format: "uri" }, /^http:\/\/[^/]+\/pets\?limit=2&name=a&cursor=\w+$/],
])("a list that is asked for by its size alone goes on at the %s of its answer", async (_, none, next, expected) => {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const parameters = [inQuery("limit", { type: "integer" }), inQuery("name", { type: "string" })];
  const call = await serve({
    ...paths,
    "/pets": {
      get: { parameters, responses: ok(envelope(next)) },
      post: { requestBody: json(pet), responses: { 201: { description: "", ...json(pet) } } },
    },
  });
  for (const name of ["a", "a", "b", "a"]) await call("POST", "/pets", { name });
  const first = (await call("GET", "/pets?limit=2&name=a")).body;
  expect([first.has_more, first.data.map(({ id }: { id: number }) => id)]).toEqual([true, [1, 2]]);
  expect(first.next).toMatch(expected);
  const last = (await call("GET", first.next.replace(/^http:\/\/[^/]+/, ""))).body;
  expect([last.has_more, last.data.map(({ id }: { id: number }) => id)]).toEqual([false, [4]]);
  expect([last.next, (await call("GET", "/pets")).body.next]).toEqual([none, none]);
});
