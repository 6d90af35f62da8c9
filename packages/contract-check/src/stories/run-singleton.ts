import { asObject, isObject, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import { shapeOf } from "../description/raw-pair.js";
import { propertyPlaces } from "../judge/property-places.js";
import type { Style } from "../request/valid-value.js";
import type { SentRequest } from "../run/api-client.js";
import { bodyMedia } from "../run/build-request.js";
import type { CheckRun } from "../run/check-run.js";
import { fillPath, takesPath } from "../run/path-values.js";
import { putBack } from "../run/put-back.js";
import { callStep, tell, Undecidable } from "../run/step.js";
import { plannedChange } from "./planned-change.js";
import { mustHold } from "./sent-record.js";

/** A document that is read and written at one path, and that belongs to no pair. */
export interface RawSingleton {
  readonly path: string;
  readonly read: RawOperation;
  readonly write: RawOperation;
}

export function rawSingletons({ operations, pairs }: Pick<CheckRun, "operations" | "pairs">): RawSingleton[] {
  const paired = new Set(pairs.flatMap(({ collectionPath, itemPath }) => [shapeOf(collectionPath), shapeOf(itemPath)]));
  return operations.flatMap((read) => {
    if (read.method !== "GET" || paired.has(shapeOf(read.path))) return [];
    const writes = operations.filter(({ key }) => key === `PATCH ${read.path}` || key === `PUT ${read.path}`);
    return writes.map((write) => ({ path: read.path, read, write }));
  });
}

/** Checks that a read returns what was written. Restores the old document unless the server is disposable. */
export async function runSingleton(run: CheckRun, singleton: RawSingleton, style: Style): Promise<void> {
  await tell(run, { kind: "singleton", path: singleton.path, style }, () => walk(run, singleton, style));
}

async function walk(run: CheckRun, { read, write }: RawSingleton, style: Style): Promise<void> {
  const filled = await fillPath(run, write, style);
  if (typeof filled === "string") throw new Undecidable(filled);
  if (!(await takesPath(run, read, filled.path)))
    throw new Undecidable("the read does not take the values in the path that the write takes");
  const media = bodyMedia(write, style);
  if (media === undefined) throw new Undecidable("no body that can be written here");
  const before = await callStep(run, read, style, filled.path, "read", { accepted: [404] });
  const known = queryValues(before.request);
  const isAbsent = before.reply.status === 404;
  if (!isAbsent && !isObject(before.reply.json)) throw new Undecidable("the answer is no object");
  const current = isAbsent ? undefined : { record: asObject(before.reply.json), id: "", at: [] };
  const planned = await plannedChange(run, { read, hint: undefined }, media, style, current);
  if (planned === undefined) throw new Undecidable("no valid body found");
  const named = namesInBody(run, media, known);
  const change = {
    body: isObject(planned.body) ? { ...planned.body, ...named } : planned.body,
    sent: { ...planned.sent, ...named },
  };
  try {
    const written = await callStep(run, write, style, filled.path, "update", {
      body: change.body,
      accepted: isAbsent ? [404] : [],
      known,
    });
    if (written.reply.status === 404) throw new Undecidable("there is no document, and no operation creates it");
    const after = await callStep(run, read, style, filled.path, "read after update", { known });
    const found = { record: asObject(after.reply.json), id: "", at: [] };
    await mustHold(run, after, change.sent, found, {
      name: "read after update",
      writer: write,
      rule: "update-lost",
      style,
    });
  } finally {
    if (!run.isDisposable && current !== undefined) await putBack(run, write, style, filled.path, current.record);
  }
}

/** The query values of a request. Each combination may select another document. */
function queryValues({ target }: SentRequest): JsonObject {
  const pairs = new URLSearchParams(target.split("?")[1]);
  return Object.fromEntries([...pairs].map(([name, text]) => [name, /^-?\d{1,15}$/.test(text) ? Number(text) : text]));
}

/** The query values that the body also declares. They are repeated there, to select the same document. */
function namesInBody({ judge }: CheckRun, { schema }: RawMediaType, known: JsonObject): JsonObject {
  const place = schema === undefined ? undefined : judge.request.place(schema);
  const isTaken = (name: string): boolean =>
    place !== undefined && propertyPlaces(judge.request, place, name).length > 0;
  return Object.fromEntries(Object.entries(known).filter(([name]) => isTaken(name)));
}
