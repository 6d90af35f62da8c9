import type { Operation } from "@onespec/spec-core";
import type { OnDelete } from "./mock-options.js";
import type { DelayRange } from "./parse-option.js";

/**
 * `x-mock` of single operations in the config file, by operation id. Each field overrides the same field in the
 * description.
 */
export type OperationOverrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the unparsed `x-mock` of an operation, or `undefined`. */
export function mockExtensionOf(operation: Operation, overrides: OperationOverrides | undefined): unknown {
  const own = operation.extensions["x-mock"];
  const override =
    overrides !== undefined && Object.hasOwn(overrides, operation.id) ? overrides[operation.id] : undefined;
  if (override === undefined) return own;
  return typeof own === "object" && own !== null ? { ...own, ...override } : override;
}

/** The `x-mock` extension of an operation. */
export interface MockExtension {
  /** Answer with this documented status. */
  readonly status?: number;
  /** Answer with the documented example of this name. */
  readonly example?: string;
  readonly delay?: DelayRange;
  /** Leave the operation out. */
  readonly skip?: boolean;
  /** Number, interval and end of a streamed answer. */
  readonly stream?: Partial<StreamSettings>;
  /** The changes that an action makes to its record, by property. */
  readonly moves?: Readonly<Record<string, Move>>;
  /** Effect of a deletion on dependent records. */
  readonly onDelete?: OnDelete;
}

/** A change that an action makes to a property. */
export interface Move {
  /** The values from which the change is allowed; other values give 409. Absent: all values. */
  readonly from?: readonly unknown[];
  readonly to: unknown;
}

export const ON_DELETE: readonly OnDelete[] = ["keep", "cascade", "restrict"];

/** JSON Schema of `x-mock`, for editors. Checks that need the operation are in `parse-mock-extension`. */
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
      description: "number, interval and end of a stream",
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

/** How an answer is streamed. */
export interface StreamSettings {
  /** Number of generated items. Absent: three, or one of each kind. */
  readonly events?: number;
  /** Time between two items, in milliseconds. 0: all at once. */
  readonly interval: number;
  /** True: the stream stays open after the last item until the client disconnects. */
  readonly open: boolean;
}

export const DEFAULT_STREAM: StreamSettings = { interval: 0, open: false };
