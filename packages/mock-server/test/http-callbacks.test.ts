import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type Client, inPath, json, ok, serveOverHttp } from "./http-client.js";
import { makeFolder, runCommand, startServer } from "./run-command.js";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any;
}

/** A server that is told things. @param statuses of its answers in turn; the last one stays */
async function receiver(...statuses: readonly number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    received.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: text && JSON.parse(text),
    });
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 204;
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { received, port, url: `http://127.0.0.1:${port}` };
}

const ORDER = {
  type: "object",
  required: ["id", "item"],
  properties: {
    id: { type: "integer", readOnly: true },
    item: { type: "string" },
    callbackUrl: { type: "string", writeOnly: true },
  },
};

const PAYMENT = {
  type: "object",
  required: ["orderId", "paid"],
  properties: { orderId: { type: "integer" }, paid: { const: true }, item: { type: "string" } },
};

const PATHS = {
  "/orders": {
    get: { responses: ok({ type: "array", items: { $ref: "#/components/schemas/Order" } }) },
    post: {
      operationId: "addOrder",
      parameters: [{ name: "host", in: "query", schema: { type: "string" } }],
      requestBody: { required: true, ...json({ $ref: "#/components/schemas/Order" }) },
      responses: { 201: { description: "made", ...json({ $ref: "#/components/schemas/Order" }) } },
      callbacks: {
        stored: {
          "{$request.body#/callbackUrl}": {
            post: {
              parameters: [{ name: "X-Kind", in: "header", required: true, schema: { const: "order" } }],
              requestBody: json({ $ref: "#/components/schemas/Order" }),
            },
          },
        },
        paid: {
          "http://127.0.0.1:{$request.query.host}/orders/{$response.body#/id}?by={$request.header.x-by}": {
            put: { requestBody: json(PAYMENT) },
          },
        },
      },
    },
  },
  "/orders/{id}": {
    parameters: [inPath("id", { type: "integer" })],
    get: { responses: ok({ $ref: "#/components/schemas/Order" }) },
    patch: {
      requestBody: json({ type: "object", properties: { item: { type: "string" } } }),
      responses: ok({ $ref: "#/components/schemas/Order" }),
    },
    delete: { responses: { 204: { description: "gone" } } },
  },
};

const ENVELOPE = {
  type: "object",
  required: ["event", "data"],
  properties: {
    event: { enum: ["order.created", "order.updated", "order.deleted"] },
    data: { $ref: "#/components/schemas/Order" },
  },
};

