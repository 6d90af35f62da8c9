import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { crud } from "./http-client.js";
import { BOOKSHOP, makeFolder, runCommand, startServer } from "./run-command.js";
import { livePostgres } from "./store/live-postgres.js";

const postgres = await livePostgres();
const describeHere = postgres.skip === undefined ? describe : describe.skip;

const item = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: crud("/items", item) };

type UrlPart = "protocol" | "username" | "password" | "hostname" | "port" | "pathname" | "search" | "hash";

function urlWith(parts: Partial<Record<UrlPart, string>>): string {
  return Object.assign(new URL(postgres.freshUrl()), parts).href;
}

/** Stands between server and database, and can be pulled. */
class Cable {
  readonly #target: number;
  #server: Server | undefined;
  #sockets: Socket[] = [];
  port = 0;

  constructor(target: number) {
    this.#target = target;
  }

  async plug(): Promise<void> {
    this.#server = createServer((socket) => {
      const onward = connect(this.#target, "127.0.0.1");
      this.#sockets.push(socket, onward);
      for (const end of [socket, onward]) end.on("error", () => {});
      socket.pipe(onward).pipe(socket);
    });
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    this.port = typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Nothing comes through any more, and nobody is told. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  pull(): void {
    this.#server?.close();
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

async function call(mock: MockServer, method: string, path: string, body?: object) {
  const response = await mock.fetch(
    new Request(`http://mock${path}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get("retry-after") };
}

describeHere(`PostgreSQL that fails${postgres.skip === undefined ? "" : `: ${postgres.skip}`}`, () => {
  test("is told in one message at the start, with exit code 1, a hint, and without the password", async () => {
    const folder = await makeFolder();
    const store = urlWith({ password: "hunter2" });
    const { exitCode, stdout, stderr } = await runCommand([BOOKSHOP, "--port", "0", "--store", store], folder);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(
      /^error: PostgreSQL at postgres:\/\/framework@.* rejected the connection: .* \[STORE_REFUSED\]\n {2}hint: .*\n$/,
    );
    expect(stderr).not.toContain("hunter2");
  });

  const failures: readonly (readonly [string, Partial<Record<UrlPart, string>>, string, RegExp])[] = [
    ["an unknown database", { pathname: "/nowhere" }, "STORE_REFUSED", /"nowhere" does not exist/],
    ["a port where nothing listens", { port: "1" }, "STORE_UNREACHABLE", /ECONNREFUSED/],
    ["a host that is none", { hostname: "db.invalid" }, "STORE_UNREACHABLE", /db\.invalid/],
    ["a schema that cannot be one", { search: "?schema=a b" }, "STORE_URL_INVALID", /"a b"/],
    ["a pool of one", { search: "?pool=1" }, "STORE_URL_INVALID", /"pool"/],
    ["a hash in the password", { hash: "rest" }, "STORE_URL_INVALID", /'#'/],
    ["an address of something else", { protocol: "redis:" }, "STORE_URL_INVALID", /redis/],
  ];
  test.each(failures)("%s", async (_, parts, code, message) => {
    const store = urlWith(parts);
    const error: unknown = await createMockServer({ description, store }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), hint: expect.any(String) });
    expect(JSON.stringify([String(error), error])).not.toContain(postgres.address.password);
  });

  test("a user who may not make a schema is told what to grant", async () => {
    const name = `poor_${Date.now()}`;
    await postgres.run(`CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
    const store = urlWith({ username: name, password: "x" });
    await expect(createMockServer({ description, store })).rejects.toMatchObject({
      code: "STORE_REFUSED",
      hint: expect.stringContaining("Grant CREATE"),
    });
  });

  test("answers 503 with Retry-After while it is away, and goes on by itself when it is back", async () => {
    const cable = new Cable(postgres.address.port);
    await cable.plug();
    const mock = await createMockServer({
      description,
      store: urlWith({ port: String(cable.port) }),
    });
    onTestFinished(async () => {
      await mock.close();
      cable.pull();
    });
    expect((await call(mock, "POST", "/items", { name: "kept" })).status).toBe(201);
    for (let round = 0; round < 2; round++) {
      cable.pull();
      for (const [method, path, body] of [
        ["GET", "/items"],
        ["GET", "/items/1"],
        ["POST", "/items", { name: "lost" }],
        ["PATCH", "/items/1", { name: "lost" }],
        ["DELETE", "/items/1"],
        ["GET", "/__mock/state"],
      ] as const) {
        const { status, text, retryAfter } = await call(mock, method, path, body);
        expect({ status, retryAfter }, `${method} ${path}: ${text}`).toEqual({ status: 503, retryAfter: "2" });
        expect(JSON.parse(text)).toMatchObject({ error: "The store cannot be used at the moment" });
        expect(text).not.toContain(postgres.address.password);
      }
      await cable.plug();
      expect(JSON.parse((await call(mock, "GET", "/items")).text)).toEqual([{ id: 1, name: "kept" }]);
      expect((await call(mock, "PATCH", "/items/1", { name: "kept" })).status).toBe(200);
    }
  });

  test("does not prevent a server from stopping when it does not answer", async () => {
    const cable = new Cable(postgres.address.port);
    await cable.plug();
    onTestFinished(() => cable.pull());
    const store = urlWith({ port: String(cable.port) });
    const server = await startServer([BOOKSHOP, "--quiet", "--store", store], await makeFolder());
    cable.stall();
    expect((await server.end("SIGTERM")).exitCode).toBe(0);
  });

  test("connections that are cut in the middle of writes cost those writes at most, and nothing is half done", async () => {
    const url = postgres.freshUrl();
    const mock = await createMockServer({ description, store: `${url}&pool=3` });
    onTestFinished(() => mock.close());
    const acknowledged = new Set<string>();
    const statuses = new Set<number>();
    const writing = Array.from({ length: 10 }, async (_, client) => {
      for (let n = 0; n < 20; n++) {
        const name = `${client}.${n}`;
        const { status } = await call(mock, "POST", "/items", { name });
        statuses.add(status);
        if (status === 201) acknowledged.add(name);
      }
    });
    const cutting = (async () => {
      for (let n = 0; n < 3; n++) {
        await postgres.run(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'onespec mock-server' AND query LIKE '%${new URL(url).searchParams.get("schema")}%'`,
        );
      }
    })();
    await Promise.all([...writing, cutting]);
    expect([...statuses].every((status) => status === 201 || status === 503)).toBe(true);
    const { status, text } = await call(mock, "GET", "/items");
    expect(status).toBe(200);
    const names = (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of acknowledged) expect(names).toContain(name);
  });
});
