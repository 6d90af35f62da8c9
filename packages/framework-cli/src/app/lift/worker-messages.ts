/** What the supervisor tells a worker. `goodbye` answers its own. */
export type ToWorker = { readonly type: "unready" } | { readonly type: "stop" } | { readonly type: "goodbye" };

/** What a worker tells the supervisor: it listens; it was asked by somebody else to stop, and drains; it is about to end. */
export type FromWorker =
  | { readonly type: "ready"; readonly report: LiftReport }
  | { readonly type: "leaving" }
  | { readonly type: "goodbye" };

/** What is said once an application listens. */
export interface LiftReport {
  readonly name: string;
  readonly environment: string;
  readonly url: string;
  readonly pid: number;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly action: string }[];
  readonly warnings: readonly string[];
  readonly pendingMigrations: readonly string[];
  readonly phases: readonly { readonly name: string; readonly ms: number }[];
  /** From the start of the process, in milliseconds. */
  readonly readyMs: number;
  /** See `ServerConfig`. */
  readonly shutdownDelayMs: number;
  readonly shutdownDeadlineMs: number;
}
