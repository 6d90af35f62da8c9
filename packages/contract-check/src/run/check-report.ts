import type { Place } from "../description/raw-document.js";
import type { Findings } from "./check-run.js";
import type { Credential } from "./credentials.js";

/** The result of a check. */
export interface CheckReport extends Readonly<Findings> {
  readonly title: string;
  /** Of OpenAPI. */
  readonly version: string;
  readonly url: string;
  readonly seed: string;
  readonly operations: number;
  readonly requests: number;
  readonly seconds: number;
  /** Did it end before its last part: by its signal, or because the server had stopped answering? */
  readonly isAborted: boolean;
  /** Paths of records that the check made and could not remove. */
  readonly leftovers: readonly string[];
  /** Each credential with its name in a `curl` line. */
  readonly credentials: readonly Credential[];
  /** Where the description says what an operation is: `GET /pets`. */
  placeOf(operation: string): Place;
}
