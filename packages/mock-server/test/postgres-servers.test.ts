import { describe, expect, test } from "vitest";
import { makeFolder, type RunningServer, startProcess } from "./run-command.js";
import { livePostgres } from "./store/live-postgres.js";

const postgres = await livePostgres();
const describeHere = postgres.skip === undefined ? describe : describe.skip;

/** Writes at the same time; the whole number by hand: `ONESPEC_LONG=1`. */
const WRITES = process.env.ONESPEC_LONG === "1" ? 5000 : 1500;
const CLIENTS = 40;

const FIELDS = ["a", "b", "c", "d"] as const;
const item = {
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    ...Object.fromEntries(FIELDS.map((name) => [name, { type: "integer" }])),
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const API = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      get: { responses: { 200: { description: "all", ...json({ type: "array", items: item }) } } },
      post: { requestBody: json(item), responses: { 201: { description: "made", ...json(item) } } },
    },
    "/items/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: { description: "it", ...json(item) } } },
      put: {
        requestBody: json(item),
        responses: { 200: { description: "it", ...json(item) }, 201: { description: "made", ...json(item) } },
      },
      patch: {
        requestBody: json({ ...item, required: [] }),
        responses: { 200: { description: "it", ...json(item) } },
      },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/items/{id}/photo": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: { description: "it", content: { "image/png": {} } } } },
      put: {
        requestBody: { required: true, content: { "image/png": {} } },
        responses: { 204: { description: "kept" } },
      },
    },
    "/settings": {
      get: {
        responses: {
          200: { description: "it", ...json({ type: "object", properties: { dark: { type: "boolean" } } }) },
        },
      },
      put: {
        requestBody: json({ type: "object", properties: { dark: { type: "boolean" } } }),
        responses: {
          200: { description: "it", ...json({ type: "object", properties: { dark: { type: "boolean" } } }) },
        },
      },
    },
  },
});

interface Item {
  readonly id: number;
  readonly name: string;
  readonly [field: string]: unknown;
}

async function send(server: RunningServer, method: string, path: string, body?: object, headers: object = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
}

async function startTwo(
  flags: readonly string[] = [],
): Promise<readonly [RunningServer, RunningServer, () => Promise<RunningServer>]> {
  const folder = await makeFolder({ "api.json": API });
  const url = postgres.freshUrl();
  const start = (): Promise<RunningServer> => startProcess(["api.json", "--store", url, ...flags], folder);
  const [one, other] = await Promise.all([start(), start()]);
  return [one, other, start];
}

const list = async (server: RunningServer): Promise<readonly Item[]> => (await send(server, "GET", "/items")).body;

