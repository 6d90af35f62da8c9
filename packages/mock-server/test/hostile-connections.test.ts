import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMockServer, type MockServerOptions } from "../src/index.js";
import { crud, json } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const PATHS = {
  ...crud("/pets", { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } }),
  "/stream": {
    get: {
      responses: { 200: { description: "events", content: { "text/event-stream": { schema: { type: "object" } } } } },
    },
  },
  "/form": {
    post: {
      requestBody: { content: { "multipart/form-data": {} } },
      responses: { 200: { description: "", ...json({}) } },
    },
  },
};

async function listen(options: MockServerOptions = {}) {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: PATHS };
  const mock = await createMockServer({ description, port: 0, seed: 2, ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return { url, port: Number(new URL(url).port), close: () => mock.close() };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" }).on("error", () => undefined);
  await once(socket, "connect");
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** What comes until the server ends the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
  });
  await once(socket, "close");
  return received;
}

const POST = "POST /pets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

test.each([
  ["headers that never end", "GET /pets HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"],
  ["a body that never ends", `${POST}Content-Length: 1000\r\n\r\n`, " "],
  ["chunks that never end", `${POST}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
])("%s, sent bit by bit, are 408 once the time is over; others are answered meanwhile", async (_name, head, more) => {
  const { url, port } = await listen({ requestTimeout: 400 });
  const socket = await open(port);
  const received = untilClosed(socket);
  socket.write(head);
  const dripping = setInterval(() => socket.write(more), 50);
  expect((await fetch(`${url}/pets`)).status).toBe(200);
  expect(await received).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(dripping);
});

test("a client that disconnects within a large file of a form leaves nothing on disk", async () => {
  const dataDir = join(await makeFolder(), "data");
  const { port } = await listen({ dataDir });
  const files = (): Promise<string[]> => readdir(join(dataDir, ".files")).catch(() => []);
  const socket = await open(port);
  const head = "POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n";
  socket.write(`${head}Content-Length: 900000\r\n\r\n--b\r\n`);
  socket.write(`Content-Disposition: form-data; name="a"; filename="a"\r\n\r\n${"x".repeat(500_000)}`);
  await expect.poll(files, { timeout: 5_000 }).toHaveLength(1);
  socket.destroy();
  await expect.poll(files, { timeout: 5_000 }).toEqual([]);
});

test.each([
  ["JSON that is too large", "application/json", "/pets", 413],
  ["a form that is too large", "multipart/form-data; boundary=x", "/form", 413],
  ["a body of a type that no operation takes", "multipart/form-data; boundary=x", "/pets", 415],
  ["a body to an unknown path", "application/json", "/nothing", 404],
])(
  "%s is rejected, whether it ends or not, and the client can read the rejection",
  async (_name, type, path, status) => {
    const { url } = await listen({ fileLimit: 1_000_000 });
    const piece = new Uint8Array(1_000_000);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
    for (const body of [Buffer.alloc(100_000_000, "a"), endless]) {
      const headers = { "content-type": type };
      const reply = await fetch(url + path, { method: "POST", headers, body, duplex: "half" } as object);
      expect([reply.status, await reply.json()]).toEqual([
        status,
        expect.objectContaining({ error: expect.any(String) }),
      ]);
      if (status === 413) expect(reply.headers.get("connection")).toBe("close");
    }
  },
);

test("a client that never stops sending after a rejection is disconnected", async () => {
  const { port } = await listen({ bodyLimit: 1000 });
  const socket = await open(port);
  const received = untilClosed(socket);
  socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = `3e8\r\n${"x".repeat(1000)}\r\n`;
  const sending = setInterval(() => socket.write(chunk), 20);
  expect(await received).toMatch(/^HTTP\/1\.1 413 /);
  clearInterval(sending);
});

test("readers of streams that disconnect leave no connection and no listener behind", async () => {
  const { port, close } = await listen();
  for (let round = 0; round < 20; round++) {
    for (const path of ["/__mock/events", "/stream"]) {
      const socket = await open(port);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await once(socket, "data");
      socket.destroy();
    }
  }
  await expect.poll(() => connectionsTo(port), { timeout: 5_000 }).toBe(0);
  await close();
  expect(connectionsTo(port)).toBe(0);
});

/** Sockets of this process that a server on the port has taken. */
function connectionsTo(port: number): number {
  const handles = (process as unknown as { _getActiveHandles(): readonly unknown[] })._getActiveHandles();
  return handles.filter((handle) => (handle as Socket).localPort === port && !(handle as Socket).destroyed).length;
}

test("HEAD of a stream is answered at once, and the stream is over", async () => {
  const { port } = await listen();
  for (const path of ["/__mock/events", "/stream"]) {
    const socket = await open(port);
    socket.write(`HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*text\/event-stream[\s\S]*\r\n\r\n$/);
  }
});

