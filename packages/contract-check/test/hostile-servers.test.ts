import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type CheckReport, checkContract, distinctFindings } from "../src/index.js";

const ok = { description: "ok", content: { "application/json": { schema: { type: "array" } } } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": { get: { responses: { 200: ok } } },
    "/others": {
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        responses: { 200: ok, 400: ok },
      },
    },
    "/events": { get: { responses: { 200: { description: "ok", content: { "text/event-stream": {} } } } } },
  },
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Sound but for `/others`. */
async function check(answer: Answer): Promise<{ report: CheckReport; calls: number }> {
  let calls = 0;
  const server = createServer((request, response) => {
    const { url = "", method } = request;
    if (url.startsWith("/others") && method === "GET") {
      calls += 1;
      answer(request, response);
    } else if (url.startsWith("/events") && method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    } else sendJson(response, method === "GET" ? 200 : 405, []);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const report = await checkContract(DESCRIPTION, `http://127.0.0.1:${port}`, { seed: "1", timeoutMs: 2000 });
  return { report, calls };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const headers = { "content-type": "application/json", allow: "GET" };
  response.writeHead(status, headers).end(JSON.stringify(value));
}

const found = (report: CheckReport): string[] => [
  ...new Set(distinctFindings(report).map(({ rule, operation, details }) => `${rule} ${operation}: ${details[0]}`)),
];

test("a server without a fault, one operation of which streams events for ever", async () => {
  const { report } = await check((request, response) =>
    sendJson(response, /limit=(?!-?\d+(?:&|$))/.test(request.url ?? "") ? 400 : 200, []),
  );
  expect(found(report)).toEqual([]);
});

/** Sends as long as somebody reads. */
function pour(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (response.writable && response.write(chunk));
  };
  response.writeHead(200, { "content-type": "application/json" }).on("drain", more);
  more();
}

const HOSTILE: Readonly<Record<string, readonly [answer: Answer, finding: RegExp]>> = {
  "does not answer": [() => {}, /^no-answer GET \/others: no whole answer within \d+ ms$/],
  "sends its answer byte by byte for ever": [
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    },
    /^no-answer GET \/others: no whole answer within \d+ ms$/,
  ],
  "sends gigabytes": [
    (_request, response) => pour(response, Buffer.alloc(1024 * 1024, "[")),
    /^no-answer GET \/others: (the answer is larger than 32 MiB|no whole answer within \d+ ms)$/,
  ],
  "nests its answer without end": [
    (_request, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(9000) + "]".repeat(9000)),
    /^no-answer GET \/others: the answer is nested more than 1000 levels deep$/,
  ],
  "redirects to itself": [
    (request, response) => response.writeHead(302, { location: request.url }).end(),
    /^status-undocumented GET \/others: 302, documented: 200, 400$/,
  ],
  "closes the connection": [(request) => request.socket.destroy(), /^no-answer GET \/others: socket hang up$/],
  "closes the connection within its answer": [
    (request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("[1,");
      setTimeout(() => request.socket.destroy(), 20);
    },
    /^no-answer GET \/others: aborted$/,
  ],
  "switches to another protocol": [
    (request) => request.socket.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    /^no-answer GET \/others: the answer is 101, although the request asks for no other protocol$/,
  ],
  "asks for patience each time": [
    (_request, response) => response.writeHead(429, { "retry-after": "0" }).end(),
    /^status-undocumented GET \/others: 429, documented: 200, 400$/,
  ],
};

test.each(Object.keys(HOSTILE))("an operation that %s is a finding, and the others are checked", async (name) => {
  const [answer, finding] = HOSTILE[name] ?? [() => {}, /never/];
  const { report, calls } = await check(answer);
  expect(found(report)).toContainEqual(expect.stringMatching(finding));
  expect(found(report).filter((text) => !text.includes("GET /others"))).toEqual([]);
  expect(report.isAborted).toBe(false);
  expect(calls).toBeLessThan(100);
});

test("a path that asks for patience to the end is not asked with patience again", async () => {
  const { report, calls } = await check((_request, response) => response.writeHead(429, { "retry-after": "0" }).end());
  expect(found(report)).toEqual([expect.stringMatching(/^status-undocumented GET \/others: 429/)]);
  expect(calls).toBeLessThan(15);
});

test("a server that stops answering ends the check, which says so", async () => {
  let left = 4;
  const server = createServer((_request, response) => {
    left -= 1;
    if (left > 0) sendJson(response, 200, []);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = { get: { responses: { 200: ok } } };
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`/things${index}`, get]));
  const report = await checkContract({ ...DESCRIPTION, paths }, url, { seed: "1", timeoutMs: 2000 });
  expect(report.isAborted).toBe(true);
  expect(report.skipped.at(-1)?.reason).toBe("the server does not answer any more");
  expect(distinctFindings(report).map(({ rule }) => rule)).toContain("no-answer");
  expect(report.requests).toBeLessThan(20);
  left = 0;
  await expect(checkContract(DESCRIPTION, url, { timeoutMs: 400 })).rejects.toMatchObject({
    code: "CHECK_SERVER_UNREACHABLE",
  });
});

test("texts that a bound cuts in the middle of a character are sent with a character in its place", async () => {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (text) => sent.push(text));
    request.on("end", () => sendJson(response, request.method === "POST" ? 201 : 405, {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const properties = Object.fromEntries(
    [1, 2, 3, 4].map((maxLength) => [`n${maxLength}`, { type: "string", maxLength }]),
  );
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object", properties } } };
  const post = { requestBody: { content }, responses: { 201: { description: "made" } } };
  const description = { openapi: "3.1.0", info: { title: "Notes", version: "1" }, paths: { "/notes": { post } } };
  const { port } = server.address() as AddressInfo;
  await checkContract(description, `http://127.0.0.1:${port}`, { seed: "1" });
  expect(sent.join("\n")).toContain(encodeURIComponent("\u{fffd}"));
});
