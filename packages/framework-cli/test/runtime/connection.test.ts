import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../command-line/framework.js";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const FILES = {
  "config/app.js":
    'export default { bodyLimit: 2000, log: { level: "warn" }, cors: { origin: ["https://shop.example"] } };',
  "api/policies/closed.js": "export default () => false;",
  "api/controllers/echo.js": action(
    `{ method: "POST", path: "/echo", inputs: { body: { content: { "application/json": {}, "text/plain": {} } } }, handler: ({ body }) => ({ body }) }`,
  ),
  "api/controllers/hello.js": action('{ method: "GET", path: "/hello", handler: () => ({ hello: "wörld" }) }'),
  "api/controllers/ip.js": action('{ method: "GET", path: "/ip", handler: ({ ip }) => ({ ip }) }'),
  "api/controllers/page.js": `import { pageAddress } from "@onespec/framework-cli";
export default { method: "GET", path: "/page", handler: (request) => ({ next: pageAddress(request, "?page=2") }) };
`,
  "config/environments/proxied.js": "export default { app: { trustProxy: true } };",
  "api/controllers/later.js": action(
    '{ method: "GET", path: "/later/{ms}", inputs: { path: { ms: { schema: { type: "integer" } } } }, handler: async ({ params }) => { await new Promise((resolve) => setTimeout(resolve, params.ms)); return params; } }',
  ),
  "api/controllers/search.js": action(
    '{ method: "GET", path: "/search", inputs: { body: { schema: { type: "object" } } }, handler: ({ body }) => ({ body }) }',
  ),
  "api/controllers/places.js": action(
    '{ method: "GET", path: "/@me,you/{name}:(copy)", handler: ({ params }) => params }',
  ),
  "api/controllers/own.js": action(
    `{ method: "GET", path: "/own", handler: () => reply(200, { n: 1 }, { "X-Frame-Options": "SAMEORIGIN", "set-cookie": ["a=1", "b=2"], "Content-Type": "application/vnd.own+json", "content-length": "999" }) }`,
  ),
  "api/controllers/bad-header.js": action(
    '{ method: "GET", path: "/bad-header", handler: () => reply(200, {}, { "x-note": "two\\nlines" }) }',
  ),
  "api/controllers/nothing.js": action('{ method: "DELETE", path: "/nothing", outputs: { 204: {} }, handler() {} }'),
  "api/controllers/unchanged.js": action(
    '{ method: "GET", path: "/unchanged", handler: () => reply(304, undefined, { etag: "x" }) }',
  ),
  "api/controllers/closed.js": action(
    '{ method: "GET", path: "/closed", policies: ["closed"], handler: () => "never" }',
  ),
  "api/controllers/pieces.js": `import { Readable } from "node:stream";\n${action(
    '{ method: "GET", path: "/pieces", handler: () => reply(200, Readable.from(["a", "b"]), { "content-type": "text/csv" }) }',
  )}`,
  "api/controllers/web.js": action(
    '{ method: "GET", path: "/web", handler: () => new Blob(["from the web"]).stream() }',
  ),
  "api/controllers/broken-at-once.js": `import { Readable } from "node:stream";\n${action(
    '{ method: "GET", path: "/broken-at-once", handler: () => new Readable({ read() { this.destroy(new Error("no disk")); } }) }',
  )}`,
  "api/controllers/broken-later.js": `import { Readable } from "node:stream";\n${action(
    '{ method: "GET", path: "/broken-later", handler: () => Readable.from((async function* () { yield "half"; await new Promise((resolve) => setTimeout(resolve, 50)); throw new Error("disk gone"); })()) }',
  )}`,
  "api/controllers/endless.js": `import { Readable } from "node:stream";\n${action(
    '{ method: "GET", path: "/endless", handler({ log, signal }) { signal.addEventListener("abort", () => log.warn({}, "client gone")); const body = Readable.from((async function* () { for (;;) { yield "x"; await new Promise((resolve) => setTimeout(resolve, 5)); } })()); body.on("close", () => log.warn({}, "stream closed")); return body; } }',
  )}`,
};

let app: TemporaryApp;
let server: Lifted;
beforeAll(async () => {
  app = await temporaryApp(FILES);
  server = await lift(app.folder);
});
afterAll(async () => {
  await server?.end();
  await app?.remove();
});

