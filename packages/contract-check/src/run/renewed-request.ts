import { asObject, isObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { itemPlaces, propertyPlaces, sameValuePlaces } from "../judge/property-places.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import { withOtherTexts } from "../request/sample-value.js";
import { validValue } from "../request/valid-value.js";
import { isJsonType } from "../request/write-body.js";
import type { SentRequest } from "./api-client.js";
import type { CheckRun } from "./check-run.js";
import { freshKey, IDEMPOTENCY_KEY } from "./idempotency-key.js";
import { referredIds } from "./related-ids.js";

/**
 * Changes a variant so that it is about another record. Generated texts get new numbers. The idempotency key is
 * replaced too, unless the variant changes the key itself.
 */
export async function renewedRequest(
  run: CheckRun,
  { parameters }: RawOperation,
  variant: SentRequest,
  base: SentRequest,
): Promise<SentRequest> {
  const headers: Record<string, string> = { ...variant.headers };
  for (const { name, in: place, schema } of parameters) {
    const key = name.toLowerCase();
    if (place !== "header" || !IDEMPOTENCY_KEY.test(name) || headers[key] === undefined) continue;
    if (headers[key] !== base.headers[key]) continue;
    const fresh = await freshKey(run, schema === undefined ? undefined : run.judge.request.place(schema));
    if (fresh !== undefined) headers[key] = fresh;
  }
  let body = variant.body && withOtherTexts(variant.body, run.random, [variant.target, ...referredIds(run)]);
  const used = Object.entries(asObject(parsed(base))).find(([name]) => IDEMPOTENCY_KEY.test(name))?.[1];
  const fresh = typeof used === "string" ? await freshKey(run, undefined) : undefined;
  if (body !== undefined && fresh !== undefined)
    body = Buffer.from(body.toString("latin1").replaceAll(JSON.stringify(used), JSON.stringify(fresh)), "latin1");
  return { ...variant, headers, body };
}

/**
 * Replaces the texts whose schema has a pattern, because one of them may be taken. `undefined` if the body has none.
 */
export async function withOtherCodes(
  run: CheckRun,
  { body: described }: RawOperation,
  request: SentRequest,
): Promise<SentRequest | undefined> {
  const type = request.headers["content-type"]?.split(";")[0];
  const media = described?.content.find((each) => each.type === type && isJsonType(each.type));
  if (media?.schema === undefined) return undefined;
  const before = parsed(request);
  const after = await otherCodes(run, [run.judge.request.place(media.schema)], before);
  return after === before ? undefined : { ...request, body: Buffer.from(JSON.stringify(after)) };
}

/** The same value if it has none. */
async function otherCodes(run: CheckRun, places: readonly SchemaPlace[], value: unknown): Promise<unknown> {
  const { request: book } = run.judge;
  if (Array.isArray(value)) {
    const items = places.flatMap((place) => itemPlaces(book, place));
    const others = await Promise.all(value.map((item) => otherCodes(run, items, item)));
    return others.every((other, at) => other === value[at]) ? value : others;
  }
  if (isObject(value)) {
    const others: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      const declared = places.flatMap((place) => propertyPlaces(book, place, name));
      others[name] = await otherCodes(run, declared, inner);
    }
    return Object.entries(others).every(([name, other]) => other === value[name]) ? value : others;
  }
  if (typeof value !== "string") return value;
  for (const place of places.flatMap((each) => sameValuePlaces(book, each))) {
    const { pattern, enum: values } = asObject(book.at(place));
    if (pattern === undefined || values !== undefined || !(await run.judge.fits("request", place, value))) continue;
    return (await validValue(run.judge, place, "full", [], run.random))?.value ?? value;
  }
  return value;
}

function parsed({ body }: SentRequest): unknown {
  try {
    return JSON.parse(body?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}