describeHere(`two servers on one PostgreSQL${postgres.skip === undefined ? "" : `: ${postgres.skip}`}`, () => {
  test("lose nothing of many writes at the same time, and no id is given twice; a restart keeps everything", {
    timeout: 300_000,
  }, async () => {
    const [one, other, start] = await startTwo();
    const servers = [one, other] as const;
    const expected = new Map<number, Item>();
    const given: number[] = [];
    const client = async (number: number): Promise<void> => {
      const own: number[] = [];
      for (let n = 0; n < WRITES / CLIENTS; n++) {
        const server = servers[(number + n) % 2] ?? one;
        const id = own[(n * 7) % Math.max(1, own.length)];
        if (id === undefined || n % 4 < 2) {
          const { status, body } = await send(server, "POST", "/items", { name: `${number}.${n}`, a: 0 });
          expect(status).toBe(201);
          given.push(body.id);
          own.push(body.id);
          expected.set(body.id, body);
        } else if (n % 4 === 2) {
          const { status, body } = await send(server, "PATCH", `/items/${id}`, { a: n });
          expect(status).toBe(200);
          expect(body).toEqual({ ...expected.get(id), a: n });
          expected.set(id, body);
        } else {
          expect((await send(server, "DELETE", `/items/${id}`)).status).toBe(204);
          own.splice(own.indexOf(id), 1);
          expected.delete(id);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    expect(new Set(given).size).toBe(given.length);
    const byId = (a: Item, b: Item): number => a.id - b.id;
    const wanted = [...expected.values()].sort(byId);
    expect([...(await list(one))].sort(byId)).toEqual(wanted);
    expect(await list(other)).toEqual(await list(one));

    const inOrder = await list(one);
    await Promise.all([one.end("SIGTERM"), other.end("SIGKILL")]);
    expect(await list(await start())).toEqual(inOrder);
  });

  test("change one record at the same time: each field's last acknowledged write stands, and of If-Match one wins", async () => {
    const [one, other] = await startTwo();
    const servers = [one, other] as const;
    const { body: made } = await send(one, "POST", "/items", { name: "shared" });
    const path = `/items/${made.id}`;
    const ROUNDS = 15;
    await Promise.all(
      FIELDS.map(async (field, at) => {
        for (let n = 1; n <= ROUNDS; n++) {
          const { status, body } = await send(servers[(at + n) % 2] ?? one, "PATCH", path, { [field]: n });
          expect([status, body[field]]).toEqual([200, n]);
        }
      }),
    );
    const all = Object.fromEntries(FIELDS.map((field) => [field, ROUNDS]));
    for (const server of servers) expect((await send(server, "GET", path)).body).toEqual({ ...made, ...all });

    for (let round = 0; round < 5; round++) {
      const tags = await Promise.all(
        servers.map(async (server) => (await send(server, "GET", path)).headers.get("etag")),
      );
      expect(tags[0]).toBe(tags[1]);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          send(servers[n % 2] ?? one, "PATCH", path, { name: `${round}.${n}` }, { "if-match": tags[0] }),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
      for (const server of servers) expect((await send(server, "GET", path)).body).toEqual(won[0]?.body);
    }
  });

  test("create a record only once if it must not exist yet", async () => {
    const [one, other] = await startTwo();
    for (let id = 1; id <= 5; id++) {
      const answers = await Promise.all(
        [one, other, one, other].map((server, n) =>
          send(server, "PUT", `/items/${id}`, { name: `by ${n}` }, { "if-none-match": "*" }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 412, 412, 412]);
      const made = answers.find(({ status }) => status === 201);
      expect((await send(other, "GET", `/items/${id}`)).body).toEqual(made?.body);
    }
  });

  test("run a request with a repeated idempotency key once, whichever server gets it", async () => {
    const [one, other] = await startTwo();
    for (let round = 0; round < 3; round++) {
      const key = { "idempotency-key": `order-${round}` };
      const answers = await Promise.all(
        [one, other, one, other].map((server) => send(server, "POST", "/items", { name: "once" }, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(3);
      expect((await send(other, "POST", "/items", { name: "else" }, key)).status).toBe(422);
    }
    expect(await list(one)).toHaveLength(3);
    const refused = { "idempotency-key": "refused" };
    expect((await send(one, "POST", "/items", { name: 1 }, refused)).status).toBe(400);
    expect((await send(other, "POST", "/items", { name: "right" }, refused)).status).toBe(201);
  });

  test("serve files that either of them received, whole or in part", async () => {
    const [one, other] = await startTwo();
    const { body: made } = await send(one, "POST", "/items", { name: "pictured" });
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 31) % 251));
    const path = `/items/${made.id}/photo`;
    const headers = { "content-type": "image/png" };
    for (const server of [one, other]) {
      expect((await fetch(`${server.url}${path}`, { method: "PUT", headers, body: bytes })).status).toBe(204);
    }
    for (const server of [one, other]) {
      expect(Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer()).equals(bytes)).toBe(true);
      const part = await fetch(`${server.url}${path}`, { headers: { range: "bytes=262100-262200" } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(262_100, 262_201))).toBe(true);
    }
    await send(other, "DELETE", `/items/${made.id}`);
    const rest = Buffer.from(await (await fetch(`${one.url}${path}`)).arrayBuffer());
    expect(rest.equals(bytes)).toBe(false);
  });

  test("fill in the seeds once, and share resets, snapshots and documents", async () => {
    const [one, other] = await startTwo(["--seed", "3"]);
    const seeds = await list(one);
    expect(seeds.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(await list(other)).toEqual(seeds);
    const { body: settings } = await send(one, "GET", "/settings");
    expect((await send(other, "GET", "/settings")).body).toEqual(settings);

    expect((await send(one, "POST", "/items", { name: "new" })).body.id).toBe(4);
    expect((await send(one, "POST", "/__mock/snapshots/four")).status).toBe(201);
    await send(other, "DELETE", "/items/1");
    await send(other, "PUT", "/settings", { dark: !settings.dark });
    expect((await send(one, "GET", "/settings")).body.dark).toBe(!settings.dark);
    expect((await send(other, "GET", "/__mock/snapshots")).body.snapshots).toMatchObject([{ name: "four" }]);
    expect((await send(other, "POST", "/__mock/snapshots/four/restore")).status).toBe(200);
    expect((await list(one)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect((await send(one, "GET", "/settings")).body).toEqual(settings);

    expect((await send(other, "POST", "/__mock/reset")).status).toBe(200);
    expect(await list(one)).toEqual(seeds);
    expect((await send(one, "POST", "/items", { name: "again" })).body.id).toBe(4);
    expect((await list(other)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});
