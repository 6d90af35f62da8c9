import { expect, test } from "vitest";
import { crud, inPath, json, serve } from "./http-client.js";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

const FIELDS = {
  count: { type: "integer" },
  on: { type: "boolean" },
  code: { type: "string" },
  tags: { type: "array", items: { type: "string" } },
  sizes: { type: "array", items: { type: "integer" } },
  parts: { type: "array", items: { type: "string" } },
  color: { type: "object", properties: { R: { type: "integer" }, G: { type: "integer" } } },
  home: {
    type: "object",
    properties: { zip: { type: "string" }, lines: { type: "array", items: { type: "string" } } },
  },
  meta: { type: "object", properties: { a: { type: "integer" } } },
  none: { type: ["string", "null"] },
};

/** Answers with what it understood. */
async function reader(schema: object, encoding: object = {}) {
  const paths = {
    "/echo": {
      post: {
        requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema, encoding } } },
        responses: { 200: { description: "ok", ...json({ type: "object", properties: FIELDS }) } },
      },
    },
  };
  const call = await serve(paths);
  return async (text: string) => {
    const { status, body } = await call("POST", "/echo", text, FORM);
    return status === 200 ? Object.fromEntries(text.split("&").map((pair) => named(body, pair))) : body.details;
  };
}

function named(body: Record<string, unknown>, pair: string): [string, unknown] {
  const name = decodeURIComponent(pair).replace(/[[=].*$/, "");
  return [name, body[name]];
}

test("fields of a form have the types that the schema gives them", async () => {
  const read = await reader({ type: "object", properties: FIELDS });
  expect(await read("count=5&on=true&code=007")).toEqual({ count: 5, on: true, code: "007" });
  expect(await read("tags=a&tags=b&sizes=1&sizes=2")).toEqual({ tags: ["a", "b"], sizes: [1, 2] });
  expect(await read("tags=a&sizes=3")).toEqual({ tags: ["a"], sizes: [3] });
  expect(await read("tags[]=a&tags[]=b+c&sizes[0]=1&sizes[1]=2")).toEqual({ tags: ["a", "b c"], sizes: [1, 2] });
  expect(await read("home[zip]=01&home[lines][]=x&home[lines][]=y")).toEqual({
    home: { zip: "01", lines: ["x", "y"] },
  });
  expect(await read("meta=%7B%22a%22%3A1%7D&code=%C3%BC%26")).toEqual({ meta: { a: 1 }, code: "ü&" });
  expect(await read("count=five&sizes=x")).toMatchObject([{ path: "/count" }, { path: "/sizes/0" }]);
});

test("the encoding of a field says how its items are written", async () => {
  const encoding = {
    tags: { style: "form", explode: false },
    sizes: { style: "spaceDelimited", explode: false },
    parts: { style: "pipeDelimited" },
    color: { style: "form", explode: false },
    home: { style: "deepObject", explode: true },
    meta: { contentType: "application/json" },
  };
  const read = await reader({ type: "object", properties: FIELDS }, encoding);
  expect(await read("tags=a,b%2Cc,d&sizes=1%202%203&parts=x%7Cy")).toEqual({
    tags: ["a", "b,c", "d"],
    sizes: [1, 2, 3],
    parts: ["x", "y"],
  });
  expect(await read("color=R,100,G,200&home[zip]=5&meta=%7B%22a%22%3A7%7D")).toEqual({
    color: { R: 100, G: 200 },
    home: { zip: "5" },
    meta: { a: 7 },
  });
});

test("an object that is sent as separate fields is put together", async () => {
  const schema = { type: "object", properties: { color: FIELDS.color, count: FIELDS.count } };
  const call = await serve({
    "/echo": {
      post: {
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": { schema, encoding: { color: { style: "form", explode: true } } },
          },
        },
        responses: { 200: { description: "ok", ...json(schema) } },
      },
    },
  });
  const reply = await call("POST", "/echo", "R=1&G=2&count=3", FORM);
  expect(reply.body).toEqual({ color: { R: 1, G: 2 }, count: 3 });
});

test("records are created from forms, and answered as forms if no other type is documented", async () => {
  const schema = {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
    },
  };
  const paths = crud("/pets", schema) as Record<string, Record<string, object>>;
  const form = { content: { "application/x-www-form-urlencoded": { schema } } };
  Object.assign(paths["/pets"]?.post ?? {}, { requestBody: { required: true, ...form } });
  Object.assign(paths["/pets/{id}"]?.get ?? {}, { responses: { 200: { description: "ok", ...form } } });
  const call = await serve(paths);
  const made = await call(
    "POST",
    "/pets",
    new URLSearchParams([
      ["name", "Rex"],
      ["tags", "a"],
      ["tags", "b"],
    ]),
  );
  expect([made.status, made.body]).toEqual([201, { id: 1, name: "Rex", tags: ["a", "b"] }]);
  const read = await call("GET", "/pets/1");
  expect([read.type, read.body]).toEqual(["application/x-www-form-urlencoded", "id=1&name=Rex&tags=a&tags=b"]);
});

test("a text is stored and answered unchanged", async () => {
  const text = { schema: { type: "string", maxLength: 30 } };
  const both = (type: string) => ({
    get: { responses: { 200: { description: "ok", content: { [type]: text } } } },
    put: {
      requestBody: { required: true, content: { [type]: text } },
      responses: { 200: { description: "ok", content: { [type]: text } } },
    },
  });
  const call = await serve({
    "/motd": both("text/plain"),
    "/table/{id}": { parameters: [inPath("id")], ...both("text/csv") },
    "/page": both("text/html"),
  });
  for (const [path, type, body] of [
    ["/motd", "text/plain", 'Grüße,\r\n"all"  '],
    ["/table/7", "text/csv", 'a,b\r\n1,"x,y"\r\n'],
    ["/page", "text/html", "<p>hi</p>"],
  ] as const) {
    const put = await call("PUT", path, body, { "content-type": type });
    expect([put.status, put.body]).toEqual([200, body]);
    const read = await call("GET", path);
    expect([read.type, read.body]).toEqual([`${type}; charset=utf-8`, body]);
  }
  expect((await call("GET", "/table/8")).body).not.toContain("x,y");
  const long = await call("PUT", "/motd", "x".repeat(31), { "content-type": "text/plain" });
  expect([long.status, long.body]).toEqual([400, expect.objectContaining({ error: "Validation failed" })]);
  const latin = await call("PUT", "/motd", new Uint8Array([0x47, 0xfc]) as unknown as string, {
    "content-type": "text/plain; charset=iso-8859-1",
  });
  expect(latin.body).toBe("Gü");
});

test("an empty form is a body", async () => {
  const content = {
    "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a: { type: "string" } } } },
  };
  const call = await serve({
    "/a": { post: { requestBody: { required: true, content }, responses: { 204: { description: "ok" } } } },
  });
  expect((await call("POST", "/a", "", FORM)).status).toBe(204);
  expect((await call("POST", "/a")).status).toBe(400);
});
