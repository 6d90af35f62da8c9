import type { Worker } from "node:worker_threads";

/**
 * The text that a thread says and then ends; `undefined` where no thread can be had, or it fails.
 * @param gone nobody waits for the text any more: the thread is ended
 */
export function textOfThread(file: URL, data: unknown, gone?: AbortSignal): Promise<string | undefined> {
  const thread = startThread(file, data);
  if (thread === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    thread.once("message", resolve);
    thread.once("error", () => resolve(undefined));
    thread.once("exit", () => resolve(undefined));
    gone?.addEventListener("abort", () => void thread.terminate(), { once: true });
  });
}

/** `undefined` where the process may start none: under `--permission`, for one. */
function startThread(file: URL, data: unknown): Worker | undefined {
  try {
    // Not imported: hardly any server needs it.
    const threads = process.getBuiltinModule("node:worker_threads");
    return new threads.Worker(file, { workerData: data });
  } catch {
    return undefined;
  }
}
