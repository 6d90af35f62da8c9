import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadDescription } from "@onespec/spec-core";
import { expect, onTestFinished, test } from "vitest";
import { createMockServer, type MockServerOptions } from "../src/index.js";
import { crud, inPath, json, ok, serve } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const DOCUMENT = {
  type: "object",
  required: ["id", "title"],
  properties: {
    id: { type: "integer", readOnly: true },
    title: { type: "string" },
    size: { type: "integer", readOnly: true },
    fileName: { type: "string", readOnly: true },
    contentType: { type: "string", readOnly: true },
  },
};

const FORM = {
  type: "object",
  required: ["title", "file"],
  properties: { title: { type: "string" }, file: { type: "string", format: "binary" } },
};

/** Documents that are uploaded as forms, each with a photo of its own below it. */
const PATHS = {
  "/documents": {
    get: { responses: ok({ type: "array", items: DOCUMENT }) },
    post: {
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": { schema: FORM, encoding: { file: { contentType: "image/*, text/plain" } } },
        },
      },
      responses: { 201: { description: "made", ...json(DOCUMENT) } },
    },
  },
  "/documents/{id}": {
    parameters: [inPath("id", { type: "integer" })],
    get: { responses: ok(DOCUMENT) },
    delete: { responses: { 204: { description: "gone" } } },
  },
  "/documents/{id}/content": {
    parameters: [inPath("id", { type: "integer" })],
    get: {
      responses: {
        200: {
          description: "the file",
          headers: { "Content-Disposition": { schema: { type: "string" } } },
          content: { "*/*": { schema: { type: "string", format: "binary" } } },
        },
      },
    },
  },
  "/documents/{id}/photo": {
    parameters: [inPath("id", { type: "integer" })],
    put: {
      requestBody: { required: true, content: { "image/png": {}, "image/jpeg": {} } },
      responses: { 204: { description: "kept" } },
    },
    get: { responses: { 200: { description: "the photo", content: { "image/png": {}, "image/jpeg": {} } } } },
    delete: { responses: { 204: { description: "gone" } } },
  },
};

const PNG = new Uint8Array(randomBytes(3000));

function form(title: string, bytes: Uint8Array<ArrayBuffer> = PNG): FormData {
  const body = new FormData();
  body.set("title", title);
  body.set("file", new Blob([bytes], { type: "image/png" }), "naïve.png");
  return body;
}

