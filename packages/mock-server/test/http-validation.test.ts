import { describe, expect, test } from "vitest";
import { type Client, crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

/** `GET /echo` with these parameters: 204 when they are valid. */
async function taking(...parameters: object[]): Promise<Client> {
  return serve({ "/echo": { get: { parameters, responses: { 204: { description: "ok" } } } } });
}

const numbers = { type: "array", items: { type: "integer" } };
const color = { type: "object", required: ["r"], properties: { r: { type: "integer" }, g: { type: "integer" } } };

describe("query parameters", () => {
  test.each([
    ["form", true, numbers, "a=1&a=2", "a=1&a=x"],
    ["form", false, numbers, "a=1,2", "a=1,x"],
    ["form", false, numbers, "a=1%2C2", "a=1%2Cx"],
    ["form", false, { type: "array", items: { enum: ["a,b", "c"] } }, "a=a%2Cb", "a=a%2Cc"],
    ["form", false, { type: "array", items: { type: "string", pattern: "^.,.$" } }, "a=b%2Cc", "a=b%2Cc%2Cd"],
    ["form", false, { type: "array", items: { enum: ["a", "b"] } }, "a=a%2cb", "a=a%2cc"],
    ["form", false, color, "a=r%2C1%2Cg%2C2", "a=g%2C2"],
    ["form", true, numbers, "a[]=1&a[]=2", "a[]=x"],
    ["spaceDelimited", false, numbers, "a=1%202", "a=1%20x"],
    ["pipeDelimited", false, numbers, "a=1|2", "a=1%7Cx"],
    ["form", true, color, "r=1&g=2", "r=x"],
    ["form", false, color, "a=r,1,g,2", "a=g,2"],
    ["deepObject", true, color, "a[r]=1&a[g]=2", "a[g]=2"],
    [
      "deepObject",
      true,
      { type: "object", properties: { b: { type: "object", properties: { c: numbers } } } },
      "a[b][c][]=1",
      "a[b][c][]=x",
    ],
    ["form", true, { type: "boolean" }, "a=true", "a=yes"],
    ["form", true, { oneOf: [{ type: "string", enum: ["all"] }, numbers] }, "a=all", "a=none"],
    ["form", true, { oneOf: [{ type: "string", pattern: "^[a-z]+$" }, numbers] }, "a=all", "a=A"],
    ["form", true, { type: "object", minProperties: 1, additionalProperties: { type: "integer" } }, "x=1&y=2", "x=y"],
    ["form", true, { type: "string", enum: ["5"] }, "a=5", "a=6"],
    ["form", true, { anyOf: [{ type: "integer" }, { type: "string", enum: ["now"] }] }, "a=now", "a=later"],
    ["form", true, { type: "string", pattern: "^\\d+$" }, "a=007", "a=7x"],
  ])("in style %s with explode %s", async (style, explode, schema, good, bad) => {
    const call = await taking(inQuery("a", schema, { style, explode }));
    expect((await call("GET", `/echo?${good}`)).status).toBe(204);
    expect((await call("GET", `/echo?${bad}`)).body?.details?.[0]).toMatchObject({ in: "query" });
  });

  test("described by content are parsed as that", async () => {
    const call = await taking({ name: "a", in: "query", content: { "application/json": { schema: color } } });
    expect((await call("GET", `/echo?a=${encodeURIComponent('{"r":1}')}`)).status).toBe(204);
    expect((await call("GET", `/echo?a=${encodeURIComponent('{"r":"x"}')}`)).body.details[0]).toMatchObject({
      path: "/a/r",
    });
    expect((await call("GET", "/echo?a=nonsense")).status).toBe(400);
  });

  test("that are required must be there", async () => {
    const call = await taking(inQuery("a", { type: "string" }, { required: true }));
    expect((await call("GET", "/echo")).body).toEqual({
      error: "Validation failed",
      details: [
        { in: "query", path: "/a", message: "is required", keyword: "required", params: { missingProperty: "a" } },
      ],
    });
  });
});

describe("other parameters", () => {
  test("in the path are checked, in every style", async () => {
    const call = await serve({
      "/simple/{a}": {
        parameters: [inPath("a", { type: "integer" })],
        get: { responses: { 204: { description: "ok" } } },
      },
      "/label/{a}": {
        parameters: [{ ...inPath("a", numbers), style: "label", explode: true }],
        get: { responses: { 204: { description: "ok" } } },
      },
      "/joined/{a}": {
        parameters: [{ ...inPath("a", numbers), style: "label" }],
        get: { responses: { 204: { description: "ok" } } },
      },
      "/matrix/{a}": {
        parameters: [{ ...inPath("a", numbers), style: "matrix", explode: true }],
        get: { responses: { 204: { description: "ok" } } },
      },
    });
    expect((await call("GET", "/simple/5")).status).toBe(204);
    expect((await call("GET", "/simple/x")).body.details).toMatchObject([{ in: "path", path: "/a" }]);
    expect((await call("GET", "/label/.1.2")).status).toBe(204);
    expect((await call("GET", "/label/.1.x")).status).toBe(400);
    // OpenAPI 3.0 and 3.1.0 join with dots, RFC 6570 and later versions with commas.
    expect((await call("GET", "/joined/.1.2")).status).toBe(204);
    expect((await call("GET", "/joined/.1,2")).status).toBe(204);
    expect((await call("GET", "/matrix/;a=1;a=2")).status).toBe(204);
    expect((await call("GET", "/matrix/;a=1;a=x")).status).toBe(400);
  });

  test("in headers and cookies are checked, headers without regard to case", async () => {
    const call = await taking(
      { name: "X-Ids", in: "header", schema: numbers },
      { name: "session", in: "cookie", required: true, schema: { type: "string", minLength: 3 } },
    );
    expect((await call("GET", "/echo", undefined, { "x-ids": "1,2", cookie: "a=b; session=abc" })).status).toBe(204);
    const { body } = await call("GET", "/echo", undefined, { "x-ids": "1,x" });
    expect(body.details).toMatchObject([
      { in: "header", path: "/x-ids/1", keyword: "type" },
      { in: "cookie", path: "/session", keyword: "required" },
    ]);
  });
});

test("a plus in a cookie is a plus", async () => {
  const token = { type: "string", enum: ["YWI+Yw==", "a b"] };
  const call = await taking({ name: "session", in: "cookie", required: true, schema: token });
  expect((await call("GET", "/echo", undefined, { cookie: "session=YWI+Yw==" })).status).toBe(204);
  expect((await call("GET", "/echo", undefined, { cookie: "session=a+b" })).status).toBe(400);
});

describe("bodies", () => {
  const schema = {
    type: "object",
    required: ["name", "age"],
    additionalProperties: false,
    properties: {
      name: { type: "string" },
      age: { type: "integer" },
      home: { type: "object", properties: { zip: { type: "integer" } } },
      items: { type: "array", items: { type: "object", properties: { price: { type: "number" } } } },
      expand: { type: "array", items: { type: "string" } },
    },
  };
  const taker = (content: object, rest: object = { required: true }): Promise<Client> =>
    serve({ "/echo": { post: { requestBody: { ...rest, content }, responses: { 204: { description: "ok" } } } } });

  test("of JSON: every violation at once", async () => {
    const call = await taker({ "application/json": { schema } });
    expect((await call("POST", "/echo", { name: "a", age: 1 })).status).toBe(204);
    const { status, body } = await call("POST", "/echo", { name: 5, home: { zip: "x" }, extra: 1 });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      "/age",
      "/extra",
      "/home/zip",
      "/name",
    ]);
    expect((await call("POST", "/echo")).body.details).toMatchObject([{ in: "body", path: "", keyword: "required" }]);
  });

  test("that are not JSON are reported with line and column", async () => {
    const call = await taker({ "application/json": { schema } });
    const { status, body } = await call("POST", "/echo", '{\n  "name": oops\n}', {
      "content-type": "application/json",
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "Malformed JSON", details: [{ in: "body", line: 2, column: 11 }] });
  });

  test("of another media type than those documented are 415", async () => {
    const call = await taker({ "application/x-www-form-urlencoded": { schema } });
    const reply = await call("POST", "/echo", { name: "a", age: 1 });
    expect(reply).toMatchObject({ status: 415, body: { error: "Unsupported media type" } });
    expect(reply.headers.get("accept-post")).toBe("application/x-www-form-urlencoded");
  });

  test("of plain JSON are accepted if one type with its suffix is documented, except for a JSON Patch", async () => {
    const call = await taker({ "application/vnd.api+json": { schema } });
    expect((await call("POST", "/echo", { name: "a", age: 1 })).status).toBe(204);
    expect((await call("POST", "/echo", { name: "a" })).body.details).toMatchObject([{ path: "/age" }]);
    const patcher = await taker({ "application/json-patch+json": { schema: { type: "array" } } });
    expect((await patcher("POST", "/echo", [])).status).toBe(415);
  });

  test("of any JSON type the range allows are JSON", async () => {
    const call = await taker({ "application/*": { schema } });
    const type = { "content-type": "application/vnd.x+json; charset=utf-8" };
    expect((await call("POST", "/echo", '{"name":"a"}', type)).body.details).toMatchObject([{ path: "/age" }]);
  });

  test("of forms are nested by brackets and coerced", async () => {
    const call = await taker({ "application/x-www-form-urlencoded": { schema } });
    const send = (text: string) => call("POST", "/echo", text, { "content-type": "application/x-www-form-urlencoded" });
    expect(
      (await send("name=a&age=1&home[zip]=5&items[0][price]=1.5&items[1][price]=2&expand[]=x&expand[]=y")).status,
    ).toBe(204);
    expect((await send("name=a&age=1&items[][price]=1&items[][price]=2&expand=x")).status).toBe(204);
    expect((await send("name=a&age=x&home%5Bzip%5D=y")).body.details).toMatchObject([
      { path: "/age" },
      { path: "/home/zip" },
    ]);
  });

  test("of multipart forms have fields, files and JSON parts", async () => {
    const upload = {
      type: "object",
      required: ["file", "size"],
      properties: {
        file: { type: "string", format: "binary" },
        size: { type: "integer" },
        meta: { type: "object", properties: { ok: { type: "boolean" } } },
      },
    };
    const call = await taker({ "multipart/form-data": { schema: upload } });
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array([0, 255, 13, 10, 1])]), "a.bin");
    form.set("size", "5");
    form.set("meta", new Blob(['{"ok":true}'], { type: "application/json" }));
    expect((await call("POST", "/echo", form)).status).toBe(204);
    form.set("size", "five");
    expect((await call("POST", "/echo", form)).body.details).toMatchObject([{ in: "body", path: "/size" }]);
    const broken = await call("POST", "/echo", "nothing", { "content-type": "multipart/form-data; boundary=x" });
    expect(broken).toMatchObject({ status: 400, body: { error: "Malformed multipart body" } });
  });

  test("of XML are read as the schema's XML objects say", async () => {
    const call = await taker({
      "application/xml": {
        schema: {
          type: "object",
          required: ["id", "tags"],
          properties: {
            id: { type: "integer", xml: { attribute: true } },
            title: { type: "string", xml: { name: "Title" } },
            tags: {
              type: "array",
              minItems: 1,
              xml: { wrapped: true },
              items: { type: "integer", xml: { name: "tag" } },
            },
          },
        },
      },
    });
    const send = (text: string) => call("POST", "/echo", text, { "content-type": "application/xml" });
    expect((await send('<book id="5"><Title>A &amp; B</Title><tags><tag>1</tag></tags></book>')).status).toBe(204);
    expect((await send('<book id="x"><tags><tag>y</tag></tags></book>')).body.details).toMatchObject([
      { path: "/tags/0" },
      { path: "/id" },
    ]);
    expect(await send("<book")).toMatchObject({ status: 400, body: { error: "Malformed XML" } });
    expect((await send('<!DOCTYPE a [<!ENTITY b "c">]><a/>')).status).toBe(400);
  });

  test("of text and of unknown types are accepted unchanged", async () => {
    const call = await taker({
      "text/plain": { schema: { type: "string", minLength: 3 } },
      "application/x-odd": { schema: { type: "object" } },
    });
    expect((await call("POST", "/echo", "abc", { "content-type": "text/plain" })).status).toBe(204);
    expect((await call("POST", "/echo", "a", { "content-type": "text/plain" })).status).toBe(400);
    expect((await call("POST", "/echo", "\u0001", { "content-type": "application/x-odd" })).status).toBe(204);
  });

  test("larger than the limit are 413", async () => {
    const paths = { "/echo": { post: { requestBody: json({}), responses: { 204: { description: "ok" } } } } };
    const call = await serve(paths, {}, { bodyLimit: 100 });
    expect((await call("POST", "/echo", { a: "x".repeat(200) })).status).toBe(413);
  });
});

