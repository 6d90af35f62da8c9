import { once } from "node:events";
import { reportSecurity } from "../../load/report-security.js";
import { createBootPhases, type LiftedApp, type LiftLog, type LiftOptions, liftApp } from "./lift-app.js";
import type { LiftReport } from "./supervised.js";

export interface WorkerOptions extends LiftOptions {
  readonly log: LiftLog;
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal;
  /** Milliseconds since the process started. */
  elapsed(): number;
  /** Called once when it listens. */
  onReady(report: LiftReport): void;
  /** Called with an uncaught error before the application stops. The process waits for it. */
  onCrash(error: unknown, kind: CrashKind): Promise<void>;
  /** Called with the application, for those that control it from outside. */
  attach?(lifted: LiftedApp, stop: (options: { delayMs: number }) => void): void;
}

/** An uncaught exception, or a rejected promise that nothing awaits. */
export type CrashKind = "uncaughtException" | "unhandledRejection";

/** Lifts an application in this process and serves it until it is asked to stop or crashes. @returns the exit code */
export async function runWorker(options: WorkerOptions): Promise<number> {
  const { stop, elapsed, onReady } = options;
  const phases = createBootPhases();
  const startMs = elapsed();
  const lifted = await liftApp({ ...options, signal: stop, phases });
  let exitCode = 0;
  let delayMs: number | undefined;
  const over = new AbortController();
  stop.addEventListener("abort", () => over.abort(), { once: true });
  if (stop.aborted) over.abort();
  options.attach?.(lifted, (given) => {
    delayMs = given.delayMs;
    over.abort();
  });
  let reported: Promise<void> | undefined;
  onCrash((error, kind) => {
    if (exitCode !== 0) return;
    exitCode = 1;
    delayMs = 0;
    reported = options.onCrash(error, kind);
    over.abort();
  });
  const report = {
    ...reportOf(lifted),
    phases: [{ name: "process", ms: startMs }, ...lifted.phases],
    readyMs: elapsed(),
  };
  onReady(report);
  if (!over.signal.aborted) await once(over.signal, "abort");
  const cut = await lifted.stop(delayMs === undefined ? {} : { delayMs });
  await reported;
  if (cut > 0) options.log.say(`${cut} requests were still under way and were cut off.`);
  return exitCode;
}

function reportOf({ app, url, pendingMigrations, pluginRoutes }: LiftedApp): Omit<LiftReport, "phases" | "readyMs"> {
  const security = reportSecurity(app);
  return {
    name: app.config.app.name,
    environment: app.config.environment,
    url,
    pid: process.pid,
    shutdownDelayMs: app.config.app.shutdownDelayMs,
    shutdownDeadlineMs: app.config.app.shutdownDeadlineMs,
    routes: app.actions.flatMap(({ name, routes }) =>
      routes.map(({ method, path }) => ({ method, path, action: name })),
    ),
    pluginRoutes,
    warnings: [...app.warnings, ...security.warnings],
    open: security.open,
    pendingMigrations,
  };
}

/**
 * Handles uncaught exceptions. The application's state is then unknown, so it reports the first one and stops. Replaces
 * the command line's handlers, which would end the process while requests are running.
 */
function onCrash(handle: (error: unknown, kind: CrashKind) => void): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.removeAllListeners(event);
    process.on(event, (error: unknown) => handle(error, event));
  }
}
