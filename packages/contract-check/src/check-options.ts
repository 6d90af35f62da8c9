import type { RawOperation } from "./description/raw-operation.js";
import type { Style } from "./request/valid-value.js";
import type { HouseRules } from "./run/check-run.js";
import type { Credential } from "./run/credentials.js";

/** An operation as a selection sees it. */
export type SelectableOperation = Pick<RawOperation, "method" | "path" | "id" | "tags">;

/** Selects what is checked, and how careful the check is. */
export interface CheckOptions {
  /** Follow references of the description to `http(s)` addresses. Default: false. */
  readonly allowRefs?: boolean;
  /** Call nothing but GET and HEAD. Default: false. */
  readonly readOnly?: boolean;
  /** The operations that are checked; others may still be called to prepare. Default: all. */
  readonly only?: (operation: SelectableOperation) => boolean;
  /** The operations that are never called. Default: none. */
  readonly exclude?: (operation: SelectableOperation) => boolean;
  /** Also change and delete records that the check has not made. Default: false. */
  readonly disposable?: boolean;
  /** Most requests a second. Default: no limit. */
  readonly rate?: number | undefined;
  /** Longest wait for a whole answer, in milliseconds; after each that does not come, half of it, to no less than a quarter. Default: 20,000. */
  readonly timeoutMs?: number | undefined;
  /** After all else, other broken requests follow until the check has run for so many seconds. Default: none. */
  readonly seconds?: number | undefined;
  /** Credentials by the names of security schemes. */
  readonly auth?: Readonly<Record<string, Credential>>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text from which all that is sent follows. Default: one that is new in each run. */
  readonly seed?: string | undefined;
  /** Id of a finding: only what led to it is done again. */
  readonly replay?: string | undefined;
  /** How much the clients fill in; each is one round. Default: all three. */
  readonly styles?: readonly Style[];
  /** Path before the description's paths, also by round and by the path that the description says. Default: that of the URL, else what the server answers to. */
  readonly basePath?: string | ((style: Style, described: string) => string);
  readonly house?: HouseRules;
  readonly onProgress?: (progress: CheckProgress) => void;
  /** Ends the check early; what it has made is removed all the same. */
  readonly signal?: AbortSignal | undefined;
}

export interface CheckProgress {
  readonly done: number;
  readonly total: number;
  /** The next subject: `GET /pets`. */
  readonly subject: string;
  readonly findings: number;
}
