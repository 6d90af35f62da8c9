import { asObject, isObject, isSameJson, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import { isMarked, propertyPlaces } from "../judge/property-places.js";
import { bodyEnvelope, unwrapBody } from "../request/body-envelope.js";
import type { Style } from "../request/valid-value.js";
import { bodyValue } from "../run/build-request.js";
import type { CheckRun } from "../run/check-run.js";
import { type FoundRecord, type IdHint, idName } from "../run/find-record.js";
import { recordPlaces } from "./sent-record.js";

/** The body of an update. */
export interface Change {
  readonly body: unknown;
  /** The record part of the body. */
  readonly sent: JsonObject;
}

/** A small valid change of one field that a read shows. For the style `full`, the whole body. */
export async function plannedChange(
  run: CheckRun,
  { read, hint }: { readonly read: RawOperation; readonly hint: IdHint | undefined },
  media: RawMediaType,
  style: Style,
  current: FoundRecord | undefined,
): Promise<Change | undefined> {
  const full = await bodyValue(run, media, style === "examples" ? "examples" : "full");
  const base = await bodyValue(run, media, "required");
  if (full === undefined) return base === undefined ? undefined : { body: base.value, sent: {} };
  const declaredEnvelope =
    (media.schema === undefined ? undefined : bodyEnvelope(run.judge.request, run.judge.request.place(media.schema))) ??
    shownEnvelope(full.value, current);
  // In `{ url: { url, bitrate } }` the outer `url` is the envelope, the inner one a property of the record.
  const isRecords = declaredEnvelope !== undefined && isObject(current?.record[declaredEnvelope]);
  const envelope = isRecords ? undefined : declaredEnvelope;
  const inner = (value: unknown): JsonObject => unwrapBody(value, envelope, undefined);
  const wrap = (source: unknown, fields: JsonObject): Change => {
    const sent = withCurrentId(fields, current, hint);
    return { sent, body: envelope === undefined ? sent : { ...asObject(source), [envelope]: sent } };
  };
  if (!isObject(full.value)) return { body: full.value, sent: {} };
  if (style !== "required" || base === undefined || media.schema === undefined)
    return wrap(full.value, inner(full.value));
  const place = run.judge.request.place(media.schema);
  const places = recordPlaces(run, read, current);
  for (const [name, value] of Object.entries(inner(full.value))) {
    if (
      value === null ||
      isSameJson(value, current?.record[name]) ||
      /^(id|_id)$/i.test(name) ||
      name === hint?.parameter
    )
      continue;
    const declared = places.flatMap((each) => propertyPlaces(run.judge.response, each, name));
    if (
      declared.length === 0 ||
      declared.some(
        (each) => isMarked(run.judge.response, each, "readOnly") || isMarked(run.judge.response, each, "writeOnly"),
      )
    )
      continue;
    for (const others of [asItIs(inner(base.value), current), inner(base.value)]) {
      const change = wrap(base.value, { ...others, [name]: value });
      if (await run.judge.fits("request", place, change.body)) return change;
    }
  }
  const smallest = wrap(base.value, inner(base.value));
  // An envelope that is optional may still need some content.
  const isValid = await run.judge.fits("request", place, smallest.body);
  return isValid ? smallest : { body: base.value, sent: {} };
}

/**
 * Keeps the values of the record for fields that stay. Another value in a field such as `type` would change the meaning
 * of all others.
 */
function asItIs(fields: JsonObject, current: FoundRecord | undefined): JsonObject {
  const { record = {} } = current ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Object.hasOwn(record, name) ? record[name] : value]),
  );
}

/** The property that contains the record both in answers and in the body: `{ data: { … }, permissions: { … } }`. */
function shownEnvelope(body: unknown, current: FoundRecord | undefined): string | undefined {
  const [name, ...more] = current?.at ?? [];
  return name !== undefined && more.length === 0 && isObject(asObject(body)[name]) ? name : undefined;
}

/** An id in the body must be the id of the record in the path. */
function withCurrentId(fields: JsonObject, current: FoundRecord | undefined, hint: IdHint | undefined): JsonObject {
  if (current === undefined || hint === undefined) return fields;
  const name = idName(current.record, hint);
  if (name !== undefined) return Object.hasOwn(fields, name) ? { ...fields, [name]: current.record[name] } : fields;
  const metadata = asObject(fields.metadata);
  return Object.hasOwn(metadata, "name") ? { ...fields, metadata: { ...metadata, name: current.id } } : fields;
}
