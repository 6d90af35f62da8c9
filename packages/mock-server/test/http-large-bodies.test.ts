import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { json, ok, serveOverHttp } from "./http-client.js";
import { makeFolder, startProcess } from "./run-command.js";

const NOTE = { type: "object", required: ["text"], properties: { text: { type: "string" } } };

const NOTES = {
  "/notes": {
    get: { responses: ok({ type: "array", items: NOTE }) },
    post: {
      requestBody: { required: true, ...json(NOTE) },
      responses: { 201: { description: "made", ...json(NOTE) } },
    },
  },
  "/notes/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: { responses: ok(NOTE) },
  },
};

const TYPE = { "content-type": "application/json" };

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("a body in %s is decoded", async (name, compress) => {
  const call = await serveOverHttp(NOTES);
  const body = new Uint8Array(compress(JSON.stringify({ text: "hello" })));
  const reply = await call("POST", "/notes", body, { ...TYPE, "content-encoding": name });
  expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ text: "hello" })]);
});

test("several codings are undone in turn; unknown ones are 415, wrong ones 400, and nothing is kept of either", async () => {
  const call = await serveOverHttp(NOTES);
  const twice = new Uint8Array(brotliCompressSync(gzipSync('{"text":"twice"}')));
  expect((await call("POST", "/notes", twice, { ...TYPE, "content-encoding": "gzip, br" })).status).toBe(201);
  const unknown = await call("POST", "/notes", twice, { ...TYPE, "content-encoding": "zstd" });
  expect([unknown.status, unknown.headers.get("accept-encoding")]).toEqual([415, "gzip, deflate, br"]);
  const wrong = await call("POST", "/notes", '{"text":"plain"}', { ...TYPE, "content-encoding": "gzip" });
  expect([wrong.status, wrong.body.error]).toEqual([400, "Malformed content encoding"]);
  const cut = new Uint8Array(gzipSync('{"text":"cut short"}').subarray(0, 20));
  expect((await call("POST", "/notes", cut, { ...TYPE, "content-encoding": "gzip" })).status).toBe(400);
  expect((await call("GET", "/notes")).body).toHaveLength(1);
});

test("a body that is rejected unread may be in a wrong coding", async () => {
  const call = await serveOverHttp(NOTES);
  const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
  expect((await call("POST", "/notes", "no gzip", headers)).status).toBe(415);
  expect((await call("GET", "/notes")).status).toBe(200);
});

test("one of more codings than four is rejected before any is undone", async () => {
  const call = await serveOverHttp(NOTES);
  const often = [1, 2, 3, 4, 5].reduce((body) => gzipSync(body), Buffer.from('{"text":"often"}'));
  const names = (times: number) => ({ ...TYPE, "content-encoding": Array(times).fill("gzip").join(", ") });
  const refused = await call("POST", "/notes", new Uint8Array(often), names(5));
  expect([refused.status, refused.body.details[0].message]).toEqual([415, expect.stringContaining("names 5 codings")]);
  expect((await call("POST", "/notes", new Uint8Array(gunzipSync(often)), names(4))).status).toBe(201);
});

test("the limit applies to the decoded body: a small body that becomes too large is 413", async () => {
  const call = await serveOverHttp(NOTES, {}, { bodyLimit: 100_000 });
  const bomb = new Uint8Array(gzipSync(JSON.stringify({ text: "x".repeat(50_000_000) })));
  expect(bomb.length).toBeLessThan(100_000);
  const reply = await call("POST", "/notes", bomb, { ...TYPE, "content-encoding": "gzip" });
  expect(reply.status).toBe(413);
  expect((await call("GET", "/notes")).body).toEqual([]);
});

const FILES = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/file": {
      put: {
        requestBody: { required: true, content: { "application/octet-stream": {} } },
        responses: { 204: { description: "kept" } },
      },
      get: { responses: { 200: { description: "the file", content: { "application/octet-stream": {} } } } },
    },
    "/form": {
      post: {
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["file"],
                properties: { file: { type: "string", format: "binary" } },
              },
            },
          },
        },
        responses: { 204: { description: "kept" } },
      },
      get: { responses: { 200: { description: "the file", content: { "application/octet-stream": {} } } } },
    },
  },
};

const MB = 1024 * 1024;

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) * 1024;
}

/** Sends the same megabyte again and again, as fast as it is taken. */
async function upload(
  url: string,
  method: string,
  count: number,
  type: string,
  [head, tail]: readonly [string, string],
) {
  const outgoing = request(url, { method, headers: { "content-type": type } });
  const answered = once(outgoing, "response");
  outgoing.write(head);
  const piece = Buffer.alloc(MB, "abcdefgh");
  for (let index = 0; index < count; index++) {
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, "drain"), answered]);
  }
  outgoing.end(tail);
  const [response] = await answered;
  response.resume();
  return response.statusCode as number;
}

test.skipIf(process.platform !== "linux")(
  "uploads of 100 MB go to disk: memory stays, other requests are answered meanwhile",
  async () => {
    const folder = await makeFolder({ "api.json": JSON.stringify(FILES) });
    const server = await startProcess(["api.json", "--file-limit", "300mb"], folder);
    const { pid } = JSON.parse(await readFile(join(folder, ".mock-data", ".lock"), "utf8")) as { pid: number };
    const put = (count: number) => upload(`${server.url}/file`, "PUT", count, "application/octet-stream", ["", ""]);
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const form = (count: number) =>
      upload(`${server.url}/form`, "POST", count, "multipart/form-data; boundary=x", [head, "\r\n--x--"]);
    expect([await put(5), await form(5)]).toEqual([204, 204]);
    const before = await memoryOf(pid);
    let most = before;
    let answered = 0;
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        most = Math.max(most, await memoryOf(pid));
        if ((await fetch(`${server.url}/__mock/health`)).ok) answered++;
      }
    })();
    expect([await put(100), await form(100)]).toEqual([204, 204]);
    isDone = true;
    await watch;
    expect(answered).toBeGreaterThan(2);
    expect((most - before) / MB).toBeLessThan(80);
    const size = async (path: string): Promise<number> => {
      let bytes = 0;
      const response = await fetch(`${server.url}${path}`);
      for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
      return bytes;
    };
    expect([await size("/file"), await size("/form")]).toEqual([100 * MB, 100 * MB]);
  },
);

test("a client that disconnects in the middle of an upload leaves nothing behind", async () => {
  const folder = await makeFolder({ "api.json": JSON.stringify(FILES) });
  const server = await startProcess(["api.json"], folder);
  const outgoing = request(`${server.url}/file`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
  });
  outgoing.on("error", () => undefined);
  outgoing.write(Buffer.alloc(MB));
  const { readdir } = await import("node:fs/promises");
  const files = (): Promise<readonly string[]> => readdir(join(folder, ".mock-data", ".files")).catch(() => []);
  await expect.poll(async () => (await files()).length).toBe(1);
  outgoing.destroy();
  await expect.poll(async () => (await files()).length).toBe(0);
  expect((await fetch(`${server.url}/file`)).status).toBe(200);
});
