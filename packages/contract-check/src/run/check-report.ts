import type { Place } from "../description/raw-document.js";
import type { Findings } from "./check-run.js";
import type { Credential } from "./credentials.js";
import type { Leftover } from "./own-records.js";
import type { RefusedCredential } from "./refused-credentials.js";

/** The result of a check. */
export interface CheckReport extends Readonly<Findings> {
  readonly title: string;
  /** The OpenAPI version. */
  readonly version: string;
  readonly url: string;
  readonly seed: string;
  readonly operations: number;
  /** Keys of the selected operations, in document order. */
  readonly selected: readonly string[];
  /** Selected operations without any answer that could be judged, and why. */
  readonly unchecked: ReadonlyMap<string, string>;
  /** Operations of `unchecked` that were left out for lack of credentials. */
  readonly locked: readonly string[];
  /** Given credentials for which every request was answered with 401. */
  readonly refusedCredentials: readonly RefusedCredential[];
  /**
   * Security schemes that would allow unchecked operations to be called. Schemes that are needed together are listed
   * together.
   */
  readonly missingCredentials: readonly (readonly string[])[];
  /** Selected operations that answer 401 or 403, although the description requires no credentials. */
  readonly lockedUndocumented: readonly string[];
  /** The finding that was looked for again. */
  readonly replay: string | undefined;
  readonly requests: number;
  readonly seconds: number;
  /** True if the check ended early, by its signal or because the server stopped answering. */
  readonly isAborted: boolean;
  /** Records that the check created and could not remove. */
  readonly leftovers: readonly Leftover[];
  /** Each credential and its name in `curl` lines. */
  readonly credentials: readonly Credential[];
  /** The position of an operation in the description. @param operation for example `GET /pets` */
  placeOf(operation: string): Place;
}
