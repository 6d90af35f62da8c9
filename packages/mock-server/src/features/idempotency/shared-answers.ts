import { setTimeout as sleep } from "node:timers/promises";
import type { OperationStates } from "../../model/mock-context.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { KEPT_FOR, type KeptAnswers, type WholeAnswer } from "./kept-answers.js";

/** How long a request may run before its server is assumed to be dead, in milliseconds. */
const RUNS_FOR = 60_000;
const ASK_EVERY_MS = 40;
/** Old answers are deleted after this number of new ones. */
const SWEEP_EVERY = 200;

/** A claim, and its answer once there is one. */
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
 * Stores answers for several servers that share their state. The server that claims the key first runs the request, and the others wait.
 */
export function createSharedAnswers({ collection }: OperationStates, now: () => number = Date.now): KeptAnswers {
  let claims = 0;
  const forgetOld = async (): Promise<void> => {
    claims++;
    if (claims % SWEEP_EVERY !== 0) return;
    const where = [{ property: ["since"], operator: "lt", value: now() - KEPT_FOR }] as const;
    for (const { scope, key } of (await collection.list({ where })).records) await collection.delete(scope, key);
  };

  return {
    async begin(name, fingerprint) {
      const key = `idempotency ${name}`;
      for (;;) {
        const claim = { key, request: fingerprint, since: now() };
        if (await collection.insert({ key, scope: [], value: claim })) break;
        const kept = (await collection.get([], key))?.value as Kept | undefined;
        if (!kept) continue;
        if (now() - kept.since > (kept.answer ? KEPT_FOR : RUNS_FOR)) {
          const takeOver = ({ value }: StoredRecord): JsonObject => (value.since === kept.since ? claim : value);
          if ((await collection.update([], key, takeOver))?.value === claim) break;
          continue;
        }
        if (kept.request !== fingerprint) return { kind: "reused" };
        if (kept.answer) return { kind: "known", answer: fromKept(kept.answer) };
        await sleep(ASK_EVERY_MS);
      }
      await forgetOld();
      return {
        kind: "new",
        async settle(answer) {
          if (!answer) await collection.delete([], key);
          else await collection.update([], key, ({ value }) => ({ ...value, answer: toKept(answer) }));
        },
      };
    },
  };
}

function toKept({ status, headers, body }: WholeAnswer): KeptAnswer {
  if (typeof body === "string") return { status, headers, text: body };
  return body === undefined ? { status, headers } : { status, headers, bytes: Buffer.from(body).toString("base64") };
}

function fromKept({ status, headers, text, bytes }: KeptAnswer): WholeAnswer {
  return { status, headers, body: bytes === undefined ? text : Buffer.from(bytes, "base64") };
}
