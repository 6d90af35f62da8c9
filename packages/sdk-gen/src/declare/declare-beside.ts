import { statSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type { SdkConfig } from "../config/sdk-config.js";
import type { Declarations } from "./emit-declarations.js";
import { operationDensity } from "./operation-density.js";

/** What a second thread needs to plan the same client. */
export interface DeclaringTask {
  readonly source: string;
  /** Names of an earlier run, by subject. */
  readonly pins: ReadonlyMap<string, string>;
  readonly config: SdkConfig | undefined;
  /** Where the configuration stands, for messages. */
  readonly configFile: string | undefined;
}

/** Declarations on their way from a second thread. */
export interface DeclaringBeside {
  /**
   * `undefined` when the thread failed, or when one of the files that were read changed since it started: then they have to be
   * emitted here.
   */
  result(files: readonly string[]): Promise<Declarations | undefined>;
  /** Ends the thread, whatever it does. */
  stop(): void;
}

/** Bytes of a description from which reading and planning it twice costs less time than emitting all of it in one thread. */
const LARGE = 2_000_000;

/** Operations for each megabyte: with fewer, or many small ones, reading and planning is most of the work. */
const USUAL = { least: 20, most: 2_000 };

/** Processes for each processor, over the last minute: those that have ended since count as well. */
const BUSY = 1.5;

/** Starts where it pays: for a large local file of operations that are not tiny, on a machine that does two things at once and has not enough to do. */
export function declareBeside(task: DeclaringTask): DeclaringBeside | undefined {
  if (!isLarge(task.source) || !isIdle()) return undefined;
  const started = Date.now();
  const thread = startThread(task);
  if (!thread) return undefined;
  const declared = new Promise<Declarations | undefined>((resolve) => {
    thread.once("message", resolve);
    thread.once("error", () => resolve(undefined));
    thread.once("exit", () => resolve(undefined));
  });
  return {
    async result(files) {
      const declarations = await declared;
      return files.every((file) => isOlder(file, started)) ? declarations : undefined;
    },
    stop: () => void thread.terminate(),
  };
}

/** `undefined` where the process may start none: under `--permission`, for one. */
function startThread(task: DeclaringTask): Worker | undefined {
  try {
    // Not imported: most runs start none, and loading it takes longer than a small description does.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    return new Worker(new URL("./declare-thread.js", import.meta.url), { workerData: task });
  } catch {
    return undefined;
  }
}

/** The work in all is a third more: on a busy machine one thread is sooner done. Windows tells no load; there it counts as none. */
function isIdle(): boolean {
  const [load = 0] = loadavg();
  return availableParallelism() >= 2 && load < availableParallelism() * BUSY;
}

function isLarge(source: string): boolean {
  if (/^https?:/i.test(source)) return false;
  const path = /^file:/i.test(source) ? fileURLToPath(source) : source;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size >= LARGE && isUsual(operationDensity(path, size));
}

function isUsual(density: number): boolean {
  return density >= USUAL.least && density <= USUAL.most;
}

/** `false` also for what is no file of this machine. */
function isOlder(file: string, time: number): boolean {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts !== undefined && facts.ctimeMs < time;
}
