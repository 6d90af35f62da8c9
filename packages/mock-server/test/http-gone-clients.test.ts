import { once } from "node:events";
import { request } from "node:http";
import { loadDescription } from "@onespec/spec-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMockServer } from "../src/index.js";
import { json, ok } from "./http-client.js";

const NOTE = { type: "object", properties: { texts: { type: "array", items: { type: "string" } } } };
const PATHS = {
  "/notes": {
    get: { responses: ok({ type: "array", items: NOTE }) },
    post: { requestBody: json(NOTE), responses: { 201: { description: "made", ...json(NOTE) } } },
  },
};

/** A note of texts, in bytes. JSON is read in pieces of 16 KB. */
const note = (size: number): string =>
  JSON.stringify({ texts: Array.from({ length: size / 103 }, () => "x".repeat(100)) });

test("a body is read no further when its client goes away, and nothing is kept of it", async () => {
  const api = await loadDescription({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: PATHS });
  const bugs: unknown[] = [];
  const mock = await createMockServer(api, { memory: true, port: 0, onBug: (error) => bugs.push(error) });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  const pieces = () => parse.mock.calls.filter(([text]) => text.includes("xxxx")).length;
  const post = (size: number, headers = {}) =>
    request(`${url}/notes`, { method: "POST", headers: { "content-type": "application/json", ...headers } }).end(
      note(size),
    );

  const cut = post(9_000_000);
  const ended = new Promise((resolve) => cut.once("close", resolve));
  cut.on("error", () => undefined);
  await vi.waitUntil(pieces, { timeout: 30_000, interval: 1 });
  cut.destroy();
  await ended;
  // Large bodies are read one after the other: this one when the first is through.
  const [reply] = await once(post(200_000), "response");
  expect(reply.statusCode).toBe(201);
  expect(pieces()).toBeLessThan(300);
  expect(await (await fetch(`${url}/notes`)).json()).toHaveLength(1);
  expect(bugs).toEqual([]);
});
