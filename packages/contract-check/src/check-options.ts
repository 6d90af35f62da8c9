import type { RawOperation } from "./description/raw-operation.js";
import type { Style } from "./request/valid-value.js";
import type { HouseRules } from "./run/check-run.js";
import type { Credential } from "./run/credentials.js";

/** The parts of an operation that a selection can use. */
export type SelectableOperation = Pick<RawOperation, "method" | "path" | "id" | "tags">;

/** Selects what to check, and how careful to be. */
export interface CheckOptions {
  /** Follow references of the description to `http(s)` addresses. Default: false. */
  readonly allowRefs?: boolean;
  /** Send only GET and HEAD requests. Default: false. */
  readonly readOnly?: boolean;
  /** The operations to check. Others may still be called to prepare records. Default: all. */
  readonly only?: (operation: SelectableOperation) => boolean;
  /** Operations that are never called. Default: none. */
  readonly exclude?: (operation: SelectableOperation) => boolean;
  /** Also change and delete records that the check did not create. Default: false. */
  readonly disposable?: boolean;
  /** Most requests a second. Default: no limit. */
  readonly rate?: number | undefined;
  /** Longest wait for a whole answer, in milliseconds. Each timeout halves it, down to a quarter. Default: 20,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * After the normal check, send further broken requests until the check has run for this many seconds. Default: none.
   */
  readonly seconds?: number | undefined;
  /** Credentials by the names of security schemes. */
  readonly auth?: Readonly<Record<string, Credential>>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Seed of everything that is sent. Default: a new one in each run. */
  readonly seed?: string | undefined;
  /** Id of a finding. Only the requests that led to it are repeated. */
  readonly replay?: string | undefined;
  /** How many optional values to fill in. Each style is one round. Default: all three. */
  readonly styles?: readonly Style[];
  /**
   * Path in front of the description's paths. It can be a function of the round and of the description's base path.
   * Default: the path of the URL, or else the one that the server answers at.
   */
  readonly basePath?: string | ((style: Style, described: string) => string);
  readonly house?: HouseRules;
  readonly onProgress?: (progress: CheckProgress) => void;
  /** Ends the check early. Records that it created are still removed. */
  readonly signal?: AbortSignal | undefined;
}

export interface CheckProgress {
  readonly done: number;
  readonly total: number;
  /** The next subject: `GET /pets`. */
  readonly subject: string;
  readonly findings: number;
}
