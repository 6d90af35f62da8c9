import { expect, test } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const list = (items: object) => ({ type: "array", items });
const created = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const gone = { 204: { description: "gone" } };

test("a path for uploads beside the item path makes records", async () => {
  const file = object({ id: text, name: text, size: { type: "integer" }, parent: object({ id: text }) });
  const files = object({ total_count: { type: "integer" }, entries: list(file) });
  const form = object({
    attributes: object({ name: text, parent: object({ id: text }) }),
    file: { type: "string", format: "binary" },
  });
  const upload = { requestBody: { content: { "multipart/form-data": { schema: form } } }, responses: created(files) };
  const call = await serve(
    {
      "/files/content": { post: upload },
      "/files/{file_id}": {
        parameters: [inPath("file_id")],
        get: { responses: ok(file) },
        put: { requestBody: json(object({ name: text })), responses: ok(file) },
        delete: { responses: gone },
      },
      "/files/{file_id}/content": {
        parameters: [inPath("file_id")],
        get: { responses: { 200: { description: "the file", content: { "application/octet-stream": {} } } } },
        post: upload,
      },
    },
    { openapi: "3.0.3" },
  );
  const send = (path: string, name: string, content: string) => {
    const parts = new FormData();
    parts.append("attributes", JSON.stringify({ name, parent: { id: "7" } }));
    parts.append("file", new Blob([content]), name);
    return call("POST", path, parts);
  };
  const { entries, total_count } = (await send("/files/content", "a.txt", "hello")).body;
  expect([total_count, entries.length]).toEqual([1, 1]);
  expect(entries[0]).toMatchObject({ name: "a.txt", size: 5, parent: { id: "7" } });
  const path = `/files/${entries[0].id}`;
  expect((await call("GET", path)).body).toEqual(entries[0]);
  expect((await call("GET", `${path}/content`)).body).toBe("hello");
  expect((await send(`${path}/content`, "b.txt", "changed")).body.entries).toMatchObject([{ id: entries[0].id }]);
  expect((await call("GET", `${path}/content`)).body).toBe("changed");
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});
