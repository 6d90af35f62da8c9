import { describe, expect, test } from "vitest";
import { parseDelay } from "../src/config/parse-option.js";
import type { MockServerOptions } from "../src/index.js";
import { type Client, crud, json, ok, serve } from "./http-client.js";

const pet = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer" }, name: { type: "string" }, age: { type: "integer" } },
};

async function statuses(call: Client, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await call("GET", "/pets")).status);
  return seen;
}

describe("--error-rate", () => {
  const list = (responses: object) => ({ "/pets": { get: { responses: { ...ok({ type: "array" }), ...responses } } } });
  const failing = (responses: object, options: MockServerOptions = { errorRate: 1 }) =>
    serve(list(responses), {}, options);
  const no = { description: "no" };

  test("fails about that share, the same requests in every run, others with another seed value", async () => {
    const first = await statuses(await failing({}, { errorRate: 0.25 }), 400);
    const failed = first.filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(60);
    expect(failed).toBeLessThan(140);
    expect(await statuses(await failing({}, { errorRate: 0.25 }), 400)).toEqual(first);
    expect(await statuses(await failing({}, { errorRate: 0.25, seedValue: "other" }), 400)).not.toEqual(first);
  });

  test("takes the server errors and 429 that are documented, else others that are not about the client, else 503", async () => {
    expect(new Set(await statuses(await failing({ 404: no, 429: no, 500: no }), 40))).toEqual(new Set([429, 500]));
    expect(new Set(await statuses(await failing({ 401: no, 404: no, 409: no }), 40))).toEqual(new Set([409]));
    expect(new Set(await statuses(await failing({ 401: no, 404: no }), 5))).toEqual(new Set([503]));
    const chosen = { errorRate: 1, errorStatus: 500 };
    expect(new Set(await statuses(await failing({ 429: no }, chosen), 5))).toEqual(new Set([500]));
    expect(new Set(await statuses(await failing({ 404: no, default: no }), 5))).toEqual(new Set([503]));
  });

  test("answers with the documented body", async () => {
    const schema = { type: "object", required: ["reason"], properties: { reason: { type: "string" } } };
    const call = await failing({ 500: { description: "no", ...json(schema) } });
    expect((await call("GET", "/pets")).body.reason).toContain("on purpose");
  });

  test("never fails the control plane, and what failed changed nothing", async () => {
    const call = await serve(crud("/pets", pet), {}, { errorRate: 1 });
    expect((await call("POST", "/pets", { name: "Rex" })).status).toBe(503);
    expect((await call("GET", "/__mock/health")).status).toBe(200);
  });
});

describe("--delay", () => {
  test("delays answers", async () => {
    const call = await serve(crud("/pets", pet), {}, { delay: { min: 30, max: 40 } });
    const began = performance.now();
    expect((await call("GET", "/pets")).status).toBe(200);
    // A timer may fire within the millisecond before.
    expect(performance.now() - began).toBeGreaterThanOrEqual(29);
  });

  test.each([
    ["250", { min: 250, max: 250 }],
    ["100-500", { min: 100, max: 500 }],
    ["500-100", undefined],
    ["soon", undefined],
    ["-5", undefined],
  ])("%s is read as %o", (text, range) => expect(parseDelay(text)).toEqual(range));
});

test("--base-path also serves everything below it", async () => {
  const call = await serve(crud("/pets", pet), { servers: [{ url: "/v1" }] }, { basePath: "/api" });
  const made = await call("POST", "/api/pets", { name: "Rex" });
  expect(made.headers.get("location")).toBe("/api/pets/1");
  for (const base of ["", "/v1", "/api", "/api/v1"]) expect((await call("GET", `${base}/pets/1`)).status).toBe(200);
  expect((await call("GET", "/apis/pets")).status).toBe(404);
  const astray = await call("POST", "/api/__mock/reset");
  expect([astray.status, JSON.stringify(astray.body)]).toEqual([
    404,
    expect.stringContaining("The control plane is at /__mock/reset, outside of the paths of the API."),
  ]);
});

describe("--validate", () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const paths = {
    ...crud("/pets", pet),
    "/toys": { get: { parameters: [limit], responses: ok({ type: "array", items: { type: "string" } }) } },
  };

  test("warn accepts a request that breaks the contract, stores it, and reports it", async () => {
    const told: string[] = [];
    const onViolations: MockServerOptions["onViolations"] = ({ method, path }) => void told.push(`${method} ${path}`);
    const call = await serve(paths, {}, { validate: "warn", onViolations });
    const made = await call("POST", "/pets", { age: "old" });
    expect(made.status).toBe(201);
    expect(made.headers.get("mock-violations")).toContain("/name is required");
    expect((await call("PATCH", "/pets/1", { name: 7 })).status).toBe(200);
    expect((await call("PUT", "/pets/1", [])).status).toBe(200);
    expect((await call("GET", "/toys?limit=many")).headers.get("mock-violations")).toContain("query /limit");
    expect(told).toEqual(["POST /pets", "PATCH /pets/1", "PUT /pets/1", "GET /toys"]);
    const valid = await call("POST", "/pets", { name: "Rex" });
    expect(valid.headers.get("mock-violations")).toBeNull();
  });

  test("off answers and says nothing", async () => {
    const call = await serve(paths, {}, { validate: "off" });
    const made = await call("POST", "/pets", "7", { "content-type": "application/json" });
    expect(made.status).toBe(201);
    expect(made.headers.get("mock-violations")).toBeNull();
    expect((await call("GET", "/toys?limit=many")).status).toBe(200);
  });

  test("what cannot be read is rejected in every mode", async () => {
    const call = await serve(paths, {}, { validate: "off" });
    expect((await call("POST", "/pets", "{", { "content-type": "application/json" })).status).toBe(400);
    expect((await call("POST", "/pets", "x", { "content-type": "image/png" })).status).toBe(415);
  });

  test("answers are valid, whatever was sent", async () => {
    const call = await serve(paths, {}, { validate: "off" });
    await call("POST", "/pets", { name: 7, age: "old" });
    const { body } = await call("GET", "/pets/1");
    expect(typeof body.name).toBe("string");
    expect(body.age === undefined || Number.isInteger(body.age)).toBe(true);
  });
});
