import { expect, test } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

/** What `GET /a` answers when only this is documented. */
async function answer(
  content: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ type: string | null; body: unknown }> {
  const call = await serve({ "/a": { get: { responses: { 200: { description: "ok", content } } } } });
  const { status, type, body } = await call("GET", "/a", undefined, headers);
  expect(status).toBe(200);
  expect((await call("GET", "/a", undefined, headers)).body).toEqual(body);
  return { type, body };
}

const point = { type: "object", required: ["x"], properties: { x: { const: 1 } } };

test("JSON is preferred, unless the client prefers another type", async () => {
  const content = { "text/csv": { schema: { type: "string" } }, "application/vnd.x+json": { schema: point } };
  expect((await answer(content)).type).toBe("application/vnd.x+json");
  expect((await answer(content, { accept: "text/csv, */*;q=0.5" })).type).toBe("text/csv; charset=utf-8");
});

test("text, HTML and CSV are text", async () => {
  expect(await answer({ "text/plain": { schema: { type: "string" }, example: "hello" } })).toEqual({
    type: "text/plain; charset=utf-8",
    body: "hello",
  });
  expect((await answer({ "text/html": { schema: { type: "string" } } })).body).toMatch(/^<!doctype html>/);
  expect((await answer({ "text/html": { schema: { type: "string", example: "pong" } } })).body).toBe("pong");
  expect((await answer({ "*/*": { schema: { type: "string", example: "pong" } } })).type).toBe(
    "text/plain; charset=utf-8",
  );
  const rows = {
    type: "array",
    minItems: 1,
    maxItems: 1,
    items: { type: "object", required: ["a", "b"], properties: { a: { const: 1 }, b: { const: 'x,"y"' } } },
  };
  expect((await answer({ "text/csv": { schema: rows } })).body).toBe('a,b\r\n1,"x,""y"""\r\n');
});

test("XML has the names, attributes and wrappers of the schema", async () => {
  const schema = {
    type: "object",
    xml: { name: "pet" },
    required: ["id", "name", "tags"],
    properties: {
      id: { const: 1, xml: { attribute: true } },
      name: { const: "Rex & Co" },
      tags: {
        type: "array",
        minItems: 2,
        maxItems: 2,
        xml: { wrapped: true },
        items: { const: "a", xml: { name: "tag" } },
      },
    },
  };
  const { type, body } = await answer({ "application/xml": { schema } });
  expect(type).toBe("application/xml; charset=utf-8");
  expect(body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="1"><name>Rex &amp; Co</name><tags><tag>a</tag><tag>a</tag></tags></pet>',
  );
});

test("a stream holds three events, lines and sequences without a list one item", async () => {
  expect((await answer({ "text/event-stream": { schema: point } })).body).toBe('data: {"x":1}\n\n'.repeat(3));
  expect((await answer({ "application/x-ndjson": { schema: point } })).body).toBe('{"x":1}\n');
  expect((await answer({ "application/json-seq": { schema: point } })).body).toBe('\u001e{"x":1}\n');
});

test("files are whole, if small", async () => {
  const bytes = { schema: { type: "string", format: "binary" } };
  expect((await answer({ "image/png": bytes })).body).toContain("PNG");
  expect((await answer({ "image/*": {} })).type).toBe("image/png");
  expect((await answer({ "application/pdf": bytes })).body).toMatch(/^%PDF-/);
  expect((await answer({ "application/zip": bytes })).body).toMatch(/^PK/);
  expect((await answer({ "application/octet-stream": bytes })).type).toBe("application/octet-stream");
});

test("a range is answered with a type of it", async () => {
  expect((await answer({ "*/*": { schema: point } })).type).toBe("application/json");
  expect((await answer({ "text/*": { schema: { type: "string" } } })).type).toBe("text/plain; charset=utf-8");
});

test("text/plain of a value that is not a text is JSON", async () => {
  const note = { type: "object", properties: { id: { type: "integer", readOnly: true }, title: { type: "string" } } };
  const requestBody = { content: { "application/json": { schema: note }, "text/plain": { schema: note } } };
  const call = await serve({
    "/notes": { post: { requestBody, responses: { 201: { description: "made", ...json(note) } } } },
    "/notes/{id}": {
      parameters: [inPath("id", { type: "integer" })],
      get: { responses: ok(note) },
      patch: { requestBody, responses: ok(note) },
    },
  });
  const text = { "content-type": "text/plain;charset=UTF-8" };
  expect((await call("POST", "/notes", '{"title":"a"}', text)).body.title).toBe("a");
  expect((await call("PATCH", "/notes/1", '{"title":"b"}', text)).body.title).toBe("b");
  expect((await call("PATCH", "/notes/1", '{"title":7}', text)).status).toBe(400);
  expect((await call("PATCH", "/notes/1", "title: c", text)).body.error).toMatch(/Malformed JSON/);
  expect((await call("GET", "/notes/1")).body.title).toBe("b");
});

test("parameters tell apart documented types of a body that have the same name", async () => {
  const version = (value: number) => ({
    schema: { type: "object", required: ["v"], properties: { v: { const: value } } },
  });
  const content = { "application/vnd.a+json; v=1": version(1), "application/vnd.a+json; v=2": version(2) };
  const call = await serve({ "/a": { post: { requestBody: { content }, responses: { 200: { description: "ok" } } } } });
  const post = async (type: string, v: number) => (await call("POST", "/a", { v }, { "content-type": type })).status;
  expect(await post("application/vnd.a+json;V=2", 2)).toBe(200);
  expect(await post("application/vnd.a+json; v=2", 1)).toBe(400);
  expect(await post("application/vnd.a+json", 1)).toBe(200);
});