test("an Accept that takes nothing documented is 406", async () => {
  const call = await serve({
    "/a": { get: { responses: { 200: { description: "ok", ...json({ type: "object" }) } } } },
  });
  expect((await call("GET", "/a", undefined, { accept: "image/png" })).status).toBe(406);
  expect((await call("GET", "/a", undefined, { accept: "image/png, */*;q=0.1" })).status).toBe(200);
  expect((await call("GET", "/a", undefined, { accept: "application/json;q=0" })).status).toBe(406);
});

test("a type that only the base of its variants calls readOnly says which variant is sent", async () => {
  const text = { type: "string" };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const variant = (type: string, rest: object) => ({
    allOf: [ref("Base"), { type: "object", properties: { type: { enum: [type] }, label: text }, ...rest }],
  });
  const schemas = {
    Base: { type: "object", properties: { id: { ...text, readOnly: true }, type: { ...text, readOnly: true } } },
    Mail: variant("mail", {}),
    Push: variant("push", { required: ["label"] }),
  };
  const call = await serve(crud("/ways", { oneOf: [ref("Mail"), ref("Push")] }, text), { components: { schemas } });
  const { status, body } = await call("POST", "/ways", { id: "x", type: "mail", label: "Work" });
  expect([status, body.type, body.id === "x"]).toEqual([201, "mail", false]);
  expect((await call("POST", "/ways", { type: "post", label: "Work" })).status).toBe(400);
});

