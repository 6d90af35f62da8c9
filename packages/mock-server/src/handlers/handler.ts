import type { MockRequest } from "../server/mock-request.js";
import type { Awaitable } from "../store/record-store.js";
import type { HandlerState } from "./handler-state.js";

/** A user's own code for one operation. What it returns is answered; nothing: what the server would have answered. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function without a return gives Promise<void>
export type Handler = (call: HandlerCall) => Awaitable<HandlerResult | undefined | void>;

/** A valid request, and what a handler can do about it. */
export interface HandlerCall {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly request: MockRequest;
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
  /** What the server answers without the handler, with its effects; `changes` go to it in place of what was sent. */
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
