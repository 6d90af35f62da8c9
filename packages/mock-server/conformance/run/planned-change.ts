import { asObject, isSameJson, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import { bodyValue } from "./build-request.js";
import { isMarked, propertyPlaces } from "./compare-record.js";
import type { ConformanceRun } from "./conformance-run.js";
import type { FoundRecord } from "./find-record.js";
import { envelopeOf, recordPlaces } from "./sent-record.js";

/** The body of an update. */
export interface Change {
  readonly body: unknown;
  /** The record part of the body. */
  readonly sent: JsonObject;
}

/** A small valid change of one field that reading shows, or the whole body for the client that fills in everything. */
export async function plannedChange(
  run: ConformanceRun,
  operations: { readonly read: RawOperation; readonly idParameter: string },
  media: RawMediaType,
  style: Style,
  current: FoundRecord | undefined,
): Promise<Change | undefined> {
  const full = await bodyValue(run, media, style === "examples" ? "examples" : "full");
  const base = await bodyValue(run, media, "required");
  if (full === undefined) return base === undefined ? undefined : { body: base.value, sent: {} };
  const envelope = envelopeOf(full.value, current);
  const inner = (value: unknown): JsonObject => asObject(envelope === undefined ? value : asObject(value)[envelope]);
  if (style !== "required" || base === undefined || media.schema === undefined)
    return { body: full.value, sent: inner(full.value) };
  const place = run.judge.request.place(media.schema);
  const places = recordPlaces(run, operations.read, current);
  for (const [name, value] of Object.entries(inner(full.value))) {
    if (
      value === null ||
      isSameJson(value, current?.record[name]) ||
      /^(id|_id)$/i.test(name) ||
      name === operations.idParameter
    )
      continue;
    const declared = places.flatMap((each) => propertyPlaces(run.judge, each, name));
    if (
      declared.length === 0 ||
      declared.some((each) => isMarked(run.judge, each, "readOnly") || isMarked(run.judge, each, "writeOnly"))
    )
      continue;
    const sent = { ...inner(base.value), [name]: value };
    const body = envelope === undefined ? sent : { ...asObject(base.value), [envelope]: sent };
    if ((await run.judge.violations("request", place, body)).length === 0) return { body, sent };
  }
  return { body: base.value, sent: inner(base.value) };
}