async function start(options: MockServerOptions, paths: object = PATHS) {
  const api = await loadDescription({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const mock = await createMockServer(api, { port: 0, ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const call = (path: string, init?: RequestInit): Promise<Response> => fetch(`${url}${path}`, init);
  return { mock, url, call };
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

test("a file of a form is stored with the record, described in it, and served with its own type and name", async () => {
  const { call } = await start({ memory: true });
  const made = await call("/documents", { method: "POST", body: form("Passport") });
  expect(made.status).toBe(201);
  expect(await made.json()).toEqual({
    id: 1,
    title: "Passport",
    size: 3000,
    fileName: "naïve.png",
    contentType: "image/png",
  });
  const served = await call("/documents/1/content");
  expect([served.status, served.headers.get("content-type"), served.headers.get("content-length")]).toEqual([
    200,
    "image/png",
    "3000",
  ]);
  expect(served.headers.get("content-disposition")).toBe(
    "attachment; filename=\"na_ve.png\"; filename*=UTF-8''na%C3%AFve.png",
  );
  expect(await bytesOf(served)).toEqual(PNG);
  const head = await call("/documents/1/content", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "3000"]);
});

test.each([
  ["../../.ssh/authorized_keys", "authorized_keys"],
  ["C:\\\\Windows\\\\evil.exe", "evil.exe"],
  ["invoice\u202egpj.exe", "invoicegpj.exe"],
  ["a\u0007.txt", "a.txt"],
  ["..", "file"],
])("a file that is called %j is served as %s", async (name, served) => {
  const { call } = await start({ memory: true });
  const part = (given: string, text: string): string =>
    `--x\r\nContent-Disposition: form-data; ${given}\r\n\r\n${text}\r\n`;
  const body = `${part('name="title"', "T")}${part(`name="file"; filename="${name}"\r\nContent-Type: image/png`, "hi")}--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await call("/documents", { method: "POST", headers, body })).status).toBe(201);
  const { headers: told } = await call("/documents/1/content");
  expect(told.get("content-disposition")).toBe(`attachment; filename="${served}"`);
});

test("URLs in a record lead to its files, unless the client sent them", async () => {
  const uri = { type: "string", format: "uri" };
  const properties = { ...DOCUMENT.properties, url: uri, photo_url: { type: "string" }, webUrl: uri };
  const record = { type: "object", required: ["id", "title", "url", "photo_url", "webUrl"], properties };
  const paths = JSON.parse(
    JSON.stringify(PATHS).replaceAll(JSON.stringify(DOCUMENT), JSON.stringify(record)),
  ) as typeof PATHS;
  const sent = { ...FORM, properties: { ...FORM.properties, url: uri } };
  const content = { "multipart/form-data": { schema: sent } };
  Object.assign(paths["/documents"].post.requestBody, { content });
  const { call, url } = await start({ memory: true, basePath: "/v2" }, paths);
  const made = await (await call("/v2/documents", { method: "POST", body: form("Passport") })).json();
  expect(made.url).toBe(`${url}/v2/documents/1/content`);
  expect(await bytesOf(await fetch(made.url))).toEqual(PNG);
  expect(await (await call("/v2/documents/1")).json()).toEqual(made);
  const photo = new Uint8Array(randomBytes(70));
  const put = { method: "PUT", body: photo, headers: { "content-type": "image/png" } };
  expect((await call("/v2/documents/1/photo", put)).status).toBe(204);
  const after = await (await call("/v2/documents/1")).json();
  expect(after).toEqual({ ...made, photo_url: `${url}/v2/documents/1/photo` });
  expect(await bytesOf(await fetch(after.photo_url))).toEqual(photo);
  const own = form("Ours");
  own.set("url", "https://files.example/7");
  expect(await (await call("/documents", { method: "POST", body: own })).json()).toMatchObject({
    id: 2,
    url: "https://files.example/7",
  });
});

test("a binary body is kept at its path, replaced there, and gone after DELETE", async () => {
  const { call } = await start({ memory: true });
  await call("/documents", { method: "POST", body: form("Passport") });
  const put = (type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
    call("/documents/1/photo", { method: "PUT", body: bytes, headers: { "content-type": type } });
  expect((await put("image/png", PNG)).status).toBe(204);
  expect(await bytesOf(await call("/documents/1/photo"))).toEqual(PNG);
  expect((await put("image/jpeg", PNG.slice(0, 10))).status).toBe(204);
  const photo = await call("/documents/1/photo");
  expect([photo.headers.get("content-type"), (await bytesOf(photo)).length]).toEqual(["image/jpeg", 10]);
  expect((await call("/documents/1/content").then(bytesOf)).length).toBe(3000);
  expect((await put("text/plain", PNG)).status).toBe(415);
  expect((await call("/documents/1/photo", { method: "DELETE" })).status).toBe(204);
  expect((await call("/documents/1/photo")).status).toBe(404);
  expect((await call("/documents/2/photo")).status).not.toBe(500);
});

test("a file that is put below an absent record is served, if no 404 is documented", async () => {
  const { call } = await start({ memory: true });
  const put = { method: "PUT", body: PNG, headers: { "content-type": "image/png" } };
  expect((await call("/documents/7/photo", put)).status).toBe(204);
  expect(await bytesOf(await call("/documents/7/photo"))).toEqual(PNG);
});

test("a range of a file is 206, one beyond its end 416; If-Range and If-None-Match know its tag", async () => {
  const { call } = await start({ memory: true });
  await call("/documents", { method: "POST", body: form("Passport") });
  const range = async (header: string, more: Record<string, string> = {}): Promise<[number, string | null, number]> => {
    const part = await call("/documents/1/content", { headers: { range: header, ...more } });
    return [part.status, part.headers.get("content-range"), (await bytesOf(part)).length];
  };
  expect(await range("bytes=0-9")).toEqual([206, "bytes 0-9/3000", 10]);
  expect(await range("bytes=-100")).toEqual([206, "bytes 2900-2999/3000", 100]);
  expect(await range("bytes=2999-")).toEqual([206, "bytes 2999-2999/3000", 1]);
  expect((await range("bytes=3000-")).slice(0, 2)).toEqual([416, "bytes */3000"]);
  expect((await range("bytes=0-9", { "if-range": '"other"' }))[0]).toBe(200);
  const etag = (await call("/documents/1/content")).headers.get("etag") ?? "";
  expect((await range("bytes=0-9", { "if-range": etag }))[0]).toBe(206);
  expect((await call("/documents/1/content", { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("parts are validated by their schema and encoding: missing parts and wrong types are named", async () => {
  const { call } = await start({ memory: true });
  const body = new FormData();
  body.set("title", "Passport");
  const missing = await call("/documents", { method: "POST", body });
  expect([missing.status, (await missing.json()).details[0]]).toMatchObject([
    400,
    { in: "body", path: "/file", message: "is required" },
  ]);
  body.set("file", new Blob(["<x/>"], { type: "text/html" }), "x.html");
  const wrong = await call("/documents", { method: "POST", body });
  expect([wrong.status, (await wrong.json()).details[0]]).toMatchObject([
    400,
    { path: "/file", message: "is sent as text/html, the description takes image/* or text/plain" },
  ]);
  const cut = await call("/documents", {
    method: "POST",
    body: "--x\r\ncontent-disposition: form-data; name=title\r\n\r\nhi",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  expect([cut.status, (await cut.json()).error]).toEqual([400, "Malformed multipart body"]);
});

test("generated records name the address, the type and the ending of the file that is served for them", async () => {
  const server = { type: "string", readOnly: true };
  const photo = {
    type: "object",
    required: ["id", "url", "thumbnailUrl", "fileName", "contentType"],
    properties: {
      id: { type: "integer" },
      url: { ...server, format: "uri", description: "Where the picture is" },
      thumbnailUrl: { ...server, format: "uri" },
      fileName: server,
      contentType: server,
    },
  };
  const picture = { responses: { 200: { description: "ok", content: { "image/jpeg": {} } } } };
  const content = { parameters: [inPath("id", { type: "integer" })], get: picture };
  const call = await serve({ ...crud("/photos", photo), "/photos/{id}/content": content }, {}, { seed: 1 });
  expect((await call("GET", "/photos/1")).body).toEqual({
    id: 1,
    url: "http://mock.test/photos/1/content",
    thumbnailUrl: expect.stringMatching(/^https:\/\/example\.com\//),
    fileName: expect.stringMatching(/\.jpg$/),
    contentType: "image/jpeg",
  });
  expect((await call("GET", "/photos/1/content")).type).toBe("image/jpeg");
});

test("forms may hold lists of files, JSON parts and empty files", async () => {
  const schema = {
    type: "object",
    properties: {
      meta: { type: "object", required: ["tags"], properties: { tags: { type: "array", items: { type: "string" } } } },
      count: { type: "integer" },
      photos: { type: "array", minItems: 2, items: { type: "string", format: "binary" } },
    },
  };
  const album = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, meta: schema.properties.meta, count: { type: "integer" } },
  };
  const paths = {
    "/albums": {
      get: { responses: ok({ type: "array", items: album }) },
      post: {
        requestBody: { content: { "multipart/form-data": { schema } } },
        responses: { 201: { description: "made", ...json(album) } },
      },
    },
    "/albums/{id}": { parameters: [inPath("id", { type: "integer" })], get: { responses: ok(album) } },
    "/albums/{id}/photos/{index}": {
      parameters: [inPath("id", { type: "integer" }), inPath("index", { type: "integer" })],
      get: { responses: { 200: { description: "one", content: { "image/*": {} } } } },
    },
  };
  const { call } = await start({ memory: true }, paths);
  const body = new FormData();
  body.set("meta", new Blob([JSON.stringify({ tags: ["a", "b"] })], { type: "application/json" }));
  body.set("count", "2");
  body.append("photos", new Blob(["one"], { type: "image/png" }), "1.png");
  const few = await call("/albums", { method: "POST", body });
  expect([few.status, (await few.json()).details[0]]).toMatchObject([400, { path: "/photos", keyword: "minItems" }]);
  body.append("photos", new Blob([], { type: "image/gif" }), "2.gif");
  const made = await call("/albums", { method: "POST", body });
  expect([made.status, await made.json()]).toEqual([201, { id: 1, meta: { tags: ["a", "b"] }, count: 2 }]);
  expect(await (await call("/albums/1/photos/0")).text()).toBe("one");
  const second = await call("/albums/1/photos/1");
  expect([second.headers.get("content-type"), await second.text()]).toEqual(["image/gif", ""]);
});

test("a picture is shown where the description speaks of another type of picture, and a made-up one opens", async () => {
  const pictures = { responses: { 200: { description: "ok", content: { "image/jpeg": {} } } } };
  const { "/documents": documents, "/documents/{id}": document } = PATHS;
  const content = { parameters: [inPath("id", { type: "integer" })], get: pictures };
  const paths = { "/documents": documents, "/documents/{id}": document, "/documents/{id}/content": content };
  const { call } = await start({ memory: true, seed: 1 }, paths);
  const made = await call("/documents/1/content");
  expect([...(await bytesOf(made)).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const { id } = await (await call("/documents", { method: "POST", body: form("Front") })).json();
  const shown = await call(`/documents/${id}/content`);
  expect([shown.headers.get("content-type"), await bytesOf(shown)]).toEqual(["image/jpeg", PNG]);
});

test("files on disk survive a restart, are deleted with their record, and other files stay", async () => {
  const dataDir = await makeFolder();
  const files = (): string[] => (existsSync(join(dataDir, ".files")) ? readdirSync(join(dataDir, ".files")) : []);
  const first = await start({ dataDir });
  await first.call("/documents", { method: "POST", body: form("One") });
  await first.call("/documents", { method: "POST", body: form("Two", PNG.slice(0, 100)) });
  await first.mock.close();
  expect(files().sort()).toEqual(
    [PNG, PNG.slice(0, 100)].map((bytes) => createHash("sha256").update(bytes).digest("hex")).sort(),
  );
  const second = await start({ dataDir });
  expect(await bytesOf(await second.call("/documents/1/content"))).toEqual(PNG);
  await second.call("/documents/1", { method: "DELETE" });
  await expect.poll(() => files().length).toBe(1);
  expect((await second.call("/documents/1/content")).status).not.toBe(500);
  expect((await bytesOf(await second.call("/documents/2/content"))).length).toBe(100);
  await second.mock.close();
  expect(files()).toHaveLength(1);
});

test("snapshots, resets and sessions have the files of their own state", async () => {
  const { mock, call } = await start({ memory: true });
  await call("/documents", { method: "POST", body: form("One") });
  const name = await mock.snapshot();
  await call("/documents/1", { method: "DELETE" });
  await mock.restore(name);
  expect(await bytesOf(await call("/documents/1/content"))).toEqual(PNG);
  const session = { "mock-session": "other" };
  await call("/documents/1/photo", { method: "PUT", body: "x", headers: { ...session, "content-type": "image/png" } });
  expect(await (await call("/documents/1/photo", { headers: session })).text()).toBe("x");
  expect(await (await call("/documents/1/photo")).text()).not.toBe("x");
  await mock.reset();
  expect((await call("/documents/1")).status).toBe(404);
});

test("a body larger than the limit is 413, whatever it is", async () => {
  const { call, mock } = await start({ memory: true, fileLimit: 400_000 });
  const large = new Uint8Array(500_000);
  expect((await call("/documents", { method: "POST", body: form("x", large) })).status).toBe(413);
  const chunked = new ReadableStream({
    start(controller) {
      for (let index = 0; index < 10; index++) controller.enqueue(new Uint8Array(50_000));
      controller.close();
    },
  });
  const init = { method: "PUT", body: chunked, duplex: "half", headers: { "content-type": "image/png" } };
  expect((await mock.fetch(new Request("http://mock/documents/1/photo", init as RequestInit))).status).toBe(413);
});

test("a large upload that is repeated with its idempotency key is done once, whatever its boundary", async () => {
  const { call } = await start({ memory: true });
  const large = new Uint8Array(randomBytes(400_000));
  const post = (bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
    call("/documents", { method: "POST", body: form("One", bytes), headers: { "idempotency-key": "k" } });
  expect((await (await post(large)).json()).id).toBe(1);
  const again = await post(large);
  expect([again.headers.get("idempotent-replayed"), (await again.json()).id]).toEqual(["true", 1]);
  expect((await post(new Uint8Array(randomBytes(400_000)))).status).toBe(422);
  expect(await bytesOf(await call("/documents/1/content"))).toEqual(large);
});

test("a body that is neither a form nor a file is stored as before, and records contain no bytes of files", async () => {
  const call = await serve(PATHS);
  await call("POST", "/documents", form("One"));
  expect((await call("GET", "/documents")).body).toHaveLength(1);
  expect(JSON.stringify((await call("GET", "/__mock/state/documents")).body)).not.toContain('file"');
});

test("a file that the description calls a text in JSON is served as it is to a client that accepts no JSON", async () => {
  const paths = { ...PATHS, "/documents/{id}/content": textContent };
  const call = await serve(paths);
  const { body: made } = await call("POST", "/documents", form("Letter", new TextEncoder().encode("hello")));
  const content = `/documents/${made.id}/content`;
  const asBytes = await call("GET", content, undefined, { accept: "application/binary" });
  expect([asBytes.status, asBytes.body]).toEqual([200, "hello"]);
  const asJson = await call("GET", content, undefined, { accept: "application/json" });
  expect([asJson.type, typeof asJson.body]).toEqual(["application/json", "string"]);
  expect((await call("GET", `/documents/${made.id}`, undefined, { accept: "application/binary" })).status).toBe(406);
});

const textContent = {
  parameters: [inPath("id", { type: "integer" })],
  get: { responses: ok({ type: "string" }) },
};

test("paths below records give them their files where no path leads to a record alone", async () => {
  const item = [inPath("id", { type: "integer" })];
  const url = { type: "string", format: "uri", readOnly: true };
  const FILE = { ...DOCUMENT, properties: { ...DOCUMENT.properties, url } };
  const { call, url: origin } = await start(
    { seed: 2 },
    {
      "/documents": {
        get: { responses: ok({ type: "array", items: FILE }) },
        post: {
          requestBody: { required: true, content: { "multipart/form-data": { schema: FORM } } },
          responses: { 201: { description: "made", ...json(FILE) } },
        },
      },
      "/documents/{id}/content": {
        parameters: item,
        get: {
          responses: {
            200: { description: "the file", content: { "application/octet-stream": {} } },
            404: { description: "none" },
          },
        },
      },
    },
  );
  const made = await call("/documents", { method: "POST", body: form("one") });
  expect(made.headers.get("location")).toBeNull();
  const record = (await made.json()) as { id: number; url: string; size: number };
  expect(record).toMatchObject({ size: PNG.length, url: `${origin}/documents/${record.id}/content` });
  expect(await bytesOf(await fetch(record.url))).toEqual(PNG);
  expect((await call("/documents/999/content")).status).toBe(404);
  const all = (await (await call("/documents")).json()) as { url: string; size: number }[];
  for (const one of all) expect((await bytesOf(await fetch(one.url))).length).toBe(one.size);
});
