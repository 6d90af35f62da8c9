import type { OnDelete } from "../relations/deleting.js";
import type { MockExtension } from "./parse-mock-extension.js";

export const ON_DELETE: readonly OnDelete[] = ["keep", "cascade", "restrict"];

/** What `x-mock` takes, for editors; the names of its fields are taken from here. What only an operation can tell is checked beside it. */
export const MOCK_EXTENSION_SCHEMA: {
  readonly type: "object";
  readonly properties: Readonly<Record<keyof MockExtension, object>>;
  readonly additionalProperties: false;
} = {
  type: "object",
  properties: {
    status: { type: "integer", minimum: 200, maximum: 599, description: "answer with this documented status" },
    example: { type: "string", description: "answer with the documented example of this name" },
    delay: { type: ["integer", "string"], description: 'hold the answer back: 250 or "100-500", in milliseconds' },
    skip: { type: "boolean", description: "leave the operation out: it answers 404" },
    stream: {
      type: "object",
      properties: {
        events: { type: "integer", minimum: 0, maximum: 1_000_000 },
        interval: { type: "integer", minimum: 0, maximum: 3_600_000, description: "milliseconds" },
        open: { type: "boolean" },
      },
      additionalProperties: false,
      description: "how a stream goes",
    },
    moves: {
      type: "object",
      description: "what an action changes of its record: a value, or { from, to } by property",
    },
    onDelete: {
      enum: ON_DELETE,
      description: "what becomes of what depends on a record that is deleted",
    },
  },
  additionalProperties: false,
};
