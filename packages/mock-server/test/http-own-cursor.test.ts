import { expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

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
])("a list with only a size parameter continues at the %s of its answer", async (_, none, next, expected) => {
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

it("a list with only a size parameter continues at the Link header that it documents", async () => {
  const paths = crud("/rooms", pet) as Record<string, Record<string, object>>;
  const list = { description: "", headers: { Link: { schema: { type: "string" } } }, ...json(envelope({})) };
  const parameters = [
    inQuery("max", { type: "integer" }),
    { ...inQuery("from", { type: "string" }), description: "Rooms that were made public after this time." },
  ];
  const get = { parameters, responses: { 200: list } };
  const call = await serve({ ...paths, "/rooms": { ...paths["/rooms"], get } });
  for (const name of ["a", "b", "c"]) await call("POST", "/rooms", { name });
  const first = await call("GET", "/rooms?max=2&from=2026-01-01");
  expect(first.body.data).toHaveLength(2);
  const [, next = ""] = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? [];
  const last = await call("GET", next);
  expect(last.body.data).toMatchObject([{ name: "c" }]);
  expect(last.headers.get("link") ?? "").not.toContain("next");
});

it("a page that is asked for by the id of its first record begins with it, and links to the first of the next", async () => {
  const pattern = "^tr_.+$";
  const payment = {
    type: "object",
    properties: { id: { type: "string", pattern, readOnly: true }, note: { type: "string" } },
  };
  const link = { type: ["object", "null"], properties: { href: { type: "string" } } };
  const page = {
    type: "object",
    properties: {
      _embedded: { type: "object", properties: { payments: { type: "array", items: payment } } },
      _links: { type: "object", properties: { previous: link, next: link } },
    },
  };
  const description = "Provide an ID to start the result set from the item with the given ID and onwards.";
  const parameters = [
    { ...inQuery("from", { type: "string", pattern }), description },
    inQuery("limit", { type: "integer" }),
  ];
  const call = await serve({
    "/payments": {
      get: { parameters, responses: ok(page) },
      post: { requestBody: json(payment), responses: { 201: { description: "", ...json(payment) } } },
    },
    "/payments/{id}": { parameters: [inPath("id")], get: { responses: ok(payment) } },
  });
  const made: string[] = [];
  for (const note of ["a", "b", "c"]) made.push((await call("POST", "/payments", { note })).body.id);
  const shown: string[] = [];
  let path: string | undefined = "/payments?limit=2";
  while (path !== undefined && shown.length < 9) {
    const { _embedded, _links }: { _embedded: { payments: { id: string }[] }; _links: { next?: { href: string } } } = (
      await call("GET", path)
    ).body;
    shown.push(..._embedded.payments.map(({ id }) => id));
    path = _links.next?.href.replace(/^http:\/\/[^/]+/, "");
  }
  expect(shown).toEqual(made);
  const second = (await call("GET", `/payments?limit=1&from=${made[1]}`)).body;
  expect(second._embedded.payments).toMatchObject([{ id: made[1] }]);
});

it.each([
  [
    "the id of the last record, by `before_id` alone",
    "before_id",
    "next_page_uri",
    ({ id }: { id: number }) => String(id),
  ],
  ["a cursor, by `next_page_cursor`", "next_page_cursor", "next_page_cursor", undefined],
])("a list that tells of a next page goes on at %s", async (_, parameter, next, idOf) => {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const page = {
    type: "object",
    properties: { keys: { type: "array", items: pet }, [next]: { type: "string" } },
  };
  const parameters = [inQuery("limit", { type: "string" }), inQuery(parameter, { type: "string" })];
  const call = await serve({ ...paths, "/pets": { ...paths["/pets"], get: { parameters, responses: ok(page) } } });
  for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
  const first = (await call("GET", "/pets?limit=2")).body;
  const cursor = idOf ? idOf(first.keys.at(-1)) : first[next];
  const last = (await call("GET", `/pets?limit=2&${parameter}=${cursor}`)).body;
  expect([...first.keys, ...last.keys].map(({ name }: { name: string }) => name)).toEqual(["a", "b", "c"]);
  expect([typeof first[next], last[next]]).toEqual(["string", undefined]);
});

it("a moment that only its parameter's schema describes skips no records", async () => {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const from = { type: "integer", description: "The timestamp from where one wants to fetch the pets." };
  const get = { parameters: [inQuery("from", from)], responses: ok({ type: "array", items: pet }) };
  const call = await serve({ ...paths, "/pets": { ...paths["/pets"], get } });
  await call("POST", "/pets", { name: "a" });
  expect((await call("GET", "/pets?from=1742349976000")).body).toHaveLength(1);
});

it("the last page has no token if `nullable` has no effect", async () => {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const page = {
    type: "object",
    properties: {
      next_token: { type: "string", nullable: true, example: "abc" },
      data: { type: "array", items: pet },
    },
  };
  const parameters = [inQuery("limit", { type: "integer" }), inQuery("token", { type: "string" })];
  const call = await serve({ ...paths, "/pets": { ...paths["/pets"], get: { parameters, responses: ok(page) } } });
  for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
  const first = (await call("GET", "/pets?limit=2")).body;
  expect(first.next_token).toEqual(expect.any(String));
  const last = (await call("GET", `/pets?limit=2&token=${first.next_token}`)).body;
  expect([last.data.length, last.next_token]).toEqual([1, undefined]);
});

it("a page says which ids are its first and its last", async () => {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const nullable = { anyOf: [{ type: "string" }, { type: "null" }] };
  const properties = { data: { type: "array", items: pet }, first_id: nullable, last_id: nullable };
  const page = { type: "object", required: ["data", "first_id", "last_id"], properties };
  const parameters = [inQuery("limit", { type: "integer" }), inQuery("after_id", { type: "string" })];
  const call = await serve({ ...paths, "/pets": { ...paths["/pets"], get: { parameters, responses: ok(page) } } });
  for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
  expect((await call("GET", "/pets?limit=2")).body).toMatchObject({ first_id: "1", last_id: "2" });
  expect((await call("GET", "/pets?limit=2&after_id=2")).body).toMatchObject({ first_id: "3", last_id: "3" });
  expect((await call("GET", "/pets?limit=2&after_id=3")).body).toMatchObject({ first_id: null, last_id: null });
});
