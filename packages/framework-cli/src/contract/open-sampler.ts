import { setImmediate as nextTurn } from "node:timers/promises";
import type { sampleSchema } from "@onespec/spec-core";

let opening: Promise<typeof sampleSchema> | undefined;

/** Makes up values. What the first text takes with it is loaded in a turn of the event loop of its own. */
export function openSampler(): Promise<typeof sampleSchema> {
  opening ??= open();
  return opening;
}

async function open(): Promise<typeof sampleSchema> {
  const { loadDescription, sampleSchema } = await import("@onespec/spec-core");
  const { schemas } = await loadDescription(FIRST);
  await nextTurn();
  const schema = schemas.named.get("First");
  if (schema !== undefined) sampleSchema(schemas, schema, { seed: "first", view: "response" });
  await nextTurn();
  return sampleSchema;
}

const FIRST = {
  openapi: "3.1.0",
  info: { title: "First", version: "1.0.0" },
  paths: {},
  components: { schemas: { First: { type: "object", properties: { description: { type: "string" } } } } },
} as const;
