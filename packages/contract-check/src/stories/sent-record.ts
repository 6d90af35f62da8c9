import { asObject, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import { propertyPlaces, sameValuePlaces } from "../judge/property-places.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import { bodyEnvelope } from "../request/body-envelope.js";
import type { Style } from "../request/valid-value.js";
import type { Reply } from "../run/api-client.js";
import { documentedMediaType, documentedResponse } from "../run/check-reply.js";
import { addFinding, type CheckRun } from "../run/check-run.js";
import type { FoundRecord } from "../run/find-record.js";
import { Broken, type Step } from "../run/step.js";
import { type LostField, lostFields } from "./compare-record.js";

/** The write whose result is compared. */
export interface Writing {
  /** The step, for messages. */
  readonly name: string;
  readonly writer: RawOperation;
  readonly rule: "field-lost" | "update-lost";
  readonly style: Style;
}

/** Throws `Broken` if the record in an answer lacks sent values. */
export async function mustHold(
  run: CheckRun,
  { operation, reply, request }: Step,
  sent: JsonObject,
  found: FoundRecord,
  { name, writer, rule, style }: Writing,
): Promise<void> {
  const places = recordPlaces(run, operation, found, reply);
  const ignored = new Set([...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, parameter = ""]) => parameter));
  const lost: LostField[] = [];
  const literals = new Set(operation.path.split("/"));
  const segments = request.target.split("?")[0]?.split("/").map(decodeURIComponent) ?? [];
  const named = new Set(segments.filter((segment) => !literals.has(segment)));
  for (const field of await lostFields(run.judge, sent, found.record, places, ignored)) {
    const { at, sent: value, got } = field;
    // If the path and the body differ about an id of the record or its parents, the path wins.
    if ((typeof got === "string" || typeof got === "number") && named.has(String(got))) continue;
    if (!mayWrite(run, writer, at[0] ?? "")) continue;
    const place = [...found.at, ...at];
    if (!(await couldAnswer(run, operation, reply, place, value))) continue;
    // The check of the answer reports the type.
    if (isOtherType(value, got) && !(await couldAnswer(run, operation, reply, place, got))) continue;
    lost.push(field);
  }
  const texts = lost.map(({ at, sent: value, got }) => `${at.join("/")}: sent ${clip(value)}, got ${clip(got)}`);
  const message = `${name} (${request.method} ${request.target}): ${texts.slice(0, 3).join("; ")}`;
  const broken = lost.map(({ at }) => {
    const isShown = at.at(-1) === "(writeOnly)";
    const aspect = at.filter((part) => !/^\d+$/.test(part)).join("/");
    const blamed = isShown ? operation : writer;
    return new Broken(blamed, message, { rule: isShown ? "write-only-shown" : rule, aspect, cause: blamed.key });
  });
  for (const { operation: blamed, fault } of broken.slice(1)) if (fault) addFinding(run, blamed, "story", style, fault);
  if (broken[0]) throw broken[0];
}

/** True for `"85.50"` and `85.5`. */
function isOtherType(sent: unknown, got: unknown): boolean {
  const [text, other] = typeof sent === "string" ? [sent, got] : [got, sent];
  if (typeof text !== "string" || text.trim() === "") return false;
  return typeof other === "number" ? Number(text) === other : typeof other === "boolean" && text === String(other);
}

/**
 * True if a body declares the field, or declares no fields. The server decides about undeclared fields, such as the
 * `id` in an example.
 */
export function mayWrite(run: CheckRun, { body }: RawOperation, name: string): boolean {
  const book = run.judge.request;
  const places = (body?.content ?? []).flatMap(({ schema }) => {
    const place = schema === undefined ? undefined : book.place(schema);
    const envelope = place === undefined ? undefined : bodyEnvelope(book, place);
    return place === undefined
      ? []
      : envelope === undefined
        ? [place]
        : [place, ...propertyPlaces(book, place, envelope)];
  });
  const declared = places
    .flatMap((place) => sameValuePlaces(book, place))
    .flatMap((place) => Object.keys(asObject(asObject(book.at(place)).properties)));
  return declared.length === 0 || declared.includes(name);
}

/** Would the answer fit its schema with the value that was sent? If not, the server had no choice. */
async function couldAnswer(
  run: CheckRun,
  operation: RawOperation,
  reply: Reply,
  at: readonly string[],
  value: unknown,
): Promise<boolean> {
  const schema = responseMedia(operation, reply)?.schema;
  if (schema === undefined || at.includes("(writeOnly)")) return true;
  const place = run.judge.response.place(schema);
  return await run.judge.fits("response", place, withValue(reply.json, at, value));
}

/** A copy in which one value is replaced. */
function withValue(json: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(json))
    return json.map((item, index) => (String(index) === name ? withValue(item, rest, value) : item));
  return { ...asObject(json), [name]: withValue(asObject(json)[name], rest, value) };
}

function clip(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Schemas of the record in an operation's success. */
export function recordPlaces(
  run: CheckRun,
  operation: RawOperation,
  found: FoundRecord | undefined,
  reply?: Reply,
): SchemaPlace[] {
  const media = reply === undefined ? successMedia(operation) : responseMedia(operation, reply);
  if (media?.schema === undefined) return [];
  let places = [run.judge.response.place(media.schema)];
  for (const name of found?.at ?? [])
    places = places.flatMap((place) => propertyPlaces(run.judge.response, place, name));
  return places;
}

export function responseMedia(operation: RawOperation, reply: Reply): RawMediaType | undefined {
  return documentedMediaType(documentedResponse(operation, reply.status)?.content ?? [], reply.mediaType);
}

function successMedia(operation: RawOperation): RawMediaType | undefined {
  const success =
    operation.responses.find(({ status }) => /^2/.test(status)) ??
    operation.responses.find(({ status }) => status === "default");
  return success?.content.find(({ type }) => /json/.test(type));
}
