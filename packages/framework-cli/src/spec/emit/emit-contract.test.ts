import { loadDescription } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { planContract } from "../plan/plan-contract.js";
import { emitContract } from "./emit-contract.js";

async function filesOf(paths: object, schemas: object = {}): Promise<ReadonlyMap<string, string>> {
  const info = { title: "Things", version: "1" };
  const api = await loadDescription({ openapi: "3.1.0", info, paths, components: { schemas } });
  return emitContract(planContract(api), "javascript");
}

const ok = (schema: object): object => ({ 200: { description: "", content: { "application/json": { schema } } } });

test("names of files leave room for what is added to them, and differ where long ones begin alike", async () => {
  const long = Array.from({ length: 60 }, (_, index) => `part${index}`).join("/");
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const requestBody = { content: { "application/json": { schema } } };
  const document = { get: { responses: ok(schema) }, put: { requestBody, responses: ok(schema) } };
  const files = await filesOf({ [`/${long}/one`]: document, [`/${long}/two`]: document });
  const names = [...files.keys()].map((path) => path.split("/").at(-1) ?? "");
  expect(Math.max(...names.map((name) => name.length))).toBeLessThan(130);
  const services = [...files.keys()].filter((path) => path.startsWith("api/services/"));
  expect(services).toHaveLength(2);
  expect(new Set(services.map((path) => path.toLowerCase())).size).toBe(2);
});

test("a reference that leads nowhere allows any value, and becomes no file", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`p${index}`, { $ref: `#/components/schemas/None${index}` }]),
  );
  const files = await filesOf(
    { "/things": { get: { responses: ok({ $ref: "#/components/schemas/Thing" }) } } },
    {
      Thing: { type: "object", properties: { ...properties, whole: { $ref: "#/components/schemas/Whole" } } },
      Whole: true,
    },
  );
  const schemas = [...files.keys()].filter((path) => path.startsWith("api/schemas/"));
  expect(schemas).toEqual(["api/schemas/Thing.json", "api/schemas/Whole.json"]);
  const { properties: written } = JSON.parse(files.get("api/schemas/Thing.json") ?? "");
  expect(written).toMatchObject({ p0: {}, p19: {}, whole: { $ref: "#/components/schemas/Whole" } });
});
