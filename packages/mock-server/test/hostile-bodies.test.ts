import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { diskContents } from "../src/features/files/disk-contents.js";
import { Contents } from "../src/store/contents.js";
import { crud, json, ok, serve, serveOverHttp } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const NOTE = { type: "object", properties: { text: { type: "string" }, tags: { type: "array" }, "all[]": {} } };
const CONTENT = {
  "application/json": { schema: NOTE },
  "application/x-www-form-urlencoded": { schema: NOTE },
  "multipart/form-data": { schema: NOTE },
  "application/xml": { schema: NOTE },
};
const NOTES = { "/notes": { post: { requestBody: { content: CONTENT }, responses: ok({}) } } };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=b" };
const XML = { "content-type": "application/xml" };
const JSON_PATCH = { "content-type": "application/json-patch+json" };

const part = (name: string, text: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

test("forms of both kinds may have 5,000 fields; one more is 413", async () => {
  const call = await serve(NOTES);
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => `f${index % 3_000}[]=${index}`).join("&");
  const parts = (count: number) => `${part("tags", "1").repeat(count)}--b--\r\n`;
  expect((await call("POST", "/notes", fields(5_000), FORM)).status).toBe(200);
  expect(await call("POST", "/notes", fields(5_001), FORM)).toMatchObject({
    status: 413,
    body: { error: "Too many fields", details: [{ message: "has more than 5000 fields" }] },
  });
  expect((await call("POST", "/notes", parts(5_000), MULTIPART)).status).toBe(200);
  expect((await call("POST", "/notes", parts(5_001), MULTIPART)).body).toMatchObject({ error: "Too many fields" });
  expect((await call("POST", "/notes", parts(100_000), MULTIPART)).status).toBe(413);
});

test("the fields of a form may have 25,000 names in brackets", async () => {
  const call = await serve(NOTES);
  const fields = (levels: number) =>
    Array.from({ length: 5_000 }, (_, index) => `f${`[${index}]`.repeat(levels)}=1`).join("&");
  expect((await call("POST", "/notes", fields(5), FORM)).status).toBe(200);
  expect(await call("POST", "/notes", fields(6), FORM)).toMatchObject({
    status: 413,
    body: { error: "Too many fields", details: [{ message: "has more than 25000 names in brackets" }] },
  });
});

test("a property whose name has brackets takes all of its values, in order", async () => {
  const call = await serve(NOTES);
  const values = Array.from({ length: 4_000 }, (_, index) => String(index));
  const sent = values.map((value) => `all%5B%5D=${value}`).join("&");
  expect((await call("POST", "/notes", `${sent}&text=x`, FORM)).status).toBe(200);
});

test.each(["form-data", 'form-data; filename="a"'])("a part without a name is rejected: %s", async (disposition) => {
  const call = await serve(NOTES);
  const body = `--b\r\nContent-Disposition: ${disposition}\r\n\r\nx\r\n--b--\r\n`;
  expect(await call("POST", "/notes", body, MULTIPART)).toMatchObject({
    status: 400,
    body: { error: "Malformed multipart body", details: [{ message: "has a part without a name" }] },
  });
  expect((await call("POST", "/notes", `${part("text", "x")}--b--\r\n`, MULTIPART)).status).toBe(200);
});

test("names with 300,000 brackets, and multiparts in multiparts, are read to a limited depth", async () => {
  const call = await serve(NOTES);
  expect((await call("POST", "/notes", `text=x&a${"[a]".repeat(300_000)}=1`, FORM)).status).toBe(200);
  const inner = "--c\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n".repeat(10_000);
  expect((await call("POST", "/notes", `${part("text", inner)}--b--\r\n`, MULTIPART)).status).toBe(200);
});

test.each([
  ["more than 128 Ki characters", `<note>${"<a/>".repeat(33_000)}</note>`, 413, "XML too large"],
  ["more levels than anyone nests", "<a>".repeat(15_000) + "</a>".repeat(15_000), 400, "Malformed XML"],
  ["entities of its own", '<!DOCTYPE a [<!ENTITY b "bbb">]><note><text>&b;</text></note>', 400, "Malformed XML"],
  [
    "an entity that is a file",
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    400,
    "Malformed XML",
  ],
  ["an element that never ends", "<a ".repeat(10_000), 400, "Malformed XML"],
])("XML with %s is rejected", async (_name, body, status, error) => {
  const call = await serve(NOTES);
  expect(await call("POST", "/notes", body, XML)).toMatchObject({ status, body: { error } });
});

