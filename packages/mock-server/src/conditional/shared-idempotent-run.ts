import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../response/answer.js";
import type { MockContext } from "../server/mock-context.js";
import { idempotencyKey } from "../server/special-request.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { type IdempotentRun, KEPT_FOR } from "./idempotent-run.js";
import { digest, requestFingerprint, reusedKey } from "./repeated-request.js";

/** How long a request may run before its server is taken for dead, in milliseconds. */
const RUNS_FOR = 60_000;
const ASK_EVERY_MS = 40;
/** Old answers are looked for at every so many new ones. */
const SWEEP_EVERY = 200;

/** What is kept under a key: a claim, and the answer once there is one. */
interface Kept extends JsonObject {
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly answer?: KeptAnswer;
}

interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Bytes, in base64. */
  readonly bytes?: string;
}

/**
 * The same as `createIdempotentRun` among servers that share their state: who claims the key first does the work, the others wait for
 * the answer.
 */
export function createSharedIdempotentRun(
  { operationStates, refuse }: MockContext,
  now: () => number = Date.now,
): IdempotentRun {
  const { collection } = operationStates;
  let claims = 0;

  const forgetOld = async (): Promise<void> => {
    claims++;
    if (claims % SWEEP_EVERY !== 0) return;
    const where = [{ property: ["since"], operator: "lt", value: now() - KEPT_FOR }] as const;
    for (const { scope, key } of (await collection.list({ where })).records) await collection.delete(scope, key);
  };

  return async (plan, request, run) => {
    const { operation } = plan;
    const key = `idempotency ${digest(operation.id, idempotencyKey(request) ?? "")}`;
    const fingerprint = await requestFingerprint(request);
    for (;;) {
      const claim = { key, operation: operation.id, request: fingerprint, since: now() };
      if (await collection.insert({ key, scope: [], value: claim })) break;
      const kept = (await collection.get([], key))?.value as Kept | undefined;
      if (!kept) continue;
      if (now() - kept.since > (kept.answer ? KEPT_FOR : RUNS_FOR)) {
        const takeOver = ({ value }: StoredRecord): JsonObject => (value.since === kept.since ? claim : value);
        if ((await collection.update([], key, takeOver))?.value === claim) break;
        continue;
      }
      if (kept.request !== fingerprint) return refuse(operation, reusedKey(request));
      if (kept.answer) return fromKept(kept.answer);
      await sleep(ASK_EVERY_MS);
    }
    await forgetOld();
    try {
      const answer = await run();
      if (answer.status >= 400 || answer.body instanceof ReadableStream) await collection.delete([], key);
      else await collection.update([], key, ({ value }) => ({ ...value, answer: toKept(answer) }));
      return answer;
    } catch (error) {
      await collection.delete([], key);
      throw error;
    }
  };
}

function toKept({ status, headers, body }: Answer): KeptAnswer {
  if (typeof body === "string") return { status, headers, text: body };
  return body instanceof Uint8Array
    ? { status, headers, bytes: Buffer.from(body).toString("base64") }
    : { status, headers };
}

function fromKept({ status, headers, text, bytes }: KeptAnswer): Answer {
  const body = bytes === undefined ? text : Buffer.from(bytes, "base64");
  return { status, headers: { ...headers, "idempotent-replayed": "true" }, body };
}
