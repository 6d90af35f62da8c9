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
  /** Given credentials that every request was answered 401 with. */
  readonly refusedCredentials: readonly RefusedCredential[];
  /** Security schemes, those together that belong together, that would open unchecked operations. */
  readonly missingCredentials: readonly (readonly string[])[];
  /** Selected operations that answer 401 or 403, although the description names no credentials for them. */
  readonly lockedUndocumented: readonly string[];
  /** The finding that was looked for again. */
  readonly replay: string | undefined;
  readonly requests: number;
  readonly seconds: number;
  /** Did it end before its last part: by its signal, or because the server had stopped answering? */
  readonly isAborted: boolean;
  /** Records that the check made and could not remove. */
  readonly leftovers: readonly Leftover[];
  /** Each credential with its name in a `curl` line. */
  readonly credentials: readonly Credential[];
  /** Where the description says what an operation is: `GET /pets`. */
  placeOf(operation: string): Place;
}