test.each([
  ["the whole value", "", (index: number) => `/k${index}`, 40],
  ["a value with a percent sign in its name", "/%61", (index: number) => `/%61/k${index}`, 40],
  ["a long text", "/text", (index: number) => `/k${index}`, 900],
])("a JSON Patch that copies %s again and again is rejected, and changes nothing", async (_name, from, path, count) => {
  const call = await serve(crud("/pets", { type: "object", properties: { id: { type: "integer" } } }));
  const before = (await call("POST", "/pets", { "%61": { a: 1 }, text: "x".repeat(100_000) })).body;
  const copies = Array.from({ length: count }, (_, index) => ({ op: "copy", from, path: path(index) }));
  const reply = await call("PATCH", "/pets/1", copies, JSON_PATCH);
  expect(reply).toMatchObject({ status: 400, body: { error: "The patch cannot be applied" } });
  expect(reply.body.details[0].message).toContain("copies and moves more than 1000000 characters");
  expect((await call("GET", "/pets/1")).body).toEqual(before);
  expect((await call("PATCH", "/pets/1", copies.slice(0, 3), JSON_PATCH)).status).toBe(200);
});

test("a JSON Patch has 1,000 operations at most", async () => {
  const call = await serve(crud("/pets", { type: "object", properties: { id: { type: "integer" } } }));
  await call("POST", "/pets", { list: Array.from({ length: 100_000 }, () => 0) });
  const operations = (count: number) => Array.from({ length: count }, () => ({ op: "add", path: "/list/0", value: 1 }));
  expect((await call("PATCH", "/pets/1", operations(1_000), JSON_PATCH)).status).toBe(200);
  const refused = await call("PATCH", "/pets/1", operations(1_001), JSON_PATCH);
  expect(refused).toMatchObject({ status: 400, body: { details: [{ message: "has more than 1000 operations" }] } });
});

test("a JSON Patch copies and moves 1,000,000 characters at most", async () => {
  const call = await serve(crud("/pets", { type: "object", properties: { id: { type: "integer" } } }));
  await call("POST", "/pets", { list: Array.from({ length: 100_000 }, () => 0) });
  const back = { op: "move", from: "/other", path: "/list" };
  const operations = (count: number) => [
    { op: "move", from: "/list", path: "/other" },
    ...Array.from({ length: count }, () => ({ ...back, op: "copy" })),
    back,
  ];
  expect((await call("PATCH", "/pets/1", operations(2), JSON_PATCH)).status).toBe(200);
  const moves = Array.from({ length: 10 }, (_, index) =>
    index % 2 === 0 ? { op: "move", from: "/list", path: "/other" } : back,
  );
  for (const many of [operations(4), moves]) {
    const refused = await call("PATCH", "/pets/1", many, JSON_PATCH);
    const message = "copies and moves more than 1000000 characters; send them in several requests";
    expect(refused).toMatchObject({ status: 400, body: { details: [{ message }] } });
  }
});

test.each([
  ["nested more than 500 levels deep", `{"text":${"[".repeat(500)}${"]".repeat(500)}}`, "Nested too deeply"],
  ["with a number beyond 1.8e308", '{"text":"1e400","n":[-1.5e400]}', "Number too large"],
  ["with an integer whose digits would be lost", '{"text":"x","n":1234567890123456789012}', "Number too large"],
  ["with a member __proto__", '{"text":"x","__proto__":{"a":1}}', "Forbidden property"],
])("JSON %s is rejected", async (_name, body, error) => {
  const call = await serve(NOTES);
  expect(await call("POST", "/notes", body, { "content-type": "application/json" })).toMatchObject({
    status: 400,
    body: { error },
  });
});

test.each([
  ["JSON that is not UTF-8", "application/json", 400, { message: "is not UTF-8" }],
  ["JSON whose charset is not UTF-8", "application/json; charset=iso-8859-1", 400, { message: "is not UTF-8" }],
  ["a form that is not UTF-8", "application/x-www-form-urlencoded", 400, { message: "is not UTF-8" }],
  ["text that is not UTF-8", "text/plain", 400, { message: "is not UTF-8" }],
  ["text of an unknown charset", "text/plain; charset=x", 415, { path: "/content-type", message: /send utf-8$/ }],
  ["a type that is no type", "/", 415, { path: "/content-type", message: /such as application\/json$/ }],
])("%s is rejected, with the reason", async (_name, type, status, { message, ...place }) => {
  const plain = { "text/plain": { schema: { type: "string" } } };
  const content = { ...CONTENT, ...plain };
  const call = await serve({
    "/motto": {
      get: { responses: { 200: { description: "ok", content: plain } } },
      put: { requestBody: { content }, responses: { 204: { description: "ok" } } },
    },
  });
  const detail = { ...place, message: expect.stringMatching(message) };
  const body = new Uint8Array(Buffer.from('{"text":"\xe9"}', "latin1"));
  const refused = await call("PUT", "/motto", body, { "content-type": type });
  expect(refused).toMatchObject({ status, body: { details: [detail] } });
  await call("PUT", "/motto", new Uint8Array([0xe9]), { "content-type": "text/plain; charset=iso-8859-1" });
  expect((await call("GET", "/motto")).body).toBe("\xe9");
});

