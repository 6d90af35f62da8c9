import { loadDescription } from "@onespec/spec-core";
import { expect, onTestFinished, test } from "vitest";
import { createMockServer } from "../src/index.js";
import { crud, inPath, json, serve, serveOverHttp } from "./http-client.js";

const PET = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};

const TICK = { type: "object", required: ["price"], properties: { price: { type: "integer", minimum: 1 } } };

function stream(type: string, media: object, more: object = {}): object {
  return {
    get: { operationId: "watch", responses: { 200: { description: "a stream", content: { [type]: media } } }, ...more },
  };
}

function dataOf(text: string): unknown[] {
  return text
    .trim()
    .split("\n\n")
    .map((event) => JSON.parse(event.replace(/^data: /, "")));
}

test("server-sent events are made by the schema of an item, the same each time, and end", async () => {
  const call = await serve({ "/ticks": stream("text/event-stream", { itemSchema: TICK }) });
  const first = await call("GET", "/ticks");
  expect([first.status, first.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const ticks = dataOf(first.body);
  expect(ticks).toHaveLength(3);
  for (const tick of ticks) expect(tick).toEqual({ price: expect.any(Number) });
  expect(new Set(ticks.map((tick) => JSON.stringify(tick))).size).toBeGreaterThan(1);
  expect((await call("GET", "/ticks")).body).toBe(first.body);
  expect((await call("HEAD", "/ticks")).body).toBeUndefined();
});

test("OpenAPI 3.2: events with fields of their own, each kind in its turn, their data as JSON text", async () => {
  const event = (name: string, contentSchema: object): object => ({
    type: "object",
    required: ["event", "data"],
    properties: {
      event: { const: name },
      data: { type: "string", contentMediaType: "application/json", contentSchema },
    },
  });
  const itemSchema = { oneOf: [event("tick", TICK), event("pet", PET)] };
  const call = await serve({ "/events": stream("text/event-stream", { itemSchema }) }, { openapi: "3.2.0" });
  const events = (await call("GET", "/events")).body.trim().split("\n\n") as string[];
  expect(events.map((one) => /^event: (\w+)$/m.exec(one)?.[1])).toEqual(["tick", "pet", "tick"]);
  const data = events.map((one) => JSON.parse(/^data: (.*)$/m.exec(one)?.[1] ?? ""));
  expect(data[0]).toEqual({ price: expect.any(Number) });
  expect(data[1]).toEqual({ id: expect.any(Number), name: expect.any(String) });
});

test.each([
  ["application/x-ndjson", ""],
  ["application/jsonl", ""],
  ["application/json-seq", "\u001e"],
])("%s is an item a line; a list of examples is what is sent", async (type, mark) => {
  const examples = { three: { value: [{ price: 1 }, { price: 2 }] } };
  const call = await serve({ "/ticks": stream(type, { itemSchema: TICK, examples }) }, { openapi: "3.2.0" });
  const reply = await call("GET", "/ticks");
  expect(reply.body).toBe(`${mark}{"price":1}\n${mark}{"price":2}\n`);
});

test("an example that is the text of a stream is sent unchanged", async () => {
  const example = 'event: open\ndata: {"a":1}\n\n: nothing\n\ndata: bye\n\n';
  const call = await serve({ "/raw": stream("text/event-stream", { schema: { type: "string" }, example }) });
  expect((await call("GET", "/raw")).body).toBe(example);
});

test("items that are records of a resource are the stored ones, filtered like the list", async () => {
  const paths = crud("/pets", { $ref: "#/components/schemas/Pet" });
  const list = (
    paths as Record<string, { get: { parameters: object[]; responses: Record<string, { content: object }> } }>
  )["/pets"];
  const items = { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } };
  Object.assign(list?.get.responses["200"]?.content ?? {}, { "application/x-ndjson": items });
  Object.assign(list?.get ?? {}, { parameters: [{ name: "name", in: "query", schema: { type: "string" } }] });
  const feed = stream("text/event-stream", { itemSchema: { $ref: "#/components/schemas/Pet" } });
  const call = await serve(
    { ...paths, "/pets/feed": feed },
    { openapi: "3.2.0", components: { schemas: { Pet: PET } } },
  );
  for (let index = 1; index <= 120; index++) await call("POST", "/pets", { name: `pet ${index % 2}` });
  const lines = (await call("GET", "/pets", undefined, { accept: "application/x-ndjson" })).body.trim().split("\n");
  expect([lines.length, JSON.parse(lines[119])]).toEqual([120, { id: 120, name: "pet 0" }]);
  const some = await call("GET", "/pets?name=pet%201", undefined, { accept: "application/x-ndjson" });
  expect(some.body.trim().split("\n")).toHaveLength(60);
  const events = dataOf((await call("GET", "/pets/feed")).body);
  expect([events.length, events[0]]).toEqual([120, { id: 1, name: "pet 1" }]);
});

test("`stream: true` in the body asks for the stream that is documented beside JSON", async () => {
  const answer = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
  const body = { type: "object", properties: { prompt: { type: "string" }, stream: { type: "boolean" } } };
  const content = { "application/json": { schema: answer }, "text/event-stream": { schema: answer } };
  const call = await serve({
    "/chat": { post: { requestBody: json(body), responses: { 200: { description: "an answer", content } } } },
  });
  const whole = await call("POST", "/chat", { prompt: "hi" });
  expect([whole.type, whole.body]).toEqual(["application/json", { text: expect.any(String) }]);
  const streamed = await call("POST", "/chat", { prompt: "hi", stream: true }, { accept: "application/json" });
  expect(streamed.type).toBe("text/event-stream; charset=utf-8");
  expect(dataOf(streamed.body)).toHaveLength(3);
  const asked = await call("POST", "/chat", { prompt: "hi" }, { accept: "text/event-stream" });
  expect(asked.type).toBe("text/event-stream; charset=utf-8");
});

test("x-mock sets the number of items and their interval; invalid values are reported", async () => {
  const mock = { "x-mock": { stream: { events: 5, interval: 5 } } };
  const call = await serveOverHttp({ "/ticks": stream("text/event-stream", { itemSchema: TICK }, mock) });
  expect(dataOf((await call("GET", "/ticks")).body)).toHaveLength(5);
  const wrong = { "x-mock": { stream: { evnts: 5, interval: -1 } } };
  const bad = await serve({ "/ticks": stream("application/json", { schema: TICK }, wrong) });
  const { body, status } = await bad("GET", "/ticks");
  expect([status, body.details.map(({ message }: { message: string }) => message)]).toEqual([
    500,
    [
      "watch: x-mock.stream is for answers that are sequences, such as text/event-stream or application/jsonl.",
      "watch: x-mock.stream has no field `evnts` (did you mean `events`?).",
      "watch: x-mock.stream.interval is not milliseconds from 0 to 3600000.",
    ],
  ]);
});

test("a stream that stays open ends with the client, and does not keep the server from closing", async () => {
  const watch = stream("text/event-stream", { itemSchema: TICK }, { "x-mock": { stream: { events: 1, open: true } } });
  const api = await loadDescription({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/ticks": watch },
  });
  const mock = await createMockServer(api, { memory: true, port: 0 });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const read = async (signal: AbortSignal) => {
    const response = await fetch(`${url}/ticks`, { signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    return { reader, text: new TextDecoder().decode(value) };
  };
  const gone = new AbortController();
  const first = await read(gone.signal);
  expect(first.text).toMatch(/^data: \{"price":\d+\}\n\n$/);
  gone.abort();
  const second = await read(new AbortController().signal);
  const closing = mock.close();
  expect((await second.reader.read()).done).toBe(true);
  await closing;
});

test("a request that the operation rejects gets no stream", async () => {
  const feed = stream("text/event-stream", { itemSchema: TICK });
  const paths = {
    ...crud("/pets", PET),
    "/pets/{id}/feed": { parameters: [inPath("id", { type: "integer" })], ...feed },
  };
  const { get } = feed as { get: { responses: object } };
  Object.assign(get.responses, { 404: { description: "no such pet", ...json({ type: "object" }) } });
  const call = await serve(paths);
  expect((await call("GET", "/pets/1/feed")).status).toBe(404);
  await call("POST", "/pets", { name: "Rex" });
  expect((await call("GET", "/pets/1/feed")).status).toBe(200);
});

test("a stream of a million items is made as it is read, and others are answered meanwhile", async () => {
  const mock = { "x-mock": { stream: { events: 1_000_000 } } };
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/ticks": stream("text/event-stream", { itemSchema: TICK }, mock), ...crud("/pets", PET) },
  };
  const server = await createMockServer({ description, port: 0 });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const { body, headers } = await fetch(`${url}/ticks`);
  expect(headers.get("content-length")).toBeNull();
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(dataOf(new TextDecoder().decode(value))[0]).toEqual({ price: expect.any(Number) });
  expect((await fetch(`${url}/pets`)).status).toBe(200);
  await reader?.cancel();
  expect((await fetch(`${url}/pets`)).status).toBe(200);
});
