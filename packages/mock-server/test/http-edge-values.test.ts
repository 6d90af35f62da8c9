import { describe, expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const xml = { "content-type": "application/xml" };

describe("XML", () => {
  const thing = {
    type: "object",
    properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
  };
  const media = (schema: object) => ({ content: { "application/xml": { schema } } });
  const taking = (schema: object) =>
    serve({
      "/things": {
        post: { requestBody: { required: true, ...media(schema) }, responses: { 200: { description: "ok" } } },
      },
    });

  test.each(["<thing/>", "<thing></thing>", "<thing> </thing>"])("%s is an empty object", async (body) => {
    expect((await (await taking(thing))("POST", "/things", body, xml)).status).toBe(200);
    const call = await taking({ type: "object", properties: { inner: thing } });
    expect((await call("POST", "/things", "<x><inner/></x>", xml)).status).toBe(200);
  });

  test("an element that is sent twice is not a text", async () => {
    const call = await taking(thing);
    expect((await call("POST", "/things", "<thing><tags>a</tags><tags>b</tags></thing>", xml)).status).toBe(200);
    const twice = await call("POST", "/things", "<thing><name>a</name><name>b</name></thing>", xml);
    expect(twice).toMatchObject({ status: 400, body: { details: [{ in: "body", path: "/name", keyword: "type" }] } });
  });
});

describe("integers", () => {
  const integer = (rest: object) => ({
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, n: { type: "integer", ...rest } },
  });
  const typed = { "content-type": "application/json" };

  test.each([
    ["int32", "2147483647", 201],
    ["int32", "2147483648", 400],
    ["int32", "-2147483649", 400],
    ["int64", "9007199254740991", 201],
    ["int64", "9223372036854775808", 400],
    ["int64", "-92233720368547758090", 400],
    [undefined, "999999999999999999999", 201],
    [undefined, "1000000000000000000000", 400],
    [undefined, "-1e400", 400],
  ])("of format %s: %s is answered with %i", async (format, digits, status) => {
    const call = await serve(crud("/things", integer(format === undefined ? {} : { format })));
    const reply = await call("POST", "/things", `{"n":${digits}}`, typed);
    expect(reply.status).toBe(status);
    if (format !== undefined && status === 400)
      expect(reply.body.details[0]).toMatchObject({ path: "/n", keyword: "format" });
  });

  test("are bounded in paths and queries", async () => {
    const call = await serve({
      "/a/{n}": {
        parameters: [
          inPath("n", { type: "integer", format: "int64" }),
          inQuery("m", { type: "integer", format: "int32" }),
        ],
        get: { responses: ok({}) },
      },
    });
    expect((await call("GET", "/a/1?m=1")).status).toBe(200);
    expect((await call("GET", "/a/9223372036854775808")).status).toBe(400);
    expect((await call("GET", "/a/1?m=2147483648")).status).toBe(400);
  });
});

test("an example of text/html is sent unchanged", async () => {
  const example = "<html><body><h1>Hi</h1></body></html>\n";
  const page = { description: "a page", content: { "text/html": { schema: { type: "string" }, example } } };
  const call = await serve({ "/": { get: { responses: { 200: page } } }, "/b": { get: { responses: { 404: page } } } });
  for (const path of ["/", "/b"]) expect((await call("GET", path)).body).toBe(example);
});

test("a child of a deleted record is not found", async () => {
  const readOnly = { type: "string", readOnly: true };
  const app = { type: "object", properties: { id: readOnly, account_id: readOnly, name: { type: "string" } } };
  const account = {
    "/accounts/{account_id}/apps": {
      parameters: [inPath("account_id")],
      get: { responses: ok({ type: "array", items: app }) },
      post: { requestBody: json(app), responses: { 201: { description: "made", ...json(app) } } },
    },
  };
  const item = {
    parameters: [inPath("id")],
    patch: { requestBody: json(app), responses: ok(app) },
    delete: { responses: { 204: { description: "gone" } } },
  };
  const call = await serve({ ...account, "/apps/{id}": item, ...crud("/apps/{app}/keys", app) });
  const { id } = (await call("POST", "/accounts/a/apps", { name: "x" })).body;
  expect((await call("GET", `/apps/${id}/keys`)).status).toBe(200);
  expect((await call("DELETE", `/apps/${id}`)).status).toBe(204);
  expect((await call("GET", `/apps/${id}/keys`)).status).toBe(404);
});

describe("a query parameter", () => {
  const taking = (rest: object) =>
    serve({
      "/a": {
        get: { parameters: [inQuery("q", { type: "string" }, rest)], responses: { 204: { description: "ok" } } },
      },
    });

  test("that must not be empty is rejected when it is", async () => {
    const call = await taking({ allowEmptyValue: false });
    for (const query of ["q=", "q"]) expect((await call("GET", `/a?${query}`)).status).toBe(400);
    for (const path of ["/a", "/a?q=x"]) expect((await call("GET", path)).status).toBe(204);
    expect((await (await taking({}))("GET", "/a?q=")).status).toBe(204);
  });

  test("without reserved characters is rejected when it has them unencoded", async () => {
    const call = await taking({ allowReserved: false });
    for (const query of ["q=a/b", "q=a:b"]) expect((await call("GET", `/a?${query}`)).status).toBe(400);
    for (const query of ["q=a%2Fb", "q=a+b", "q=a*(b)!"]) expect((await call("GET", `/a?${query}`)).status).toBe(204);
    expect((await (await taking({}))("GET", "/a?q=a/b")).status).toBe(204);
  });
});