/** What a connection gives back to a text, until the server closes it. */
async function exchange(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let got = "";
  socket.on("data", (chunk) => (got += chunk)).on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return got;
}

test("a call in this process is answered as one over a connection, header for header", async () => {
  await app.write({
    "compare.mjs": `import assert from "node:assert/strict";
      import { createApp, liftApp } from "@onespec/framework-cli";
      const lifted = await liftApp({ folder: process.cwd(), port: 0, environment: "development" });
      const inside = await createApp(process.cwd(), { environment: "development" });
      const OF_THE_CONNECTION = ["date", "connection", "keep-alive", "transfer-encoding"];
      async function told(answer) {
        const headers = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name)).sort();
        const text = answer.status === 500 ? "" : await answer.text();
        return { status: answer.status, statusText: answer.statusText, headers, text };
      }
      const json = (body, headers = {}) => ({ method: "POST", body, headers: { "content-type": "application/json", ...headers } });
      const requests = [
        ["/hello"], ["/hello", { method: "HEAD" }], ["/hello/?a=b"], ["/own"], ["/own", { method: "HEAD" }], ["/nothing", { method: "DELETE" }],
        ["/unchanged"], ["/closed"], ["/pieces"], ["/pieces", { method: "HEAD" }], ["/web"], ["/bad-header"], ["/broken-at-once"],
        ["/%40me%2Cyou/x%2Fy:(copy)"], ["/nowhere"], ["/hello", { method: "PUT" }], ["/hello", { method: "OPTIONS" }],
        ["/echo", { method: "OPTIONS", headers: { origin: "https://shop.example", "access-control-request-method": "POST" } }],
        ["/hello", { headers: { origin: "https://shop.example" } }], ["/hello", { headers: { origin: "https://other.example" } }],
        ["/echo", json('{"a":1}')], ["/echo", json("{")], ["/echo", json("[".repeat(3000))], ["/echo", json("{}", { "content-encoding": "zip" })],
        ["/echo", { method: "POST" }], ["/echo", { method: "POST", body: "x", headers: { "content-type": "image/png" } }],
      ];
      for (const [path, init = {}] of requests) {
        const given = { ...init, headers: { "x-request-id": "same-1", ...init.headers } };
        const [over, within] = [await fetch(lifted.url + path, given), await inside.fetch(path, given)];
        assert.deepEqual(await told(within), await told(over), JSON.stringify([path, init]));
      }
      await inside.close();
      await lifted.stop();
      console.log(requests.length);`,
  });
  expect(await run(process.execPath, ["compare.mjs"], app.folder)).toMatchObject({ code: 0, out: "26\n" });
});

