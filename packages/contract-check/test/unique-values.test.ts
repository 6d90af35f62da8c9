import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type CheckOptions, checkContract, distinctFindings } from "../src/index.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Order {
  readonly code: string;
  readonly count: number;
}

type Answer = (
  order: Partial<Order> | undefined,
  key: string,
  text: string,
) => readonly [status: number, json?: unknown];

const order = {
  type: "object",
  required: ["code", "count"],
  properties: {
    code: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" },
    count: { type: "integer", minimum: 1, maximum: 99 },
  },
};
const problem = { content: { "application/json": { schema: { type: "object" } } } };
const described = (description: string): object => ({ description, ...problem });
const paths = (parameters: readonly object[] = []): object => ({
  "/orders": {
    post: {
      parameters,
      requestBody: { required: true, content: { "application/json": { schema: order } } },
      responses: {
        201: { description: "ordered", content: { "application/json": { schema: order } } },
        400: described("invalid"),
        401: described("no credential"),
        403: described("the credential has too few scopes"),
        409: described("the code is taken"),
        422: described("the key belongs to another request"),
      },
      security: [{ login: ["orders.write"] }],
    },
  },
});
const key = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  schema: { type: "string", minLength: 8, maxLength: 64 },
};

async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      let sent: Partial<Order> | undefined;
      try {
        sent = JSON.parse(text);
      } catch {
        sent = undefined;
      }
      const isJson = request.headers["content-type"]?.startsWith("application/json") ?? false;
      const isKnown = request.headers.authorization === "Bearer token";
      const sentKey = String(request.headers["idempotency-key"] ?? "");
      const [status, value = { error: status }] =
        request.method !== "POST" ? [405] : isKnown ? answer(isJson ? sent : undefined, sentKey, text) : [401];
      response.writeHead(status, { "content-type": "application/json", allow: "POST, OPTIONS" });
      response.end(JSON.stringify(value));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function findings(url: string, parameters: readonly object[], options: CheckOptions = {}): Promise<string[]> {
  const securitySchemes = {
    login: {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: `${url}/token`, scopes: { "orders.write": "order" } } },
    },
  };
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: paths(parameters),
    components: { securitySchemes },
  };
  const auth = { login: { value: "token", variable: "TOKEN" } };
  const report = await checkContract(description, url, { seed: "1", auth, ...options });
  return [...distinctFindings(report), ...distinctFindings(report, "note")].map(
    ({ rule, aspect, details }) => `${rule} ${aspect} ${details[0]}`,
  );
}

const isOrder = (sent: Partial<Order> | undefined, most: number): sent is Order =>
  sent !== undefined &&
  sent !== null &&
  typeof sent === "object" &&
  typeof sent.code === "string" &&
  /^[A-Z]{3}-[0-9]{4}$/.test(sent.code) &&
  typeof sent.count === "number" &&
  Number.isInteger(sent.count) &&
  sent.count >= 1 &&
  sent.count <= most;

/** Looks for a taken code before all else, and takes any count up to the limit. */
function codes(most: number): Answer {
  const taken = new Set<string>();
  return (sent) => {
    if (taken.has(String(sent?.code))) return [409];
    if (!isOrder(sent, most)) return [400];
    taken.add(sent.code);
    return [201, sent];
  };
}

/** Looks at the key before all else, and takes any count up to the limit. */
function keys(most: number): Answer {
  const known = new Map<string, string>();
  return (sent, sentKey, text) => {
    if (sentKey.length < 8 || sentKey.length > 64) return [400];
    const before = known.get(sentKey);
    if (before !== undefined && before !== text) return [422];
    if (!isOrder(sent, most)) return [400];
    known.set(sentKey, text);
    return [201, sent];
  };
}

test("a broken request has a code of its own where codes are unique: what it breaks is found behind the check of codes", async () => {
  expect(await findings(await serve(codes(99)), [])).toEqual([]);
  const [found] = await findings(await serve(codes(10_000)), []);
  expect(found).toMatch(/^invalid-accepted with a value out of its bounds/);
});

test("each request has an idempotency key of its own, also in a second run with the same seed", async () => {
  const url = await serve(keys(99));
  for (let count = 0; count < 2; count += 1) expect(await findings(url, [key])).toEqual([]);
  const [found] = await findings(await serve(keys(10_000)), [key]);
  expect(found).toMatch(/^invalid-accepted with a value out of its bounds/);
});

test("a credential without the scopes of an operation is no mistake of the server", async () => {
  const url = await serve(() => [403]);
  expect(await findings(url, [])).toEqual([]);
});
