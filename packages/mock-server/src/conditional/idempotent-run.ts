import type { Answer } from "../response/answer.js";
import type { MockContext } from "../server/mock-context.js";
import type { MockRequest } from "../server/mock-request.js";
import type { OperationPlan } from "../server/operation-plan.js";
import { idempotencyKey } from "../server/special-request.js";
import type { Awaitable } from "../store/record-store.js";
import { digest, requestFingerprint, reusedKey } from "./repeated-request.js";

/** Runs a request once for each idempotency key: a repetition gets the answer that was given. */
export type IdempotentRun = (
  plan: OperationPlan,
  request: MockRequest,
  run: () => Awaitable<Answer>,
) => Promise<Answer>;

/** How long answers are kept, in milliseconds. */
export const KEPT_FOR: number = 24 * 60 * 60 * 1000;
const MOST_ANSWERS = 10_000;
/** Of all bodies together, in characters or bytes. */
const MOST_CONTENT = 64 * 1024 * 1024;

interface KeptAnswer {
  readonly request: string;
  readonly answer: Promise<Answer>;
  readonly since: number;
  /** Of the body, once it is known. */
  size: number;
}

/**
 * Keeps what was done, in memory, for one state: an answer that refused the request changed nothing, so the key stays free. Repetitions
 * that come while the first one runs wait for it. @see draft-ietf-httpapi-idempotency-key-header
 */
export function createIdempotentRun(context: MockContext, now: () => number = Date.now): IdempotentRun {
  const kept = new Map<string, KeptAnswer>();
  let content = 0;

  const drop = (key: string, entry: KeptAnswer): void => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    content -= entry.size;
  };
  /** The oldest go first, as the map keeps their order. */
  const makeRoom = (): void => {
    for (const [key, entry] of kept) {
      const isOver = kept.size > MOST_ANSWERS || content > MOST_CONTENT;
      if (!isOver && now() - entry.since < KEPT_FOR) return;
      drop(key, entry);
    }
  };

  return async (plan, request, run) => {
    const { operation } = plan;
    const key = digest(operation.id, idempotencyKey(request) ?? "");
    const fingerprint = await requestFingerprint(request);
    makeRoom();
    const known = kept.get(key);
    if (known && known.request !== fingerprint) return context.refuse(operation, reusedKey(request));
    if (known) {
      const answer = await known.answer;
      return { ...answer, headers: { ...answer.headers, "idempotent-replayed": "true" } };
    }
    const entry: KeptAnswer = { request: fingerprint, answer: Promise.resolve(run()), since: now(), size: 0 };
    kept.set(key, entry);
    try {
      const answer = await entry.answer;
      // A stream can be read once.
      if (answer.status >= 400 || answer.body instanceof ReadableStream) drop(key, entry);
      else if (kept.get(key) === entry) {
        entry.size = answer.body?.length ?? 0;
        content += entry.size;
      }
      return answer;
    } catch (error) {
      drop(key, entry);
      throw error;
    }
  };
}
