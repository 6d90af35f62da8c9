import { type JsonObject, percentEncode } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import { bodyEnvelope, unwrapBody } from "../request/body-envelope.js";
import { sampleValue } from "../request/sample-value.js";
import { acceptedFields, bodyOf } from "../run/accepted-body.js";
import { bodyMedia, buildRequest } from "../run/build-request.js";
import { excerpt } from "../run/check-reply.js";
import type { CheckRun } from "../run/check-run.js";
import { type FoundRecord, findRecord, idName, idOf } from "../run/find-record.js";
import { type FilledPath, locationId, sentId, takesId } from "../run/path-values.js";
import { Broken, callStep, type Step, Undecidable } from "../run/step.js";
import type { PairStory } from "./pair-story.js";
import { mustHold, responseMedia } from "./sent-record.js";

/** The record that a story is about. */
export interface NewRecord {
  readonly id: string;
  /** The record that was sent. Empty for an existing record. */
  readonly sent: JsonObject;
  /** The `Location` header of the answer to the create. */
  readonly location?: string | undefined;
}

/** Creates the record of a story. @throws Undecidable or Broken if its id is not known */
export async function createRecord(story: PairStory, operation: RawOperation, parent: FilledPath): Promise<NewRecord> {
  const { run, pair, style } = story;
  const { path } = parent;
  const { step, body } = await sendCreate(story, operation, parent);
  const shown = findRecord(step.reply.json, pair);
  // The value may repeat the status, or be a name although paths take numbers. Then it is not the id.
  const isId = shown !== undefined && shown.id !== String(step.reply.status) && (await takesId(run, pair, shown.id));
  const answered = isId ? shown : undefined;
  // If the id is already in the path, the answer shows the parent instead of the new record.
  const isAround = path.split("/").some((segment) => segment === percentEncode(answered?.id ?? "/"));
  const found = isAround ? undefined : answered;
  const sent = sentRecord(story, operation, body, found);
  if (found !== undefined) {
    const writing = { name: "create", writer: operation, rule: "field-lost", style } as const;
    await story.goOn(() => mustHold(run, step, sent, found, writing));
  }
  const chosen = step.reply.text === "" ? chosenId(sent, pair) : undefined;
  const told = found?.id ?? locationId(step.reply.headers.location, pair) ?? chosen;
  const id = told ?? (isAround ? undefined : await sentId(run, pair, path, sent));
  if (id !== undefined) return { id, sent, location: step.reply.headers.location };
  if (isAround) throw new Undecidable("the answer to the create shows the record around the new one");
  if ((shown !== undefined && !isId) || !(await declaresId(run, step, pair)))
    throw new Undecidable("the answer to the create is documented without an id");
  throw new Broken(operation, `create: no id in the answer: ${excerpt(step.reply)}`, { rule: "create-without-id" });
}

/** Sends the create, with other values while they are taken. */
async function sendCreate(
  { run, style }: PairStory,
  operation: RawOperation,
  { path, exists }: FilledPath,
): Promise<{ readonly step: Step; readonly body: unknown }> {
  const media = bodyMedia(operation, style);
  const fields = acceptedFields(run, operation);
  let body = media && ((await bodyOf(run, media, { style, fields })) ?? (await bodyOf(run, media, { style })));
  if (media === undefined && operation.body?.required === true)
    throw new Undecidable("the create takes a media type that cannot be written here");
  if (media !== undefined && body === undefined) throw new Undecidable("no valid body found for the create");
  // If no parent record exists and none can be created, 404 is correct.
  const refusals = exists === false ? [404, 409] : [409];
  let step = await callStep(run, operation, style, path, "create", { body: body?.value, accepted: refusals });
  if (step.reply.status === 404) throw new Undecidable("there is no record for a path parameter of the collection");
  for (let attempt = 1; step.reply.status === 409 && media !== undefined && attempt < 5; attempt += 1) {
    body = await bodyOf(run, media, { style: "full", fields });
    const accepted = attempt < 4 ? [409] : [];
    step = await callStep(run, operation, style, path, "create", { body: body?.value, accepted });
  }
  return { step, body: body?.value };
}

/** The record in a body, which may have an envelope. */
function sentRecord(
  { run, style }: PairStory,
  operation: RawOperation,
  body: unknown,
  found: FoundRecord | undefined,
): JsonObject {
  const { request } = run.judge;
  const schema = bodyMedia(operation, style)?.schema;
  const envelope = schema === undefined ? undefined : bodyEnvelope(request, request.place(schema));
  return unwrapBody(body, envelope, found?.record);
}

/** Checks that the address in `Location` leads to the record. */
export async function mustLeadToRecord(
  { run, style }: PairStory,
  { create, read }: { readonly create: RawOperation; readonly read: RawOperation },
  location: string,
): Promise<void> {
  const url = new URL(location, "http://host.test");
  const request = await buildRequest(run, read, style, url.pathname, { optional: false });
  if (request === undefined) return;
  const query = request.target.split("?")[1] ?? url.search.slice(1);
  const reply = await run.client.send({ ...request, target: query === "" ? url.pathname : `${url.pathname}?${query}` });
  if (reply.status >= 400)
    throw new Broken(create, `Location of the create: GET ${location} answers ${reply.status}: ${excerpt(reply)}`, {
      rule: "location-broken",
    });
}

/** The id that the client chose. It is certain only if the property has the name of the path parameter. */
function chosenId(sent: JsonObject, { parameter, noun }: RawPair): string | undefined {
  const id = idOf(sent, { parameter, noun, collectionPath: "" });
  const name = idName(sent, { parameter, noun, collectionPath: "" });
  return name?.toLowerCase() === parameter.toLowerCase() ? id : undefined;
}

/** True if the documented answer contains an id. */
async function declaresId(run: CheckRun, { operation, reply }: Step, pair: RawPair): Promise<boolean> {
  const media = responseMedia(operation, reply);
  if (media?.schema === undefined) return false;
  const book = run.judge.response;
  const sample = sampleValue(book.place(media.schema), { book, random: run.random, optionalDepth: 3 });
  const found = findRecord(sample, pair);
  return found !== undefined && (await takesId(run, pair, found.id));
}