const REST = {
  components: { schemas: { Order: ORDER } },
  webhooks: {
    newOrder: { post: { requestBody: json(ENVELOPE) } },
    "order.changed": { post: { requestBody: json(ENVELOPE) } },
    orderDeleted: { post: { requestBody: json({ $ref: "#/components/schemas/Order" }) } },
    ping: {
      post: { requestBody: json({ type: "object", required: ["zen"], properties: { zen: { type: "string" } } }) },
    },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: as the plane tells it
async function deliveries(call: Client): Promise<readonly any[]> {
  return (await call("GET", "/__mock/deliveries")).body.deliveries;
}

test("callbacks go to the addresses that the request and its answer name, with the record where their schema has it", async () => {
  const { received, port, url } = await receiver();
  const call = await serveOverHttp(PATHS, REST, { callbacks: true });
  const body = { item: "tea", callbackUrl: `${url}/hook` };
  const made = await call("POST", `/orders?host=${port}`, body, { "x-by": "ann" });
  expect([made.status, made.body]).toEqual([201, { id: 1, item: "tea" }]);
  await expect.poll(() => received.length).toBe(2);
  const [stored, paid] = received.sort((a, b) => (a.url ?? "").localeCompare(b.url ?? ""));
  expect(stored).toMatchObject({ method: "POST", url: "/hook", body: { id: 1, item: "tea" } });
  expect(stored?.headers).toMatchObject({ "x-kind": "order", "content-type": "application/json" });
  expect(paid).toMatchObject({ method: "PUT", url: "/orders/1?by=ann", body: { paid: true, item: "tea" } });
  await expect.poll(async () => (await deliveries(call)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test("without the option nothing is sent; a rejected request sends nothing either", async () => {
  const { received, port, url } = await receiver();
  const silent = await serveOverHttp(PATHS, REST);
  await silent("POST", `/orders?host=${port}`, { item: "tea", callbackUrl: url });
  const call = await serveOverHttp(PATHS, REST, { callbacks: true });
  expect((await call("POST", `/orders?host=${port}`, { item: 7, callbackUrl: url })).status).toBe(400);
  expect([...(await deliveries(silent)), ...(await deliveries(call)), ...received]).toEqual([]);
});

test("an expression without a value and an invalid URL are rejected and reported", async () => {
  const call = await serveOverHttp(PATHS, REST, { callbacks: true });
  await call("POST", "/orders", { item: "tea", callbackUrl: "ftp://127.0.0.1/x" });
  await expect
    .poll(async () => (await deliveries(call)).map(({ name, state, reason }) => [name, state, reason]).sort())
    .toEqual([
      ["paid", "refused", "$request.query.host leads to nothing"],
      ["stored", "refused", "ftp://127.0.0.1/x is no http or https address"],
    ]);
  // Nobody asked for the other one.
  await call("DELETE", "/__mock/deliveries");
  await call("POST", "/orders", { item: "tea" });
  await expect.poll(async () => (await deliveries(call)).map(({ name }) => name)).toEqual(["paid"]);
});

test.each([
  ["http://192.0.2.1/hook", /192\.0\.2\.1 is not an address of this machine; --callbacks-allow 192\.0\.2\.1 allows it/],
  ["http://[::ffff:192.0.2.1]/hook", /is not an address of this machine/],
  ["http://0.0.0.0/hook", /is not an address of this machine/],
  ["http://169.254.169.254/latest", /is not an address of this machine/],
  ["http://2130706434.example.invalid/", /ENOTFOUND|EAI_AGAIN|It failed/],
])("a callback to %s is not sent", async (callbackUrl, reason) => {
  const call = await serveOverHttp(PATHS, REST, { callbacks: true });
  await call("POST", "/orders", { item: "tea", callbackUrl });
  const told = async () => {
    const { state, reason: why, attempts } = (await deliveries(call)).find(({ name }) => name === "stored") ?? {};
    return state === "pending" || state === undefined ? "" : `${why} ${JSON.stringify(attempts)}`;
  };
  await expect.poll(told, { timeout: 10_000 }).toMatch(reason);
});

test("a host that is allowed by name is connected to", async () => {
  const call = await serveOverHttp(PATHS, REST, { callbacks: true, callbacksAllow: ["192.0.2.1"] });
  await call("POST", "/orders", { item: "tea", callbackUrl: "http://192.0.2.1:9/hook" });
  await expect.poll(async () => (await deliveries(call)).find(({ name }) => name === "stored")?.state).toBe("pending");
});

test("a delivery is retried after a failure, but not after a redirect or a rejection", async () => {
  const failing = await receiver(500, 503, 200);
  const call = await serveOverHttp(PATHS, REST, { callbacks: true });
  await call("POST", "/orders", { item: "tea", callbackUrl: failing.url });
  const stored = async () => (await deliveries(call)).find(({ name }) => name === "stored");
  await expect.poll(async () => (await stored())?.state, { timeout: 10_000 }).toBe("delivered");
  expect((await stored())?.attempts).toMatchObject([{ status: 500 }, { status: 503 }, { status: 200 }]);
  await call("DELETE", "/__mock/deliveries");
  const redirecting = await receiver(302);
  await call("POST", "/orders", { item: "tea", callbackUrl: redirecting.url });
  await expect.poll(async () => (await stored())?.reason).toBe("It was answered 302; redirects are not followed");
  expect(redirecting.received).toHaveLength(1);
});

test("webhooks are sent when the event in their name happens to the records that they contain", async () => {
  const { received, url } = await receiver();
  const webhookUrl = { newOrder: `${url}/new`, "order.changed": `${url}/changed`, orderDeleted: `${url}/gone` };
  const call = await serveOverHttp(PATHS, REST, { webhookUrl });
  await call("POST", "/orders", { item: "tea" });
  await call("PATCH", "/orders/1", { item: "coffee" });
  await call("DELETE", "/orders/1");
  await expect.poll(() => received.length).toBe(3);
  const bodies = Object.fromEntries(received.map((one) => [one.url, one.body]));
  expect(bodies).toEqual({
    "/new": { event: "order.created", data: { id: 1, item: "tea" } },
    "/changed": { event: "order.updated", data: { id: 1, item: "coffee" } },
    "/gone": { id: 1, item: "coffee" },
  });
});

test("the control plane lists webhooks and sends one; a session's carry the session's records", async () => {
  const { received, url } = await receiver();
  const call = await serveOverHttp(PATHS, REST, { webhookUrl: { newOrder: `${url}/new` } });
  expect((await call("GET", "/__mock/webhooks")).body.webhooks).toEqual([
    { name: "newOrder", method: "POST", resources: ["orders"], event: "created", url: `${url}/new` },
    { name: "order.changed", method: "POST", resources: ["orders"], event: "updated" },
    { name: "orderDeleted", method: "POST", resources: ["orders"], event: "deleted" },
    { name: "ping", method: "POST", resources: [] },
  ]);
  const session = { "mock-session": "one" };
  await call("POST", "/orders", { item: "tea" }, session);
  await expect.poll(() => received.length).toBe(1);
  const changed = await call("POST", "/__mock/webhooks/order.changed", { url: `${url}/changed` }, session);
  expect(changed.body).toMatchObject({ state: "delivered", session: "one", attempts: [{ status: 204 }] });
  expect(received[1]?.body).toEqual({ event: "order.updated", data: { id: 1, item: "tea" } });
  const ping = await call("POST", "/__mock/webhooks/ping", { url: `${url}/ping` });
  expect([ping.body.state, received[2]?.body]).toEqual(["delivered", { zen: expect.any(String) }]);
  await call("POST", "/__mock/webhooks/ping", { url: `${url}/ping`, body: { zen: 1 } });
  expect(received[3]?.body).toEqual({ zen: 1 });
  expect((await call("POST", "/__mock/webhooks/ping")).status).toBe(409);
  expect((await call("POST", "/__mock/webhooks/pong", { url })).status).toBe(404);
  expect((await call("POST", "/__mock/webhooks/newOrder", { record: { key: "7" } })).status).toBe(404);
  const far = await call("POST", "/__mock/webhooks/ping", { url: "http://192.0.2.1/" });
  expect([far.body.state, far.body.reason]).toEqual([
    "refused",
    expect.stringContaining("--callbacks-allow 192.0.2.1"),
  ]);
});

test("webhooks are sent after the action, the operation or the status in their name; deliveries have sessions", async () => {
  const { received, url } = await receiver();
  const status = { type: "string", enum: ["placed", "shipped", "cancelled"] };
  const order = { type: "object", required: ["id"], properties: { id: { type: "integer", readOnly: true }, status } };
  const Order = { $ref: "#/components/schemas/Order" };
  const id = [inPath("id", { type: "integer" })];
  const names = ["orderPlaced", "order.shipped", "orderCancelled", "orderRefunded"];
  const call = await serveOverHttp(
    {
      "/orders": {
        post: {
          operationId: "placeOrder",
          requestBody: json(Order),
          responses: { 201: { description: "made", ...json(Order) } },
        },
      },
      "/orders/{id}": {
        parameters: id,
        get: { responses: ok(Order) },
        patch: { requestBody: json(Order), responses: ok(Order) },
      },
      "/orders/{id}/cancel": { parameters: id, post: { responses: ok(Order) } },
    },
    {
      components: { schemas: { Order: order } },
      webhooks: Object.fromEntries(names.map((name) => [name, { post: { requestBody: json(Order) } }])),
    },
    { webhookUrl: Object.fromEntries(names.map((name) => [name, `${url}/${name}`])) },
  );
  await call("POST", "/orders", {}, { "mock-session": "one" });
  await call("PATCH", "/orders/1", { status: "shipped" }, { "mock-session": "one" });
  await call("PATCH", "/orders/1", { status: "shipped" }, { "mock-session": "one" });
  await call("POST", "/orders", {}, { "mock-session": "two" });
  await call("POST", "/orders/1/cancel", undefined, { "mock-session": "two" });
  await expect.poll(() => received.length).toBe(4);
  expect(received.map((one) => [one.url, one.headers["mock-session"]]).sort()).toEqual([
    ["/order.shipped", "one"],
    ["/orderCancelled", "two"],
    ["/orderPlaced", "one"],
    ["/orderPlaced", "two"],
  ]);
  expect((await deliveries(call)).length).toBe(4);
  const own = async (path: string, headers = {}) =>
    (await call("GET", `/__mock/deliveries${path}`, undefined, headers)).body.deliveries
      .map(({ name }: { name: string }) => name)
      .sort();
  expect(await own("?session=one")).toEqual(["order.shipped", "orderPlaced"]);
  expect(await own("", { "mock-session": "two" })).toEqual(["orderCancelled", "orderPlaced"]);
  expect((await call("DELETE", "/__mock/deliveries?session=two")).status).toBe(204);
  expect((await deliveries(call)).length).toBe(2);
});

test("a webhook that nothing sends is reported at the start", async () => {
  const api = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: PATHS, ...REST };
  const folder = await makeFolder({ "api.json": JSON.stringify(api) });
  const hooks = ["ping", "newOrder"].flatMap((name) => ["--webhook-url", `${name}=http://127.0.0.1:1`]);
  const { errors } = await startServer(["api.json", "--memory", ...hooks], folder);
  expect(errors()).toContain("Nothing sends the webhook ping");
  expect(errors()).not.toContain("newOrder");
});

test("a server that sends to itself does not loop", async () => {
  const webhookUrl: Record<string, string> = { orderDeleted: "http://127.0.0.1:1/" };
  const call = await serveOverHttp(PATHS, REST, { callbacks: true, webhookUrl });
  await call("POST", "/orders", { item: "tea" }, { "mock-delivery": "callback" });
  await expect
    .poll(async () => (await deliveries(call)).map(({ reason }) => reason))
    .toContain("The request that caused it was itself a delivery");
});

test("a webhook that the description does not have stops the start", async () => {
  const api = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: PATHS, ...REST };
  const folder = await makeFolder({ "api.json": JSON.stringify(api) });
  const { exitCode, stderr } = await runCommand(
    ["api.json", "--memory", "--webhook-url", "newOrdr=http://localhost:1"],
    folder,
  );
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/no webhook `newOrdr`.*WEBHOOK_UNKNOWN[\s\S]*`newOrder`/),
  ]);
  const wrong = await runCommand(["api.json", "--webhook-url", "nothing"], folder);
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("name=address")]);
});
