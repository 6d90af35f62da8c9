import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { type BodyPlan, bodyPlans, essence, itemText, type ResponsePlan } from "@onespec/http-contract";
import { type Operation, schemaShape } from "@onespec/spec-core";
import { DEFAULT_STREAM, type StreamSettings } from "../../config/mock-extension.js";
import type { Behaviour, MockContext } from "../../model/mock-context.js";
import { stateKey } from "../../model/state-key.js";
import { streamItems } from "./stream-items.js";

/** Interval of comments in a quiet stream, so that proxies do not end it, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** Number of items in a sequence, if neither the request nor the description says. */
const USUAL_COUNT = 3;

/** Answers with a sequence of items: whole if there is nothing to wait for, else as a stream. */
export function createStreamBehaviour(
  context: MockContext,
  operation: Operation,
  plan: ResponsePlan,
  behave: Behaviour,
): Behaviour {
  const sequence = bodyPlans(context.schemas, plan.response?.content ?? []).find(
    ({ kind }) => kind === "events" || kind === "json-lines",
  );
  /** True if the description says that there are several items: with an `itemSchema` or a list. */
  const isSequence = ({ type }: BodyPlan): boolean =>
    (plan.response?.content ?? []).some(
      (media) =>
        essence(media.type) === type &&
        (media.itemSchema !== undefined ||
          (media.schema && schemaShape(context.schemas, media.schema.json).types.has("array"))),
    );
  return async (call) => {
    const isNegotiated = call.answerAs?.kind === "events" || call.answerAs?.kind === "json-lines";
    const body = isNegotiated ? call.answerAs : sequence;
    // The operation runs as usual, and its rejections are answered unchanged.
    const answer = await behave(call);
    if (!body || answer.status >= 300 || answer.status < 200) return answer;
    const settings = { ...DEFAULT_STREAM, ...call.stream };
    const count = { wished: settings.events, usual: isSequence(body) || body.kind === "events" ? USUAL_COUNT : 1 };
    const items = streamItems(context, operation, call, body, stateKey(operation, call, false), count);
    const headers = { ...answer.headers, "content-type": body.contentType, "cache-control": "no-store" };
    if (call.target.method === "HEAD") return { ...answer, headers, body: undefined };
    const textOf = (item: unknown): string => itemText(body, item);
    const gone = new AbortController();
    if (settings.interval > 0 || settings.open) {
      const texts = paced(items, textOf, settings, body.kind === "events" ? ": still here\n\n" : "", gone.signal);
      return { ...answer, headers, body: textStream([], texts, gone, context.stopped) };
    }
    const parts = inParts(items, textOf);
    const [first, second] = [await parts.next(), await parts.next()];
    if (second.done) return { ...answer, headers, body: first.value ?? "" };
    return { ...answer, headers, body: textStream([first.value ?? "", second.value], parts, gone, context.stopped) };
  };
}

/** Number of items in one chunk: there may be a million items. */
const PART = 100;
/** Number of items before other requests get a turn. */
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

/**
 * Streams texts as fast as the client reads them. Ends when the client disconnects or the server stops.
 * @param made the first texts @param gone aborted at the end
 */
function textStream(
  made: string[],
  texts: AsyncGenerator<string, unknown>,
  gone: AbortController,
  stopped: AbortSignal,
): ReadableStream<Uint8Array> {
  const end = (): void => gone.abort();
  stopped.addEventListener("abort", end, { once: true });
  const release = (): void => stopped.removeEventListener("abort", end);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = made.shift() ?? (stopped.aborted ? undefined : (await texts.next()).value);
        if (gone.signal.aborted && !stopped.aborted) return;
        if (typeof text === "string") return controller.enqueue(encoder.encode(text));
        release();
        controller.close();
      },
      cancel() {
        release();
        end();
      },
    },
    { highWaterMark: 0 },
  );
}
