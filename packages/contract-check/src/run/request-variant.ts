import type { RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import type { SentRequest } from "./api-client.js";

/** A request that differs from a valid one in one place. */
export interface RequestVariant {
  /** Name of the mistake if the description forbids it: `with null for a field`. */
  readonly mistake: string;
  /** Name of the oddity if the description allows it: `a NUL`. `undefined`: it is not worth a request. */
  readonly oddity: string | undefined;
  /** The place of the change, for messages: `/items/0/price`. `""` for the whole. */
  readonly at: string;
  /** Short text that identifies it among others of its kind at the same place. */
  readonly value: string;
  readonly request: SentRequest;
  /** A path value that violates its schema. A record may still have this name if a body gave it. */
  readonly name?: string;
  /** True if the description forbids it. `undefined`: the description does not decide. */
  isForbidden(): Promise<boolean | undefined>;
}

/** The request that the variants change. */
export interface ValidRequest {
  readonly operation: RawOperation;
  readonly request: SentRequest;
  /** The filled-in path, without the server's base path. */
  readonly path: string;
  readonly style: Style;
  /** The fields of the body, if they differ from those of the style. */
  readonly fields?: readonly string[] | undefined;
  /** True if the server fails for bodies with all properties. They are not sent again then. */
  readonly isWholeFailing?: boolean;
}

/** These bytes are not a text, so no schema applies to them. */
export const NOT_UTF_8 = "bytes that are no UTF-8";

/** A variant for which it is already known whether the description forbids it. */
export function variantOf(
  mistake: string,
  request: SentRequest,
  isForbidden: boolean | undefined,
  at = "",
): RequestVariant {
  return { mistake, oddity: undefined, at, value: "", request, isForbidden: async () => isForbidden };
}
