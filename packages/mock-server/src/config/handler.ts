import type { RequestTarget } from "@onespec/http-contract";
import type { Awaitable, JsonObject } from "../store/record-store.js";

/**
 * A user's own code for one operation. Its result is the answer. If it returns nothing, the server answers as usual.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function without a return gives Promise<void>
export type Handler = (call: HandlerCall) => Awaitable<HandlerResult | undefined | void>;

/** A valid request, with the functions that a handler can call. */
export interface HandlerCall {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly request: RequestTarget;
  /** Path parameters, coerced by their schemas. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Declared query parameters that were sent, coerced. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body, without readOnly properties. */
  readonly body: unknown;
  /** The records of a resource, by its name (`pets`) or collection path (`/pets`). */
  readonly state: HandlerState;
  /** Returns a valid body of the success response, and stores nothing. The same text gives the same body. */
  sample(text?: string): unknown;
  /**
   * Runs the operation as if there were no handler, and returns its answer, also an error. `changes` replace the query
   * or the body.
   */
  next(changes?: { readonly query?: HandlerCall["query"]; readonly body?: unknown }): Promise<HandlerAnswer>;
}

/** An answer. The `body` is a parsed value if it is JSON. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Whatever is left out is as the description has it. */
export type HandlerResult = Partial<HandlerAnswer>;

/** The source of handlers: a `Map` by operation id, or a watched folder. */
export interface HandlerSource {
  get(operationId: string): Handler | undefined;
  /** Called with a message when a handler fails. The message says what happened and where. */
  failed?(message: string): void;
}

/** Returns the records of a resource, by its name (`pets`) or collection path (`/pets`). */
export type HandlerState = (resource: string) => HandlerRecords;

/** The records of one resource. `parents` are the values of the path parameters before the id, outermost first. */
export interface HandlerRecords {
  get(id: string | number, ...parents: readonly (string | number)[]): Promise<JsonObject | undefined>;
  /** The records below these parents. Without arguments, the records of all parents. */
  list(...parents: readonly (string | number)[]): Promise<readonly JsonObject[]>;
  /** Inserts or replaces the record with its id. Nothing is validated. */
  put(record: JsonObject, ...parents: readonly (string | number)[]): Promise<void>;
  /** The record with these fields changed, `undefined` when it is absent. Atomic. */
  update(
    id: string | number,
    change: JsonObject | ((record: JsonObject) => JsonObject),
    ...parents: readonly (string | number)[]
  ): Promise<JsonObject | undefined>;
  /** The record that was removed. */
  delete(id: string | number, ...parents: readonly (string | number)[]): Promise<JsonObject | undefined>;
}
