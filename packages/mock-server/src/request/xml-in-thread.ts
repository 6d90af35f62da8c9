import type { Worker } from "node:worker_threads";
import { type LargeBodies, parseLargeJson } from "@onespec/http-requests";
import type { XmlNodes } from "./xml-nodes.js";

/**
 * Reads XML in a thread of its own: its parser takes up to a millisecond for a thousand characters, in one piece.
 * `undefined` where no thread can be had.
 * @throws JsonRefusal when there are too many elements
 */
export async function xmlInThread(text: string, large: LargeBodies): Promise<XmlNodes | undefined> {
  const json = await large.turn(() => jsonOfThread(text));
  return json === undefined ? undefined : ((await large.run(parseLargeJson(json, large))) as XmlNodes);
}

function jsonOfThread(text: string): Promise<string | undefined> {
  const thread = startThread(text);
  if (thread === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    thread.once("message", resolve);
    thread.once("error", () => resolve(undefined));
    thread.once("exit", () => resolve(undefined));
  });
}

/** `undefined` where the process may start none: under `--permission`, for one. */
function startThread(text: string): Worker | undefined {
  try {
    // Not imported: hardly any server needs it.
    const threads = process.getBuiltinModule("node:worker_threads");
    return new threads.Worker(new URL("./xml-thread.js", import.meta.url), { workerData: text });
  } catch {
    return undefined;
  }
}