test("JSON that no body describes is read no deeper, and named where it is ignored", async () => {
  const responses = ok({ type: "object", properties: { id: { type: "string" }, text: {} } });
  const call = await serve({
    "/notes": {
      get: {
        responses: ok({ type: "array", items: { type: "object", properties: { id: { type: "string" }, text: {} } } }),
      },
      post: { responses },
      delete: { responses },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      put: { responses },
    },
  });
  const type = { "content-type": "application/json" };
  const deep = `{"text":${"[".repeat(7_000)}${"]".repeat(7_000)}}`;
  await call("POST", "/notes", { id: "a", text: "x" });
  for (const [method, path] of [
    ["POST", "/notes"],
    ["PUT", "/notes/a"],
    ["DELETE", "/notes"],
  ] as const) {
    const { status, headers } = await call(method, path, deep, type);
    expect([status, headers.get("mock-ignored")]).toEqual([200, "body"]);
  }
  expect((await call("GET", "/notes")).body[0]).toEqual({ id: "a", text: "x" });
});

// Each of these once took minutes.
test.each([
  ["a long number before 100,000 quotes", `{"text":"${"1".repeat(22)}","a":"${'\\"'.repeat(100_000)}`, {}, 400],
  [
    "parts whose names are brackets",
    `${part(`\u2028${"[".repeat(15_000)}\u2028`, "1").repeat(60)}--b--\r\n`,
    MULTIPART,
    200,
  ],
])("%s are read in linear time", async (_name, body, type, status) => {
  const call = await serve(NOTES);
  expect(await call("POST", "/notes", body, { "content-type": "application/json", ...type })).toMatchObject({ status });
});

test("the first hundred of 90,000 wrong values are reported, in order", async () => {
  const schema = { type: "array", items: { type: "integer", minimum: 5 } };
  const call = await serve({ "/list": { post: { requestBody: json(schema), responses: ok({}) } } });
  const { status, body } = await call(
    "POST",
    "/list",
    Array.from({ length: 90_000 }, () => 1),
  );
  expect(status).toBe(400);
  const paths = body.details.map(({ path }: { path: string }) => path);
  expect(paths.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => `/${index}`));
});

test("a body larger than 1 MiB is 413, unless `bodyLimit` says more", async () => {
  const text = "x".repeat(1024 * 1024);
  expect(await (await serve(NOTES))("POST", "/notes", { text })).toMatchObject({
    status: 413,
    body: { error: "Request body too large", details: [{ message: "is larger than 1048576 bytes" }] },
  });
  const call = await serve(NOTES, {}, { bodyLimit: 2 * 1024 * 1024 });
  expect((await call("POST", "/notes", { text })).status).toBe(200);
});

test("all overrides together have at most 64 million characters", async () => {
  const call = await serve(crud("/pets", { type: "object" }));
  const { operations } = (await call("GET", "/__mock/explain")).body;
  const rule = { operationId: operations[0].operationId ?? operations[0].id, body: "x".repeat(9_000_000) };
  const statuses: number[] = [];
  for (let count = 0; count < 8; count++) statuses.push((await call("POST", "/__mock/overrides", rule)).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 409]);
  await call("DELETE", "/__mock/overrides");
  expect((await call("POST", "/__mock/overrides", rule)).status).toBe(201);
});

test("a Range header with any text gets an answer", async () => {
  const content = { "application/octet-stream": {} };
  const call = await serveOverHttp({
    "/file": {
      put: { requestBody: { content }, responses: { 204: { description: "kept" } } },
      get: { responses: { 200: { description: "the file", content } } },
    },
  });
  await call("PUT", "/file", new Uint8Array(10), { "content-type": "application/octet-stream" });
  const ask = async (range: string) => (await call("GET", "/file", undefined, { range })).status;
  expect(await ask("bytes=2-4")).toBe(206);
  expect(await ask("bytes=-99999999999999999999")).toBe(206);
  expect(await ask("bytes=99999999999999999999-")).toBe(416);
  for (const whole of [`bytes=${" ".repeat(14_000)}x`, `bytes=${"0-1,".repeat(3_000)}0-1`, "bytes=4-2", "lines=1-2"]) {
    expect(await ask(whole)).toBe(200);
  }
});

test("incoming files are never deleted as leftovers, however often leftovers are deleted", async () => {
  const folder = join(await makeFolder(), ".files");
  const contents = new Contents(diskContents(folder, false), () => {});
  let isDone = false;
  const tidying = (async () => {
    for (; !isDone; await setImmediate()) await contents.keepOnly(async () => new Set());
  })();
  const upload = async (writer: number): Promise<void> => {
    for (let count = 0; count < 150; count++) {
      const incoming = await contents.create();
      await incoming.write(Buffer.from(String((count + writer) % 5)));
      const kept = await incoming.finish();
      let size = 0;
      for await (const bytes of (await contents.open(kept.digest, { start: 0, end: 1 })) ?? []) size += bytes.length;
      expect(size).toBe(1);
      kept.release();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, writer) => upload(writer)));
  isDone = true;
  await tidying;
  await contents.keepOnly(async () => new Set());
  await contents.keepOnly(async () => new Set());
  expect(await readdir(folder)).toEqual([]);
});
