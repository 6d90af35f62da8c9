import cluster from "node:cluster";
import type { LiftedApp } from "./lift-app.js";
import type { FromWorker, LiftReport, ToWorker } from "./worker-messages.js";

/** Tells the supervisor that this worker listens. */
export function tellReady(report: LiftReport): void {
  process.send?.({ type: "ready", report } satisfies FromWorker);
}

/** Tells the supervisor that this worker drains, so that another takes its place meanwhile. */
export function tellLeaving(): void {
  if (process.connected) process.send?.({ type: "leaving" } satisfies FromWorker);
}

/** Does what the supervisor says. */
export function obey(lifted: LiftedApp, stop: (options: { delayMs: number }) => void): void {
  process.on("message", (message: ToWorker) => {
    switch (message.type) {
      case "unready":
        lifted.beUnready();
        return;
      case "stop":
        // The supervisor has waited already.
        stop({ delayMs: 0 });
    }
  });
}

/** Lets the process end: the line to the supervisor would keep it alive. */
export function leave(): void {
  if (process.connected) cluster.worker?.disconnect();
}
