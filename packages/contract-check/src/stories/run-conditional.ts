import { isSameJson } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { type RawPair, recordPath } from "../description/raw-pair.js";
import { bodyMedia, bodyValue, buildRequest } from "../run/build-request.js";
import { excerpt } from "../run/check-reply.js";
import type { CheckRun } from "../run/check-run.js";
import { type FoundRecord, findRecord } from "../run/find-record.js";
import { freshKey, IDEMPOTENCY_KEY } from "../run/idempotency-key.js";
import { fillPath, toldId } from "../run/path-values.js";
import { Broken, callStep, tell, Undecidable } from "../run/step.js";
import { plannedChange } from "./planned-change.js";

const STYLE = "required";

/** Checks entity tags and idempotency keys, if the description has them. @see RFC 9110, section 13 */
export async function runConditional(run: CheckRun, pair: RawPair): Promise<void> {
  const { create, read } = pair;
  if (create === undefined) return;
  const key = create.parameters.find(({ in: place, name }) => place === "header" && IDEMPOTENCY_KEY.test(name));
  if (key !== undefined) {
    const story = { kind: "pair", path: `${create.key} ${key.name}`, style: STYLE } as const;
    await tell(run, story, () => createTwice(run, pair, create, key.name));
  }
  if (read !== undefined && [read, pair.update].some((operation) => operation && speaksOfTags(operation))) {
    await tell(run, { kind: "pair", path: `${pair.itemPath} ETag`, style: STYLE }, () =>
      useTags(run, pair, create, read),
    );
  }
}

function speaksOfTags({ parameters, responses }: RawOperation): boolean {
  return (
    parameters.some(({ in: place, name }) => place === "header" && /^if-(none-)?match$/i.test(name)) ||
    responses.some(({ status, headers }) => TAG_STATUS.has(status) || headers.some(({ name }) => /^etag$/i.test(name)))
  );
}

const TAG_STATUS = new Set(["304", "412", "428"]);

async function createTwice(run: CheckRun, pair: RawPair, create: RawOperation, header: string): Promise<void> {
  const parent = await fillPath(run, create, STYLE);
  const media = bodyMedia(create, STYLE);
  const body = media === undefined ? undefined : await bodyValue(run, media, STYLE);
  if (typeof parent === "string" || body === undefined) throw new Undecidable("no valid request found for the create");
  const built = await buildRequest(run, create, STYLE, parent.path, { optional: false, body: body.value });
  if (built === undefined) throw new Undecidable("no valid request found for the create");
  const name = header.toLowerCase();
  const key = built.headers[name] ?? (await freshKey(run, undefined)) ?? "";
  const request = { ...built, headers: { ...built.headers, [name]: key } };
  const ids: (string | undefined)[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const reply = await run.client.send(request);
    if (reply.status >= 300) throw new Undecidable(`the create answers ${reply.status}`);
    ids.push(await toldId(run, pair, reply));
  }
  const [first, second] = ids;
  if (first === undefined || second === undefined) throw new Undecidable("the answer to the create shows no id");
  if (first !== second) {
    const message = `two requests with the same ${header} made ${first} and ${second}`;
    throw new Broken(create, message, { rule: "idempotency-ignored" });
  }
}

async function useTags(run: CheckRun, pair: RawPair, create: RawOperation, read: RawOperation): Promise<void> {
  const parent = await fillPath(run, create, STYLE);
  const media = bodyMedia(create, STYLE);
  const body = media === undefined ? undefined : await bodyValue(run, media, STYLE);
  if (typeof parent === "string") throw new Undecidable(parent);
  const created = await callStep(run, create, STYLE, parent.path, "create", { body: body?.value });
  const id = await toldId(run, pair, created.reply);
  if (id === undefined) throw new Undecidable("the answer to the create shows no id");
  const path = recordPath(pair, parent.path, id);
  const first = await callStep(run, read, STYLE, path, "read");
  const tag = first.reply.headers.etag;
  if (tag === undefined) throw new Undecidable("the read answers without ETag");
  const headers = { ...first.request.headers, "if-none-match": tag };
  const unchanged = await run.client.send({ ...first.request, headers });
  if (unchanged.status !== 304 && read.responses.some(({ status }) => status === "304")) {
    throw new Broken(read, `If-None-Match: ${tag} is answered with ${unchanged.status}`, { rule: "etag-not-modified" });
  }
  if (pair.update !== undefined) {
    const current = findRecord(first.reply.json, pair);
    await changeTagged(run, { pair, update: pair.update, read, path, tag, current });
  }
  if (pair.remove !== undefined) await callStep(run, pair.remove, STYLE, path, "delete");
}

interface Tagged {
  readonly pair: RawPair;
  readonly update: RawOperation;
  readonly read: RawOperation;
  readonly path: string;
  readonly tag: string;
  readonly current: FoundRecord | undefined;
}

async function changeTagged(run: CheckRun, { pair, update, read, path, tag, current }: Tagged): Promise<void> {
  const media = bodyMedia(update, STYLE);
  const change = media && (await plannedChange(run, { read, hint: pair }, media, STYLE, current));
  if (change === undefined) return;
  await callStep(run, update, STYLE, path, "update", { body: change.body });
  const { reply } = await callStep(run, read, STYLE, path, "read after update");
  const isChanged = !isSameJson(findRecord(reply.json, pair)?.record, current?.record);
  if (!isChanged) return;
  if (reply.headers.etag === tag) {
    throw new Broken(update, `the entity tag is ${tag} before and after the update`, { rule: "etag-stale" });
  }
  const isPromised =
    update.responses.some(({ status }) => status === "412") ||
    update.parameters.some(({ in: place, name }) => place === "header" && /^if-match$/i.test(name));
  const request = await buildRequest(run, update, STYLE, path, { optional: false, body: change.body });
  if (!isPromised || request === undefined) return;
  const late = await run.client.send({ ...request, headers: { ...request.headers, "if-match": tag } });
  if (late.status < 300) {
    const message = `If-Match: ${tag}, which is stale, is answered with ${late.status}: ${excerpt(late)}`;
    throw new Broken(update, message, { rule: "etag-precondition-ignored" });
  }
}
