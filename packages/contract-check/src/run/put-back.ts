import { asObject, isObject, type JsonObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { shapeOf } from "../description/raw-pair.js";
import { sameValuePlaces } from "../judge/property-places.js";
import type { SchemaBook, SchemaPlace } from "../judge/schema-book.js";
import { bodyEnvelope } from "../request/body-envelope.js";
import type { Style } from "../request/valid-value.js";
import { bodyMedia, buildRequest } from "./build-request.js";
import type { CheckRun } from "./check-run.js";

/** True for a write of a document that the check cannot create a copy of, because it has no id. */
export function writesOthers(run: CheckRun, operation: RawOperation): boolean {
  const { method, path } = operation;
  return (
    !run.isDisposable &&
    (isSettingWrite(run, operation) || (!["GET", "HEAD", "POST"].includes(method) && !path.includes("{")))
  );
}

/**
 * True for a `POST` that changes a setting: the same path can be read and is not a list. An example is `{ enabled: true
 * }` for a maintenance mode.
 */
export function isSettingWrite({ operations, pairs, judge }: CheckRun, write: RawOperation): boolean {
  const { method, path } = write;
  const read = operations.find(({ key }) => key === `GET ${path}`);
  const isCollection = pairs.some(({ collectionPath }) => shapeOf(collectionPath) === shapeOf(path));
  const sent = bodyMedia(write, "full")?.schema;
  const success = read?.responses.find(({ status }) => /^(2|default)/i.test(status));
  const shown = success?.content.find(({ type }) => /json/.test(type))?.schema;
  if (method !== "POST" || path.includes("{") || isCollection || sent === undefined || shown === undefined)
    return false;
  const names = propertyNames(judge.request, judge.request.place(sent));
  const known = new Set(propertyNames(judge.response, judge.response.place(shown)));
  return names.length > 0 && names.every((name) => known.has(name));
}

function propertyNames(book: SchemaBook, place: SchemaPlace): string[] {
  return sameValuePlaces(book, place).flatMap((each) => Object.keys(asObject(asObject(book.at(each)).properties)));
}

/** The document at the path of an operation. */
export async function readDocument(run: CheckRun, { path }: RawOperation): Promise<JsonObject | undefined> {
  const read = run.operations.find(({ key }) => key === `GET ${path}`);
  const request = read && (await buildRequest(run, read, "full", path, { optional: false }));
  const reply = request && (await run.client.send(request).catch(() => undefined));
  return reply !== undefined && reply.status < 300 && isObject(reply.json) ? reply.json : undefined;
}

/** Restores a document to its state before the check. If that fails, the report says so. */
export async function putBack(
  run: CheckRun,
  write: RawOperation,
  style: Style,
  path: string,
  record: JsonObject,
): Promise<void> {
  const schema = bodyMedia(write, style)?.schema;
  const place = schema === undefined ? undefined : run.judge.request.place(schema);
  const envelope = place === undefined ? undefined : bodyEnvelope(run.judge.request, place);
  const body = envelope === undefined || Object.hasOwn(record, envelope) ? record : { [envelope]: record };
  const request = await buildRequest(run, write, style, path, { optional: false, body });
  const reply = request === undefined ? undefined : await run.client.send(request).catch(() => undefined);
  if (reply === undefined || reply.status >= 300) {
    const reason = `could not be put back to ${JSON.stringify(record)}`;
    run.findings.skipped.push({ subject: write.key, style, reason });
  }
}
