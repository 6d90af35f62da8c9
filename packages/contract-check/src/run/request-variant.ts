import type { RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import type { SentRequest } from "./api-client.js";

/** A request that differs from a valid one in one place. */
export interface RequestVariant {
  /** The mistake if it is forbidden: `with null for a field`. */
  readonly mistake: string;
  /** The oddity if it is allowed: `a NUL`; `undefined`: it has none that is worth a request. */
  readonly oddity: string | undefined;
  /** The place of the change, for people: `/items/0/price`; `""` for the whole. */
  readonly at: string;
  /** Short text that identifies it among others of its kind at the same place. */
  readonly value: string;
  readonly request: SentRequest;
  /** A text in the path beyond the bounds of its schema: a record may go by it that a body has made. */
  readonly name?: string;
  /** True if the description forbids it. `undefined`: not described. */
  isForbidden(): Promise<boolean | undefined>;
}

/** The request that variants are made of. */
export interface ValidRequest {
  readonly operation: RawOperation;
  readonly request: SentRequest;
  /** The path that is filled in, without that of the server. */
  readonly path: string;
  readonly style: Style;
  /** The fields of its body, where they are none of the style's. */
  readonly fields?: readonly string[] | undefined;
  /** True if the server fails for a body with all properties. Then such bodies are not sent again. */
  readonly isWholeFailing?: boolean;
}

/** No text at all, so that no description says how it is rejected. */
export const NOT_UTF_8 = "bytes that are no UTF-8";

/** A variant of which it is known whether the description forbids it. */
export function variantOf(
  mistake: string,
  request: SentRequest,
  isForbidden: boolean | undefined,
  at = "",
): RequestVariant {
  return { mistake, oddity: undefined, at, value: "", request, isForbidden: async () => isForbidden };
}
