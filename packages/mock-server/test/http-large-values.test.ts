import { expect, test } from "vitest";
import { crud, serveOverHttp } from "./http-client.js";

const points = { type: "array", items: { type: "object", properties: { x: { type: "integer" } } } };
const shape = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, points },
};
/** Lets in bodies that are read for long enough for others to come in between. */
const OPTIONS = { bodyLimit: 100_000_000 };
const many = (count: number, x: unknown = 1): unknown[] => Array.from({ length: count }, () => ({ x }));

const start = () => serveOverHttp(crud("/shapes", shape), {}, OPTIONS);

test("others are answered while a large body is read, and while one is refused", async () => {
  const call = await start();
  for (const [body, status] of [
    [{ name: "right", points: many(200_000) }, 201],
    [{ points: [...many(200_000), { x: "wrong" }] }, 400],
    [{ name: "too many", points: many(2_000_000) }, 413],
  ] as const) {
    const order: string[] = [];
    const large = call("POST", "/shapes", body).then((reply) => {
      order.push("large");
      return reply.status;
    });
    let others = 0;
    while (order.length === 0) {
      await call("GET", "/shapes/1");
      if (order.length === 0) others += 1;
    }
    expect(await large).toBe(status);
    expect(others).toBeGreaterThan(0);
  }
});

test("what is wrong with a large body is told as of a small one", async () => {
  const call = await start();
  const large = await call("POST", "/shapes", { points: [...many(30_000), { x: "a" }], id: 7 });
  const small = await call("POST", "/shapes", { points: [...many(3), { x: "a" }], id: 7 });
  expect(large.status).toBe(400);
  expect(large.body.details).toEqual([
    { ...small.body.details[0], path: "/points/30000/x" },
    ...small.body.details.slice(1),
  ]);
});

test("of two large changes of one record the later one counts, whole", async () => {
  const call = await start();
  await call("POST", "/shapes", { name: "a" });
  const change = (x: number) => call("PATCH", "/shapes/1", { name: `name ${x}`, points: many(30_000, x) });
  const replies = await Promise.all([change(1), change(2)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await call("GET", "/shapes/1");
  const x = body.points[0].x;
  expect(body).toEqual({ id: 1, name: `name ${x}`, points: many(30_000, x) });
});

test("a condition is held against the record as it is when the body has been read", async () => {
  const call = await start();
  const { headers } = await call("POST", "/shapes", { name: "a" });
  const tag = headers.get("etag") ?? "";
  const large = call("PATCH", "/shapes/1", { points: many(300_000) }, { "if-match": tag });
  let changed = false;
  void large.then(() => {
    if (!changed) throw new Error("The large body was read before the small one was.");
  });
  expect((await call("PATCH", "/shapes/1", { name: "b" })).status).toBe(200);
  changed = true;
  expect((await large).status).toBe(412);
  expect((await call("GET", "/shapes/1")).body).toEqual({ id: 1, name: "b" });
});

test("a repetition of a large request that is still being read does nothing twice", async () => {
  const call = await start();
  const body = { name: "once", points: many(30_000) };
  const send = () => call("POST", "/shapes", body, { "idempotency-key": "k" });
  const replies = await Promise.all([send(), send()]);
  expect(replies.map(({ status }) => status).sort()).not.toContain(500);
  expect((await call("GET", "/shapes")).body).toHaveLength(1);
});

test("sessions keep large bodies apart", async () => {
  const call = await start();
  const body = { name: "mine", points: many(30_000) };
  expect((await call("POST", "/shapes", body, { "mock-session": "one" })).status).toBe(201);
  expect((await call("GET", "/shapes")).body).toEqual([]);
  expect((await call("GET", "/shapes", undefined, { "mock-session": "one" })).body).toHaveLength(1);
});

test("many large bodies at a time are all answered", async () => {
  const call = await start();
  const bodies = Array.from({ length: 8 }, (_, index) => ({ name: `${index}`, points: many(20_000, index) }));
  const replies = await Promise.all(bodies.map((body) => call("POST", "/shapes", body)));
  expect(replies.map(({ status, body }) => [status, body.points[0].x])).toEqual(
    bodies.map(({ points: [point] }) => [201, (point as { x: unknown }).x]),
  );
});

test("a long text arrives as it was written, with its length", async () => {
  const note = "é😀".repeat(400_000);
  const call = await start();
  for (const name of [note, `a${note}`]) {
    const made = await call("POST", "/shapes", { name });
    const path = `/shapes/${(made.body as { id: number }).id}`;
    const read = await call("GET", path);
    expect((read.body as { name: string }).name === name).toBe(true);
    expect(read.headers.get("content-length")).toBe(String(Buffer.byteLength(JSON.stringify(read.body))));
    expect((await call("HEAD", path)).headers.get("content-length")).toBe(read.headers.get("content-length"));
  }
});
