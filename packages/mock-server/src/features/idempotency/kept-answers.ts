import type { Answer } from "@onespec/http-contract";

/** How long answers are kept, in milliseconds. */
export const KEPT_FOR: number = 24 * 60 * 60 * 1000;

/** An answer without a stream. */
export type WholeAnswer = Omit<Answer, "body"> & { readonly body: string | Uint8Array | undefined };

/** The answers that were given to requests with idempotency keys, for one state. */
export interface KeptAnswers {
  /** Claims a key for a request, or finds the stored answer. Repetitions wait while the first request runs. */
  begin(key: string, fingerprint: string): Promise<Claim>;
}

export type Claim =
  /** The request must run. `settle` takes its answer; `undefined` if it changed nothing, so that the key stays free. */
  | { readonly kind: "new"; settle(answer: WholeAnswer | undefined): Promise<void> | void }
  | { readonly kind: "known"; readonly answer: WholeAnswer }
  /** The key was sent with another request. */
  | { readonly kind: "reused" };

const MOST_ANSWERS = 10_000;
/** Size of all bodies together, in characters or bytes. */
const MOST_CONTENT = 64 * 1024 * 1024;

interface Entry {
  readonly fingerprint: string;
  readonly since: number;
  readonly answer: Promise<WholeAnswer | undefined>;
  /** Size of the body, once it is known. */
  size: number;
}

/** Keeps answers in memory. @see draft-ietf-httpapi-idempotency-key-header */
export function createMemoryAnswers(now: () => number = Date.now): KeptAnswers {
  const kept = new Map<string, Entry>();
  let content = 0;

  const drop = (key: string, entry: Entry): void => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    content -= entry.size;
  };
  /** Drops the oldest answers first: the map keeps their order. */
  const makeRoom = (): void => {
    for (const [key, entry] of kept) {
      const isOver = kept.size > MOST_ANSWERS || content > MOST_CONTENT;
      if (!isOver && now() - entry.since < KEPT_FOR) return;
      drop(key, entry);
    }
  };
  const claim = (key: string, fingerprint: string): Claim => {
    let resolve: (answer: WholeAnswer | undefined) => void = () => {};
    const answer = new Promise<WholeAnswer | undefined>((done) => {
      resolve = done;
    });
    const entry: Entry = { fingerprint, since: now(), answer, size: 0 };
    kept.set(key, entry);
    return {
      kind: "new",
      settle(given) {
        if (!given) drop(key, entry);
        else if (kept.get(key) === entry) {
          entry.size = given.body?.length ?? 0;
          content += entry.size;
        }
        resolve(given);
      },
    };
  };

  return {
    async begin(key, fingerprint) {
      for (;;) {
        makeRoom();
        const known = kept.get(key);
        if (!known) return claim(key, fingerprint);
        if (known.fingerprint !== fingerprint) return { kind: "reused" };
        const answer = await known.answer;
        // The first request failed, so this one may run.
        if (answer) return { kind: "known", answer };
      }
    },
  };
}
