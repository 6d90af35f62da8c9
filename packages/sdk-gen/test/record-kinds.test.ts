import { afterEach, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";

const text = { type: "string" };
const kind = (type: string, properties: object): object => ({
  type: "object",
  required: ["id", "type"],
  properties: { id: text, type: { ...text, const: type }, ...properties },
});
const MARKED = kind("marked", { bound: { type: "number" }, since: { ...text, format: "date-time" } });
const LISTED = kind("listed", { bound: text, since: { ...text, format: "date-time", description: "Of the list." } });
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const answers = (schema: object): object => ({ 200: { description: "", ...json(schema) } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The records are written out in the list, or have a name that requests use as well. */
const description = (record: object): object => ({
  components: { schemas: { Marked: MARKED, Listed: LISTED, Rule: { oneOf: [ref("Marked"), ref("Listed")] } } },
  paths: {
    "/rules": {
      get: { operationId: "listRules", responses: answers({ type: "array", items: record }) },
      post: { operationId: "createRule", requestBody: json(record), responses: answers(record) },
    },
    "/rules/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { operationId: "getRule", responses: answers(record) },
    },
  },
});
const RULES = [
  { id: "a", type: "marked", bound: 3, since: "2024-01-01T00:00:00Z" },
  { id: "b", type: "listed", bound: "few", since: "2024-01-01T02:00:00+02:00" },
  { id: "c", type: "listed", bound: "many", since: "2025-01-01T00:00:00Z" },
];

let served: ServedClient;
afterEach(() => served.close());

test.each([
  ["inline", { oneOf: [ref("Marked"), ref("Listed")] }],
  ["named", ref("Rule")],
])("%s: queries know the fields of every kind of record", async (_, record) => {
  served = await servedClient(description(record), { answer: () => ({ body: RULES }) });
  const { rules } = served.client;
  const ids = async (where: object): Promise<unknown> => (await rules.find(where)).map(({ id }: { id: string }) => id);
  expect(await ids({ type: "listed" })).toEqual(["b", "c"]);
  expect(await ids({ type: ["marked", "listed"], bound: { ">": 2 } })).toEqual(["a"]);
  expect(await ids({ bound: { startsWith: "m" } })).toEqual(["c"]);
  expect(await ids({ since: { "<=": new Date("2024-01-01") } })).toEqual(["a", "b"]);
  expect(() => rules.find({ type: "other" })).toThrow(/type: must be one of "marked", "listed"/);
  expect(() => rules.find({ bound: true })).toThrow(/bound: must be/);
});