describe("paths", () => {
  test.each(["/@me,you/a:(copy)", "/%40me%2Cyou/a%3A(copy)", "/%40me%2cyou/a%3a%28copy%29", "//@me,you/a:(copy)/"])(
    "%s is the same as with the characters themselves",
    async (path) => {
      expect((await send(`${server.url}${path}`)).body).toEqual({ name: "a" });
    },
  );

  test("a target may name the host, as proxies are asked", async () => {
    const answer = await exchange("GET http://shop.example/hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\{"hello":"wörld"\}$/s);
  });
});

describe("answers", () => {
  test("a handler's headers take the place of the server's; a list is several; lengths are counted", async () => {
    const { headers } = await send(`${server.url}/own`);
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect([headers.get("content-type"), headers.get("content-length")]).toEqual(["application/vnd.own+json", "7"]);
  });

  test("a header that HTTP forbids is an error of the handler's", async () => {
    expect((await send(`${server.url}/bad-header`)).status).toBe(500);
    await server.printed("GET /bad-header failed");
  });

  test("come in the order of the requests on one connection", async () => {
    const ask = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const got = await exchange(ask("/later/60") + ask("/hello") + ask("/later/1", "Connection: close\r\n"));
    expect(got.match(/\{[^}]*\}/g)).toEqual(['{"ms":60}', '{"hello":"wörld"}', '{"ms":1}']);
  });

  test("HTTP/1.0 is answered, and its connection closed", async () => {
    expect(await exchange("GET /hello HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n/s);
  });

  test("a stream that breaks at first is 500, one that breaks later is cut off and told", async () => {
    expect((await send(`${server.url}/broken-at-once`)).status).toBe(500);
    await expect(fetch(`${server.url}/broken-later`).then((answer) => answer.text())).rejects.toThrow();
    await server.printed("GET /broken-later failed");
  });

  test("a stream ends, and its handler hears of it, when the client goes away", async () => {
    const away = new AbortController();
    const answer = await fetch(`${server.url}/endless`, { signal: away.signal });
    await answer.body?.getReader().read();
    away.abort();
    await server.printed("stream closed");
    await server.printed("client gone");
  });
});

describe("bodies", () => {
  const sent = (bytes: Buffer, encoding: string): RequestInit => ({
    method: "POST",
    body: new Uint8Array(bytes),
    headers: { "content-type": "application/json", "content-encoding": encoding },
  });
  const text = Buffer.from('{"title":"Emma"}');

  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", text],
    ["gzip, BR", brotliCompressSync(gzipSync(text))],
  ])("Content-Encoding %s is undone", async (encoding, bytes) => {
    const { status, body } = await send(`${server.url}/echo`, sent(bytes, encoding));
    expect([status, body]).toEqual([200, { body: { title: "Emma" } }]);
  });

  test("one that is not known is 415 with those that are", async () => {
    const { status, body, headers } = await send(`${server.url}/echo`, sent(text, "zip"));
    expect([status, headers.get("accept-encoding")]).toEqual([415, "gzip, deflate, br"]);
    expect(body.details[0]).toMatchObject({ in: "header", path: "/content-encoding" });
  });

  test("bytes that are not encoded so are 400", async () => {
    const { status, body } = await send(`${server.url}/echo`, sent(text, "gzip"));
    expect([status, body.error]).toEqual([400, "Malformed content encoding"]);
  });

  test("the limit holds for what is decoded, too", async () => {
    const small = gzipSync(Buffer.from(`"${"x".repeat(5000)}"`));
    expect(small.length).toBeLessThan(2000);
    expect((await send(`${server.url}/echo`, sent(small, "gzip"))).status).toBe(413);
  });

  test("one over the limit closes the connection, whether its length was told or not", async () => {
    const head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
    const chunk = `${(1500).toString(16)}\r\n${"x".repeat(1500)}\r\n`;
    for (const rest of ["Content-Length: 90000\r\n\r\nxxxx", `Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`]) {
      expect(await exchange(head + rest)).toMatch(/^HTTP\/1\.1 413 .*connection: close/s);
    }
  });

  test("that of GET is read where the action documents one", async () => {
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`;
    expect(await exchange(ask("/search"))).toContain('{"body":{"a":1}}');
    expect(await exchange(ask("/hello"))).toContain("200 OK");
  });

  test("that ask for another protocol as well are answered, and the connection ends", async () => {
    const head =
      "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Type: application/json";
    const got = await exchange(`${head}\r\nContent-Length: 7\r\n\r\n{"a":1}`);
    expect(got).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    expect(got).toContain('{"body":{"a":1}}');
  });

  test("a client that goes away in the middle of one harms nobody", async () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await once(socket, "connect");
    socket.destroy();
    expect((await send(`${server.url}/echo`, json("POST", { still: "up" }))).body).toEqual({ body: { still: "up" } });
  });
});

test("a client's address is the connection's; a proxy that is trusted tells it", async () => {
  const headers = { "x-forwarded-for": "203.0.113.7, 10.0.0.1" };
  expect((await send(`${server.url}/ip`, { headers })).body).toEqual({ ip: "127.0.0.1" });
  const proxied = await lift(app.folder, ["--environment", "proxied"]);
  expect((await send(`${proxied.url}/ip`, { headers })).body).toEqual({ ip: "203.0.113.7" });
  expect((await send(`${proxied.url}/ip`)).body).toEqual({ ip: "127.0.0.1" });
  await proxied.end();
});

test("addresses in answers are those that the client called, behind a proxy that is trusted", async () => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "shop.example" };
  expect((await send(`${server.url}/page`, { headers })).body).toEqual({ next: `${server.url}/page?page=2` });
  const proxied = await lift(app.folder, ["--environment", "proxied"]);
  expect((await send(`${proxied.url}/page`, { headers })).body).toEqual({ next: "https://shop.example/page?page=2" });
  await proxied.end();
});

test("what is not HTTP is 400 in the same words as other problems", async () => {
  const answer = await exchange("this is not http\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
    error: "Bad Request",
    details: [{ message: "This is not HTTP: Invalid method encountered" }],
  });
});
