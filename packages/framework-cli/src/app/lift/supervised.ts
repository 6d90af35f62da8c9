import cluster from "node:cluster";
import type { PluginRoute } from "../http/register-plugins.js";
import type { LiftedApp } from "./lift-app.js";

/** Reports to the supervisor that this worker listens. */
export function tellReady(report: LiftReport): void {
  tell({ type: "ready", report });
}

/** Reports to the supervisor that this worker drains, so that another one replaces it in the meantime. */
export function tellLeaving(): void {
  if (process.connected) tell({ type: "leaving" });
}

/** Obeys the supervisor's messages. */
export function obey(lifted: LiftedApp, stop: (options: { delayMs: number }) => void): void {
  process.on("message", (message: ToWorker) => {
    switch (message.type) {
      case "unready":
        lifted.beUnready();
        return;
      case "stop":
        // The supervisor has waited already.
        stop({ delayMs: 0 });
        return;
      case "goodbye":
    }
  });
}

/**
 * Closes the channel to the supervisor, so that the process can end. Before that it sends a message and waits for the
 * answer: a connection that the supervisor is just passing on would otherwise be lost. When the answer arrives, the
 * worker has already returned such connections.
 */
export async function leave(): Promise<void> {
  if (!process.connected) return;
  const answered = new Promise<void>((resolve) => {
    process.on("message", (message: ToWorker) => {
      if (message.type === "goodbye") resolve();
    });
    process.once("disconnect", resolve);
  });
  tell({ type: "goodbye" });
  await answered;
  if (process.connected) cluster.worker?.disconnect();
}

/** The supervisor may end before it reads: without a callback that would be an uncaught EPIPE. */
function tell(message: FromWorker): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Messages to a worker. `goodbye` answers its own `goodbye`. */
export type ToWorker = { readonly type: "unready" } | { readonly type: "stop" } | { readonly type: "goodbye" };

/**
 * Messages to the supervisor: the worker listens, drains because another process asked it to stop, or is about to end.
 */
export type FromWorker =
  | { readonly type: "ready"; readonly report: LiftReport }
  | { readonly type: "leaving" }
  | { readonly type: "goodbye" };

/** Facts about an application that listens. */
export interface LiftReport {
  readonly name: string;
  readonly environment: string;
  readonly url: string;
  readonly pid: number;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly action: string }[];
  readonly pluginRoutes: readonly PluginRoute[];
  readonly warnings: readonly string[];
  /** Actions that answer everybody, where others do not. */
  readonly open: readonly string[];
  readonly pendingMigrations: readonly string[];
  readonly phases: readonly { readonly name: string; readonly ms: number }[];
  /** From the start of the process, in milliseconds. */
  readonly readyMs: number;
  /** See `ServerConfig`. */
  readonly shutdownDelayMs: number;
  readonly shutdownDeadlineMs: number;
}
