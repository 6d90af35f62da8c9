import { asObject, isObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { shapeOf } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import { NoAnswer } from "./api-client.js";
import { bodyMedia } from "./build-request.js";
import type { ConformanceRun, SingletonFinding } from "./conformance-run.js";
import { fillPath } from "./path-values.js";
import { plannedChange } from "./planned-change.js";
import { mustHold } from "./sent-record.js";
import { Broken, callStep, Undecidable } from "./step.js";

/** A document that is read and written at one path, which belongs to no pair. */
export interface RawSingleton {
  readonly path: string;
  readonly read: RawOperation;
  readonly write: RawOperation;
}

export function rawSingletons({ operations, pairs }: Pick<ConformanceRun, "operations" | "pairs">): RawSingleton[] {
  const paired = new Set(pairs.flatMap(({ collectionPath, itemPath }) => [shapeOf(collectionPath), shapeOf(itemPath)]));
  return operations.flatMap((read) => {
    if (read.method !== "GET" || paired.has(shapeOf(read.path))) return [];
    const write = ["PATCH", "PUT"]
      .map((method) => operations.find(({ key }) => key === `${method} ${read.path}`))
      .find(Boolean);
    return write === undefined ? [] : [{ path: read.path, read, write }];
  });
}

/** What was written is what is read. */
export async function runSingleton(run: ConformanceRun, singleton: RawSingleton, style: Style): Promise<void> {
  const finding = (outcome: SingletonFinding["outcome"], reason: string): void => {
    run.findings.singletons.push({ path: singleton.path, style, outcome, reason });
  };
  try {
    await walk(run, singleton, style);
    finding("whole", "");
  } catch (error) {
    if (error instanceof Undecidable) finding("undecidable", error.message);
    else if (error instanceof Broken || error instanceof NoAnswer) finding("broken", error.message);
    else throw error;
  }
}

async function walk(run: ConformanceRun, { read, write }: RawSingleton, style: Style): Promise<void> {
  const filled = await fillPath(run, read, style);
  if (filled === undefined) throw new Undecidable("no value found for a path parameter");
  const media = bodyMedia(write, style);
  if (media === undefined) throw new Undecidable("no body that can be written here");
  const before = await callStep(run, read, style, filled.path, "read", undefined, [404]);
  const isAbsent = before.reply.status === 404;
  if (!isAbsent && !isObject(before.reply.json)) throw new Undecidable("the answer is no object");
  const current = isAbsent ? undefined : { record: asObject(before.reply.json), id: "", at: [] };
  const change = await plannedChange(run, { read, hint: undefined }, media, style, current);
  if (change === undefined) throw new Undecidable("no valid body found");
  const written = await callStep(run, write, style, filled.path, "update", change.body, isAbsent ? [404] : []);
  if (written.reply.status === 404) throw new Undecidable("nothing is there, and nothing says how to make it");
  const after = await callStep(run, read, style, filled.path, "read after update");
  await mustHold(run, after, change.sent, { record: asObject(after.reply.json), id: "", at: [] }, "read after update");
}
