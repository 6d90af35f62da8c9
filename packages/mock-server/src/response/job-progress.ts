import {
  foldName,
  type JsonSchema,
  keywordsOf,
  type Resource,
  type SchemaRegistry,
  STATUS,
  schemaShape,
} from "@onespec/spec-core";
import { allows, propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";

/** The properties by which a job shows that it is running, and that it has ended. */
export interface Progress {
  /** The properties in the answer to the write. */
  readonly running: JsonObject;
  /** Returns the stored value. */
  ended(value: JsonObject, now: number): JsonObject;
}

const RUNNING = ["enqueued", "running", "inprogress", "processing", "pending", "queued", "started", "waiting"];
const DONE = ["success", "succeeded", "successful", "completed", "complete", "done", "finished"];
const ENDED = /^(?:finished|completed|ended|done)(?:at|on|date|time)?$/;

/** Returns how a record shows that it is running, and that it has ended; `undefined` if it does not. */
export function progressOf(schemas: SchemaRegistry, kind: Pick<Resource, "schema">): Progress | undefined {
  const properties = propertiesOf(schemas, kind.schema.json);
  for (const { name, schema: own } of properties) {
    if (!STATUS.test(name)) continue;
    const values = schemaShape(schemas, own).values.filter((value) => typeof value === "string");
    const running = RUNNING.map((word) => values.find((value) => foldName(value) === word)).find(Boolean);
    const done = DONE.map((word) => values.find((value) => foldName(value) === word)).find(Boolean);
    if (running === undefined || done === undefined) continue;
    const end = properties.find((one) => ENDED.test(foldName(one.name)) && isMoment(schemas, one.schema));
    const share = properties.find(
      (one) =>
        /^(?:progress|percent)/.test(foldName(one.name)) && schemaShape(schemas, one.schema).types.has("integer"),
    );
    const clear = (pattern: RegExp): JsonObject =>
      Object.fromEntries(
        properties
          .filter((one) => pattern.test(foldName(one.name)) && isNullable(schemas, one.schema))
          .map((one) => [one.name, null]),
      );
    return {
      running: { [name]: running, ...clear(ENDED) },
      ended: (value, now) => ({
        ...value,
        ...clear(/^(?:error|failure)/),
        ...(end && { [end.name]: new Date(now).toISOString() }),
        ...(share && { [share.name]: 100 }),
        [name]: done,
      }),
    };
  }
  return undefined;
}

function isNullable(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return allows(schemas, json, null);
}

function isMoment(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return keywordsOf(schemas, json).format === "date-time";
}