test("uploads that are cut off anywhere leave the server as it was", async () => {
  const { url, port } = await listen();
  const whole = `POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${"x".repeat(50_000)}`;
  for (const length of [10, 60, 150, 200, 1_000, 50_000]) {
    const socket = await open(port);
    await new Promise<void>((resolve) => socket.write(whole.slice(0, length), () => resolve()));
    socket.destroy();
  }
  expect((await fetch(`${url}/pets`)).status).toBe(200);
  await expect.poll(() => connectionsTo(port), { timeout: 5_000 }).toBeLessThan(3);
});

test.each([
  ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
  ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
  ["a negative length", "Content-Length: -1\r\n\r\n"],
  ["an unknown transfer coding behind the chunks", "Transfer-Encoding: chunked, gzip\r\n\r\n"],
  ["a chunk of no number", "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n"],
  ["a chunk without end", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}"],
  ["a line break in a header", "X-A: b\u0000c\r\n\r\n"],
])("a request with %s is rejected, and so is what follows it", async (_name, rest) => {
  const { port } = await listen();
  const socket = await open(port);
  socket.write(Buffer.from(`${POST}${rest}GET /pets HTTP/1.1\r\nHost: x\r\n\r\n`, "latin1"));
  const received = await untilClosed(socket);
  expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(received).not.toContain("HTTP/1.1 200");
});

test("a query of 100,000 parameters and a flood of headers are 431", async () => {
  const { port } = await listen();
  for (const head of [
    `GET /pets?${"a=1&".repeat(100_000)} HTTP/1.1`,
    `GET /pets HTTP/1.1\r\n${"X-A: b\r\n".repeat(5_000)}`,
  ]) {
    const socket = await open(port);
    socket.write(`${head}\r\nHost: x\r\n\r\n`);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 431 /);
  }
});

test("requests that do not wait for answers get them in order", async () => {
  const { port } = await listen();
  const socket = await open(port);
  const get = (path: string, header = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`;
  socket.write([1, 2, 3, 1, 2].map((id) => get(`/pets/${id}`)).join("") + get("/pets/2", "Connection: close\r\n"));
  const received = await untilClosed(socket);
  expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "200",
    "404",
    "200",
    "200",
    "200",
  ]);
});

test("HTTP/1.0, whole addresses and offers of other protocols are answered as plain requests", async () => {
  const { port } = await listen();
  for (const request of [
    "GET /pets HTTP/1.0\r\n\r\n",
    "GET http://evil.example/pets HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "GET /pets HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
  ]) {
    const socket = await open(port);
    socket.write(request);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test("sessions have a limit, and one more is told so", async () => {
  const { url } = await listen({ sessionLimit: 5 });
  const statuses: number[] = [];
  for (let count = 0; count < 8; count++)
    statuses.push((await fetch(`${url}/pets`, { headers: { "mock-session": `s${count}` } })).status);
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses.slice(5)).toEqual([503, 503, 503]);
});

test("a request for another protocol is answered, and its connection ends, because Node would not report errors after it", async () => {
  const { port } = await listen();
  const socket = await open(port);
  const received = untilClosed(socket);
  socket.write(`${POST}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 15\r\n\r\n{"name":"Milo"}`);
  expect(await received).toMatch(/^HTTP\/1\.1 201 [\s\S]*\r\nconnection: close\r\n/i);
});
