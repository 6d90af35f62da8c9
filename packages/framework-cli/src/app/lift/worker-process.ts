import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FromWorker, LiftReport, ToWorker } from "./supervised.js";

/** How long beyond its deadline a worker may take to end before it is killed, in milliseconds. */
const SPARE_MS = 2_000;

/** A process that serves the application on the port that all share. */
export interface WorkerProcess {
  readonly pid: number;
  /** Resolves when it listens; `undefined` if it ended before and reported the reason. */
  readonly ready: Promise<LiftReport | undefined>;
  /** Resolves when it drains without having been asked to by `stop`, or has ended. */
  readonly leaving: Promise<void>;
  /** Resolves when it has ended: `code 1`, `signal SIGKILL`. */
  readonly ended: Promise<{ readonly code: number | null; readonly how: string }>;
  beUnready(): void;
  /** Asks it to drain and end, kills it when it does not. */
  stop(): Promise<void>;
}

/** Starts this command once more, as a worker. @param env variables that only workers have */
export function startWorker(env: Readonly<Record<string, string>>): WorkerProcess {
  const root = dirname(createRequire(import.meta.url).resolve("@onespec/framework-cli/package.json"));
  cluster.setupPrimary({ exec: join(root, "bin", "framework.js"), args: process.argv.slice(2) });
  const worker = cluster.fork(env);
  const ended = once(worker, "exit").then(([code, signal]: (number | string | null)[]) => ({
    code: typeof code === "number" ? code : null,
    how: signal ? `signal ${signal}` : `code ${code}`,
  }));
  let report: LiftReport | undefined;
  let isReady = (_report: LiftReport | undefined): void => {};
  let isLeaving = (): void => {};
  const ready = new Promise<LiftReport | undefined>((resolve) => {
    isReady = resolve;
  });
  const leaving = new Promise<void>((resolve) => {
    isLeaving = resolve;
  });
  worker.on("message", (message: FromWorker) => {
    switch (message.type) {
      case "ready":
        report = message.report;
        isReady(report);
        return;
      case "leaving":
        isLeaving();
        return;
      case "goodbye":
        tell(worker, { type: "goodbye" });
    }
  });
  void ended.then(() => {
    isReady(undefined);
    isLeaving();
  });
  return {
    pid: worker.process.pid ?? 0,
    ready,
    leaving,
    ended,
    beUnready: () => tell(worker, { type: "unready" }),
    async stop() {
      tell(worker, { type: "stop" });
      const deadlineMs = (report?.shutdownDeadlineMs ?? 0) + SPARE_MS;
      const timer = setTimeout(() => worker.process.kill("SIGKILL"), deadlineMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** After Ctrl-C the other process may end before it reads the message. The callback avoids an uncaught EPIPE. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
