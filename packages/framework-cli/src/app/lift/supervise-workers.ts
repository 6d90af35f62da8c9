import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { LiftReport } from "./supervised.js";
import { watchApp } from "./watch-app.js";
import { startWorker, type WorkerProcess } from "./worker-process.js";

export interface SupervisorOptions {
  /** The application's. */
  readonly folder: string;
  readonly workers: number;
  /** Environment variables that only workers have. */
  readonly workerEnvironment: Readonly<Record<string, string>>;
  /** Replace the workers when files change. */
  readonly watch: boolean;
  readonly stop: AbortSignal;
  say(text: string): void;
  /** Called once, when all workers listen. */
  onReady(report: LiftReport): void;
}

const FIRST_BACK_OFF_MS = 100;
const MOST_BACK_OFF_MS = 30_000;
const LEAVING_MS = 50;
/** A worker that lived so long was not broken from the start, in milliseconds. */
const HEALTHY_MS = 10_000;

/**
 * Runs workers that share one port. Restarts dead ones, with growing delays while they keep dying. If files change (or
 * on SIGUSR2), replaces the workers one by one; if the new ones do not start, the old ones stay.
 * @returns the exit code
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<number> {
  const { workers: wanted, workerEnvironment, watch, stop, say } = options;
  const workers = new Set<WorkerProcess>();
  /** Workers that were asked to end. */
  const leaving = new Set<WorkerProcess>();
  /** Workers that have listened. */
  const isUp = new Set<WorkerProcess>();
  let failures = 0;

  const start = async (): Promise<LiftReport | undefined> => {
    const startedAt = performance.now();
    const worker = startWorker(workerEnvironment);
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    void worker.leaving.then(async () => {
      // Ctrl-C reaches workers a moment before it is known here.
      await wait(LEAVING_MS);
      if (leaving.has(worker) || stop.aborted || !isUp.has(worker)) return;
      leaving.add(worker);
      if (performance.now() - startedAt > HEALTHY_MS) failures = 0;
      await startAgain(worker);
    });
    const report = await worker.ready;
    if (report !== undefined) isUp.add(worker);
    return report;
  };
  const startAgain = async (old: WorkerProcess): Promise<void> => {
    const how = workers.has(old) ? "is about to end" : `ended with ${(await old.ended).how}`;
    say(`Worker ${old.pid} ${how}; another one starts.`);
    while (!stop.aborted) {
      const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** failures, MOST_BACK_OFF_MS);
      if (workers.has(old)) failures = 0;
      else {
        failures += 1;
        await wait(backOffMs, undefined, { signal: stop }).catch(() => {});
      }
      if (stop.aborted || [...workers].filter((worker) => !leaving.has(worker)).length >= wanted) return;
      const report = await start();
      if (report !== undefined) {
        say(`Worker ${report.pid} took its place.`);
        return;
      }
    }
  };

  const retire = async (worker: WorkerProcess): Promise<void> => {
    leaving.add(worker);
    await worker.stop();
  };

  const replaceAll = async (): Promise<void> => {
    const old = [...workers];
    for (let count = 0; count < wanted; count += 1) {
      const startedAt = performance.now();
      const report = await start();
      if (stop.aborted) return;
      if (report === undefined) {
        say(
          old.length > 0
            ? "The new files do not start: the old ones keep serving."
            : "Waiting for a change of files ...",
        );
        return;
      }
      const retiring = old[count];
      if (retiring !== undefined) await retire(retiring);
      if (count === 0) say(`Loaded again in ${(performance.now() - startedAt).toFixed(0)} ms.`);
    }
    for (const worker of old.slice(wanted)) await retire(worker);
  };

  // Only one replacement runs at a time. Changes during it lead to another one.
  let isReplacing = false;
  let isStale = false;
  const replace = async (): Promise<void> => {
    isStale = true;
    if (isReplacing) return;
    isReplacing = true;
    while (isStale && !stop.aborted) {
      isStale = false;
      await replaceAll();
    }
    isReplacing = false;
  };

  const first = await start();
  // It has reported the reason itself.
  if (first === undefined && !watch) return stop.aborted ? 0 : 1;
  const others = first === undefined ? [] : Array.from({ length: wanted - 1 }, () => start());
  await Promise.all(others);
  if (first === undefined) say("Waiting for a change of files ...");
  else options.onReady(first);
  process.on("SIGUSR2", replace);
  const watching = watch ? watchApp(options.folder, replace) : undefined;

  if (!stop.aborted) await once(stop, "abort");
  watching?.close();
  process.off("SIGUSR2", replace);
  for (const worker of workers) worker.beUnready();
  await wait(first?.shutdownDelayMs ?? 0);
  // Stops them one after another: while one accepts connections, none is rejected.
  for (const worker of [...workers]) await retire(worker);
  return 0;
}
