import type { RequestTarget } from "@onespec/http-contract";
import type { Awaitable, JsonObject } from "../store/record-store.js";

/** A user's own code for one operation. Its result is the answer; without a result the server answers as usual. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function without a return gives Promise<void>
export type Handler = (call: HandlerCall) => Awaitable<HandlerResult | undefined | void>;

/** A valid request, and what a handler can do about it. */
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
  /** A valid body of the success response; the same text makes the same one. Stores nothing. */
  sample(text?: string): unknown;
  /** Runs the operation as the server would without the handler, and gives its answer, errors too; `changes` replace parts of the request. */
  next(changes?: { readonly query?: HandlerCall["query"]; readonly body?: unknown }): Promise<HandlerAnswer>;
}

/** An answer whose body is a value where it is JSON. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Whatever is left out is as the description has it. */
export type HandlerResult = Partial<HandlerAnswer>;

/** Where handlers come from: a `Map` by operation id, or a folder that is watched. */
export interface HandlerSource {
  get(operationId: string): Handler | undefined;
  /** Told what went wrong in a handler, and where. */
  failed?(message: string): void;
}

/** Gives the records of a resource, by its name (`pets`) or collection path (`/pets`). */
export type HandlerState = (resource: string) => HandlerRecords;

/** The records of one resource. `parents` are the values of the path parameters before the id, outermost first. */
export interface HandlerRecords {
  get(id: string | number, ...parents: readonly (string | number)[]): Promise<JsonObject | undefined>;
  /** The records below these parents; without arguments, those of all parents. */
  list(...parents: readonly (string | number)[]): Promise<readonly JsonObject[]>;
  /** Inserts or replaces; the id is the record's own. Nothing is validated. */
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
