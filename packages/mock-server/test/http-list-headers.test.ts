import { get } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMockServer } from "../src/index.js";
import { crud, inQuery, json, ok, serve, serveOverHttp } from "./http-client.js";

const pet = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};

const text = { schema: { type: "string" } };
const integer = { schema: { type: "integer" } };

/** `/pets` with these parameters, and these headers of its list and of what is made. */
function pets(parameters: object[], headers: object, made: object = {}): object {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const list = { parameters, responses: ok({ type: "array", items: pet }, { headers }) };
  const responses = { 201: { description: "made", ...json(pet), headers: made } };
  return { ...paths, "/pets": { ...paths["/pets"], get: list, post: { ...paths["/pets"]?.post, responses } } };
}

/** The relations of a `Link` header and the queries they lead to. */
function relations(link: string | null): Record<string, string> {
  const links = [...(link ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, url = "", relation = ""]) => [relation, new URL(url).search]));
}

test("Link has the cursor of the next page where a plain array has no other place for it", async () => {
  const parameters = [inQuery("limit", { type: "integer" }), inQuery("after", { type: "string" })];
  const call = await serve(pets(parameters, {}));
  for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
  const first = await call("GET", "/pets?limit=2");
  const { next = "" } = relations(first.headers.get("link"));
  expect([first.body.length, next]).toEqual([2, expect.stringContaining("after=")]);
  const last = await call("GET", `/pets${next}`);
  expect([last.body.map(({ name }: { name: string }) => name), relations(last.headers.get("link")).next]).toEqual([
    ["c"],
    undefined,
  ]);
  const told = await serve(pets(parameters, { "X-Next-Cursor": text }));
  expect((await told("GET", "/pets?limit=1")).headers.get("link")).toBeNull();
});

test("a default below 1 is not used as the page size", async () => {
  const call = await serve(pets([inQuery("limit", { type: "integer", default: -1 })], {}));
  for (const name of ["a", "b"]) await call("POST", "/pets", { name });
  expect((await call("GET", "/pets")).body).toHaveLength(2);
});

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("documented headers, %s:", (_name, start) => {
  const pages = [inQuery("page", { type: "integer", minimum: 1 }), inQuery("per_page", { type: "integer" })];

  test("Link leads to the pages around, and counters count", async () => {
    const counters = { Link: text, "X-Total-Count": integer, "X-Total-Pages": integer, "X-Per-Page": integer };
    const call = await start(pets(pages, { ...counters, "X-Page": integer, "X-RateLimit-Limit": integer }));
    for (let made = 0; made < 7; made++) await call("POST", "/pets", { name: "Rex" });
    const reply = await call("GET", "/pets?name=x%20y&page=2&per_page=2", undefined, { origin: "http://page.test" });
    expect(relations(reply.headers.get("link"))).toEqual({
      first: "?name=x%20y&per_page=2&page=1",
      prev: "?name=x%20y&per_page=2&page=1",
      next: "?name=x%20y&per_page=2&page=3",
      last: "?name=x%20y&per_page=2&page=4",
    });
    const told = ["x-total-count", "x-total-pages", "x-per-page", "x-page", "x-ratelimit-limit"];
    expect(told.map((name) => reply.headers.get(name))).toEqual(["7", "4", "2", "2", null]);
    const exposed = reply.headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["link", "x-total-count", "x-total-pages", "x-per-page", "x-page"]));
    const last = relations((await call("GET", "/pets?page=4&per_page=2")).headers.get("link"));
    expect(Object.keys(last).sort()).toEqual(["first", "last", "prev"]);
  });

  test.each(["X-Next-Cursor", "X-After-Cursor"])(
    "following next comes to every record and ends, by cursor as well: %s",
    async (header) => {
      const cursor = [inQuery("cursor", { type: "string" }), inQuery("limit", { type: "integer" })];
      const call = await start(pets(cursor, { Link: text, [header]: text }));
      for (let made = 0; made < 5; made++) await call("POST", "/pets", { name: "Rex" });
      const seen: number[] = [];
      let query: string | undefined = "?limit=2";
      while (query !== undefined) {
        const reply = await call("GET", `/pets${query}`);
        seen.push(...reply.body.map(({ id }: { id: number }) => id));
        const { next, first } = relations(reply.headers.get("link"));
        expect(first).toBe("?limit=2");
        const token = reply.headers.get(header);
        expect(next ?? null).toBe(token && `?limit=2&cursor=${encodeURIComponent(token)}`);
        query = next;
      }
      expect(seen).toEqual([1, 2, 3, 4, 5]);
    },
  );

  test("Content-Range tells which records of how many", async () => {
    const offset = [inQuery("offset", { type: "integer" }), inQuery("limit", { type: "integer" })];
    const call = await start(pets(offset, { "Content-Range": text }));
    expect((await call("GET", "/pets")).headers.get("content-range")).toBe("items */0");
    for (let made = 0; made < 3; made++) await call("POST", "/pets", { name: "Rex" });
    expect((await call("GET", "/pets?offset=1&limit=5")).headers.get("content-range")).toBe("items 1-2/3");
  });

  test("the headers are only sent if they are documented", async () => {
    const call = await start(pets(pages, {}));
    for (let made = 0; made < 3; made++) await call("POST", "/pets", { name: "Rex" });
    const { headers } = await call("GET", "/pets?page=1&per_page=2");
    expect([headers.get("link"), headers.get("x-total-count")]).toEqual([null, null]);
  });

  test("Location is told of every 201, absolute where it is documented as a URL, and exposed", async () => {
    const call = await start(pets([], {}));
    const made = await call("POST", "/pets", { name: "Rex" }, { origin: "http://page.test" });
    expect(made.headers.get("location")).toBe("/pets/1");
    expect(made.headers.get("access-control-expose-headers")).toContain("location");
    const absolute = await start(pets([], {}, { Location: { schema: { type: "string", format: "uri" } } }));
    const location = (await absolute("POST", "/pets", { name: "Rex" })).headers.get("location") ?? "";
    expect(new URL(location).pathname).toBe("/pets/1");
  });

  test("Location is told of another status where it is documented for it", async () => {
    const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
    const responses = { 202: { description: "later", headers: { Location: text } } };
    const call = await start({
      ...paths,
      "/pets": { ...paths["/pets"], post: { ...paths["/pets"]?.post, responses } },
    });
    const later = await call("POST", "/pets", { name: "Rex" });
    expect(later.status).toBe(202);
    expect(later.headers.get("location")).toBe("/pets/1");
    expect((await call("GET", "/pets/1")).body.name).toBe("Rex");
  });
});

test("text in the query of a client cannot add links", async () => {
  const paths = pets([inQuery("page", integer.schema), inQuery("per_page", integer.schema)], { Link: text });
  const mock = await createMockServer({
    description: { openapi: "3.1.0", info: { title: "T", version: "1" }, paths },
    memory: true,
    port: 0,
  });
  onTestFinished(() => mock.close());
  const { port } = new URL((await mock.listen()).url);
  const path = '/pets?per_page=1&x=a>;rel="next",<http://evil.test/>';
  const link = await new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path }, (reply) => resolve(reply.resume().headers.link)).on("error", reject);
  });
  const query = "?per_page=1&x=a%3E;rel=%22next%22,%3Chttp://evil.test/%3E&page=1";
  expect(link).toBe(["first", "last"].map((one) => `<http://127.0.0.1:${port}/pets${query}>; rel="${one}"`).join(", "));
});
