import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { essence } from "@onespec/http-requests";
import { type Operation, schemaShape } from "@onespec/spec-core";
import { stateKey } from "../behaviour/state-key.js";
import { type BodyPlan, bodyPlans } from "../response/body-plan.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { itemText } from "./item-text.js";
import { streamItems } from "./stream-items.js";
import { DEFAULT_STREAM, type StreamSettings } from "./stream-settings.js";
import { textStream } from "./text-stream.js";

/** Keeps proxies from ending a quiet stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** Items of a sequence where nothing says how many. */
const USUAL_COUNT = 3;

/** Answers with a sequence of items: at once and whole where nothing is to be waited for, else as a stream. */
export function createStreamBehaviour(
  context: MockContext,
  operation: Operation,
  plan: ResponsePlan,
  behave: Behaviour,
): Behaviour {
  const sequence = bodyPlans(context.schemas, plan.response?.content ?? []).find(
    ({ kind }) => kind === "events" || kind === "json-lines",
  );
  /** Without an `itemSchema` or a list the description may mean that there is one item. */
  const isSequence = ({ type }: BodyPlan): boolean =>
    (plan.response?.content ?? []).some(
      (media) =>
        essence(media.type) === type &&
        (media.itemSchema !== undefined ||
          (media.schema && schemaShape(context.schemas, media.schema.json).types.has("array"))),
    );
  return async (call) => {
    const isNegotiated = call.body?.kind === "events" || call.body?.kind === "json-lines";
    const body = isNegotiated ? call.body : sequence;
    // What the operation does it does as ever, and what it refuses stays refused.
    const answer = await behave(call);
    if (!body || answer.status >= 300 || answer.status < 200) return answer;
    const settings = { ...DEFAULT_STREAM, ...call.stream };
    const count = { wished: settings.events, usual: isSequence(body) || body.kind === "events" ? USUAL_COUNT : 1 };
    const items = streamItems(context, operation, call, body, stateKey(operation, call, false), count);
    const headers = { ...answer.headers, "content-type": body.contentType, "cache-control": "no-store" };
    const isBare = call.request.method === "HEAD";
    if (isBare) return { ...answer, headers, body: undefined };
    if (settings.interval === 0 && !settings.open) {
      const parts = inParts(items, (item) => itemText(body, item));
      const { value: first } = await parts.next();
      const second = await parts.next();
      if (second.done) return { ...answer, headers, body: first ?? "" };
      return {
        ...answer,
        headers,
        body: textStream((stop) => joined([first ?? "", second.value], parts, stop), context.stopped),
      };
    }
    const write = (stop: AbortSignal): AsyncGenerator<string> =>
      paced(items, (item) => itemText(body, item), settings, body.kind === "events" ? ": still here\n\n" : "", stop);
    return { ...answer, headers, body: textStream(write, context.stopped) };
  };
}

/** Items that are written at one go: there may be a million. */
const PART = 100;
/** Of them, those between which nobody else is answered. */
const STEP = 20;

async function* inParts(
  items: AsyncIterable<unknown>,
  textOf: (item: unknown) => string,
): AsyncGenerator<string, undefined> {
  let text = "";
  let count = 0;
  for await (const item of items) {
    text += textOf(item);
    count += 1;
    if (count % STEP === 0) await nextTurn();
    if (count % PART !== 0) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
  return undefined;
}

async function* joined(
  made: readonly string[],
  parts: AsyncIterable<string>,
  stop: AbortSignal,
): AsyncGenerator<string> {
  yield* made;
  for await (const part of parts) {
    if (stop.aborted) return;
    yield part;
  }
}

async function* paced(
  items: AsyncIterable<unknown>,
  textOf: (item: unknown) => string,
  { interval, open }: StreamSettings,
  heartbeat: string,
  stop: AbortSignal,
): AsyncGenerator<string> {
  const pause = (time: number): Promise<void> =>
    wait(time, undefined, { signal: stop, ref: false }).catch(() => undefined);
  let isFirst = true;
  for await (const item of items) {
    if (!isFirst) await pause(interval);
    if (stop.aborted) return;
    isFirst = false;
    yield textOf(item);
  }
  while (open && !stop.aborted) {
    await pause(HEARTBEAT_MS);
    if (!stop.aborted && heartbeat !== "") yield heartbeat;
  }
}