test("parts of an allOf that forbid what others declare are closed together in requests", async () => {
  const closed = (properties: object) => ({ type: "object", properties, additionalProperties: false });
  const components = {
    schemas: {
      Page: { type: "object", properties: { limit: { type: "integer" } } },
      Words: closed({ query: { type: "string" } }),
      Options: closed({ exact: { type: "boolean" } }),
      Inner: { allOf: [{ $ref: "#/components/schemas/Words" }, { $ref: "#/components/schemas/Options" }] },
    },
  };
  const bodies = [
    { allOf: [{ $ref: "#/components/schemas/Inner" }, closed({ limit: { type: "integer" } })] },
    {
      ...closed({ query: { type: "string" }, exact: { type: "boolean" } }),
      allOf: [{ $ref: "#/components/schemas/Page" }],
    },
  ];
  for (const body of bodies) {
    const call = await serve({ "/find": { post: { requestBody: json(body), responses: ok({}) } } }, { components });
    expect((await call("POST", "/find", { query: "a", exact: true, limit: 2 })).status).toBe(200);
    for (const wrong of [{ query: "a", limt: 2 }, { exact: 1 }])
      expect((await call("POST", "/find", wrong)).status).toBe(400);
  }
});

test("a body may fit several alternatives that each say which values they are", async () => {
  const limit = { type: "integer", maximum: 9 };
  const text = { type: "string" };
  const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
  const page = { oneOf: [object({ limit }), object({ limit, after: text }), object({ limit, name: text })] };
  const pets = {
    oneOf: [object({ name: text, claws: limit }, ["name"]), object({ name: text, tail: text }, ["name"])],
  };
  const body = object({ page, pet: pets });
  const call = await serve({ "/find": { post: { requestBody: json(body), responses: ok({}) } } });
  for (const sent of [{ limit: 3 }, { limit: 3, after: "x" }, {}])
    expect((await call("POST", "/find", { page: sent })).status).toBe(200);
  expect((await call("POST", "/find", { page: { limit: 10 } })).status).toBe(400);
  expect((await call("POST", "/find", { pet: { name: "Rex" } })).status).toBe(200);
  expect((await call("POST", "/find", { pet: { name: 5 } })).status).toBe(400);
});

test("alternatives that only require properties exclude each other", async () => {
  const text = { type: "string" };
  const body = {
    type: "object",
    properties: { name: text, title: text },
    oneOf: [{ required: ["name"] }, { required: ["title"] }],
  };
  const call = await serve({ "/cards": { post: { requestBody: json(body), responses: ok({}) } } });
  expect((await call("POST", "/cards", { name: "a" })).status).toBe(200);
  expect((await call("POST", "/cards", { name: "a", title: "b" })).status).toBe(400);
});
