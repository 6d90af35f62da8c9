import type { RawOperation } from "../description/raw-operation.js";
import { ANOTHER_FIELD, EVERYWHERE, LONG_AGO } from "../request/alterations.js";
import type { Random } from "../request/random.js";
import type { Style } from "../request/valid-value.js";
import { NoAnswer, type Reply, type SentRequest } from "./api-client.js";
import { RELATED_RECORD } from "./body-variants.js";
import { checkReply, excerpt, refusalFaults } from "./check-reply.js";
import { addFinding, type CheckRun, isReplayed } from "./check-run.js";
import { type Base, findBase, isFailing } from "./find-base.js";
import { showsId } from "./find-record.js";
import type { Fault } from "./finding.js";
import { changesRecord } from "./path-values.js";
import { putBack, readDocument, writesOthers } from "./put-back.js";
import { renewedRequest, withOtherCodes } from "./renewed-request.js";
import { NOT_UTF_8, type RequestVariant } from "./request-variant.js";
import { requestVariants } from "./request-variants.js";
import { isLocked } from "./step.js";

const STYLE = "full";

/** Requests that are forbidden, and odd ones, for one operation in a round. */
const ROUND = 20;
/**
 * Most requests with one additional field or a related record. They come before all others except those of
 * `MOST_DATES`.
 */
const MOST_FIELDS = 16;
/**
 * Most requests with one date in the distant past. In a range only one of the two dates may make the server fail, so
 * each date is tried.
 */
const MOST_DATES = 4;
/** Number of variants to examine for each one that is sent. */
const LOOKS = 4;

/**
 * Sends broken and odd requests. The server must reject a forbidden request with an error body. It may reject an odd
 * but allowed one, but must not fail. Each call sends a few new requests, first one of each kind, then a second one of
 * each. The seed decides which ones; a replay sends them all.
 */
export function createInvalidRounds(run: CheckRun, operation: RawOperation): () => Promise<void> {
  const sent = new Set<string>();
  const failing = new Set<string>();
  let round = 0;
  let isOver = false;
  return async () => {
    if (isOver) return;
    isOver = !(await runRound(run, operation, { sent, failing }, ORDERS[round % ORDERS.length] ?? []));
    round += 1;
  };
}

/** Each round begins with another style, which may use another media type. */
const ORDERS: readonly (readonly Style[])[] = [
  ["full", "required"],
  ["required", "full"],
];

/**
 * Knowledge from earlier rounds: the names of sent requests, and fields for which the server fails with every value.
 */
interface Known {
  readonly sent: Set<string>;
  readonly failing: Set<string>;
}

/** @returns whether another round could send more */
async function runRound(
  run: CheckRun,
  operation: RawOperation,
  known: Known,
  styles: readonly Style[],
): Promise<boolean> {
  const isOthers = writesOthers(run, operation);
  const record = isOthers && operation.method !== "DELETE" ? await readDocument(run, operation) : undefined;
  if (isOthers && record === undefined) {
    const reason = "a broken request that is accepted could not be undone; --disposable permits it";
    run.findings.skipped.push({ subject: operation.key, style: STYLE, reason });
    return false;
  }
  const base = await findBase(run, operation, styles);
  const obstacle = obstacleOf(base);
  if (obstacle !== undefined) leaveOut(run, operation, obstacle);
  // If the operation always answers 429, the answers prove nothing.
  if (base === undefined || base.status === 429) return false;
  const round = new InvalidRound(run, operation, known, base, isOthers);
  const goesOn = await round.send(await requestVariants(run, base));
  if (record !== undefined) await putBack(run, operation, STYLE, operation.path, record);
  return goesOn;
}

/** Returns why some requests are left out or prove little. */
function obstacleOf(base: Base | undefined): string | undefined {
  if (base === undefined) return "no valid request to alter was found";
  if (base.status === 429) return "it answers 429 all the time";
  if (isFailing(base)) return "it fails for valid requests, so that odd ones were left out";
  if (base.status === undefined || base.status < 400) return undefined;
  return "it accepted no valid request, so that its rejections of broken ones prove nothing";
}

class InvalidRound {
  readonly #run: CheckRun;
  readonly #operation: RawOperation;
  readonly #known: Known;
  /** Variants that may be sent yet. */
  readonly #left: { forbidden: number; odd: number; judged: number };
  /** The accepted request that the variants are made from. `#renewed` has variants of a later one, by name. */
  #base: Base;
  #renewed: ReadonlyMap<string, RequestVariant> = new Map();

  /** @param isOthers the request changes data that the check did not create, so odd requests are left out */
  constructor(run: CheckRun, operation: RawOperation, known: Known, base: Base, isOthers: boolean) {
    const most = run.replay === undefined ? ROUND : Number.POSITIVE_INFINITY;
    this.#run = run;
    this.#operation = operation;
    this.#known = known;
    this.#base = base;
    this.#left = { forbidden: most, odd: isOthers || isFailing(base) ? 0 : most, judged: most * LOOKS };
  }

  /** @returns whether another round could send more */
  async send(variants: readonly RequestVariant[]): Promise<boolean> {
    const run = this.#run;
    const left = this.#left;
    const before = run.current.exchanges.length;
    // If two variants have the same name, the first wins: it is based on the body that the server is known to accept.
    const firsts = new Map([...variants].reverse().map((variant) => [nameOf(variant), variant]));
    const fresh = [...firsts].reverse().flatMap(([name, variant]) => (this.#known.sent.has(name) ? [] : [variant]));
    for (const variant of this.#inOrder(fresh)) {
      if (left.forbidden + left.odd === 0 || left.judged === 0 || isReplayed(run)) break;
      if (this.#known.sent.has(nameOf(variant))) continue;
      left.judged -= 1;
      const isForbidden = await variant.isForbidden();
      if (!this.#isTaken(variant, isForbidden)) continue;
      // The finding of this variant does not need the exchanges of the other variants.
      run.current.exchanges.length = before;
      const sent = this.#renewed.get(nameOf(variant)) ?? variant;
      const reply = await sendVariant(run, this.#operation, sent, { isForbidden, base: this.#base });
      // An operation that does not answer once may never answer.
      if (reply === undefined) return false;
      if (reply.status >= 500) await this.#noteFailure(variant);
    }
    return fresh.length > 0;
  }

  /**
   * Dates and additional fields come first. Only a few of each are sent, because a server fails for some of them only.
   */
  #inOrder(fresh: readonly RequestVariant[]): readonly RequestVariant[] {
    const { random, replay } = this.#run;
    const some = (oddities: readonly (string | undefined)[], count: number): RequestVariant[] => {
      const found = fresh.filter(({ oddity }) => oddities.includes(oddity));
      return shuffled(found, random).slice(0, replay === undefined ? count : Number.POSITIVE_INFINITY);
    };
    const early =
      this.#left.odd === 0
        ? []
        : [...some([LONG_AGO], MOST_DATES), ...some([ANOTHER_FIELD, RELATED_RECORD], MOST_FIELDS)];
    this.#left.odd += early.length;
    const late = fresh.filter(({ oddity }) => oddity !== ANOTHER_FIELD && oddity !== RELATED_RECORD);
    return [...early, ...inTurns(late, random)];
  }

  /** Decides whether to send a variant, and counts it. False: it is not sent. */
  #isTaken(variant: RequestVariant, isForbidden: boolean | undefined): boolean {
    const { sent, failing } = this.#known;
    const kind = isForbidden === true ? "forbidden" : "odd";
    const isAlike =
      variant.oddity !== ANOTHER_FIELD && [...failing].some((at) => `${variant.at}/`.startsWith(`${at}/`));
    const isIdle = kind === "odd" && (variant.oddity === undefined || isAlike);
    if (this.#left[kind] === 0 && !isIdle) return false;
    sent.add(nameOf(variant));
    if (isIdle) return false;
    this.#left[kind] -= 1;
    return true;
  }

  /** A failed write may have left an incomplete record. The next variants use another record. */
  async #noteFailure({ oddity, at }: RequestVariant): Promise<void> {
    if (oddity === ANOTHER_FIELD) this.#known.failing.add(at);
    if (!changesRecord(this.#run, this.#operation)) return;
    const other = await findBase(this.#run, this.#operation, [this.#base.style]);
    if (other === undefined || other.path === this.#base.path || isFailing(other)) return;
    this.#base = other;
    this.#renewed = new Map((await requestVariants(this.#run, other)).map((each) => [nameOf(each), each]));
  }
}

/** Reports that some requests of a judged operation were not sent. */
function leaveOut({ findings: { judged, skipped } }: CheckRun, { key }: RawOperation, reason: string): void {
  // Each round gives the same reason. Report it once.
  const isKnown = skipped.some((other) => other.subject === key && other.reason === reason);
  if (judged.has(key) && !isKnown) skipped.push({ subject: key, style: STYLE, reason });
}

/** The same in each round. */
function nameOf({ mistake, oddity, at, value }: RequestVariant): string {
  return [mistake, oddity, at, value].join("\n");
}

/** Orders variants: one of each kind, then a second one of each. The first few are then of many kinds. */
function inTurns(variants: readonly RequestVariant[], random: Random): RequestVariant[] {
  const byKind = new Map<string, RequestVariant[]>();
  for (const variant of variants) {
    const kind = `${variant.mistake} ${variant.oddity}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), variant]);
  }
  const isFirst = ({ at }: RequestVariant): number => (at === EVERYWHERE ? 0 : 1);
  const kinds = [...byKind.values()].map((group) => shuffled(group, random).sort((a, b) => isFirst(a) - isFirst(b)));
  const isOdd = ([first]: readonly RequestVariant[]): boolean => first?.oddity !== undefined;
  // In a large description an operation has fewer requests than odd kinds, so their order is random.
  const groups = [...kinds.filter((group) => !isOdd(group)), ...shuffled(kinds.filter(isOdd), random)];
  const turns = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => groups.flatMap((group) => group[turn] ?? [])).flat();
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result: T[] = [];
  for (const item of items) result.splice(random.below(result.length + 1), 0, item);
  return result;
}

/** Sends a variant and judges the answer. `undefined` if there is no answer. */
async function sendVariant(
  run: CheckRun,
  operation: RawOperation,
  variant: RequestVariant,
  { isForbidden, base }: { readonly isForbidden: boolean | undefined; readonly base: Base },
): Promise<Reply | undefined> {
  const add = (fault: Fault | undefined): void => {
    if (fault !== undefined) addFinding(run, operation, "invalid", base.style, fault);
  };
  if (isForbidden) run.findings.invalid += 1;
  const kind = isForbidden ? variant.mistake : `with ${variant.oddity}`;
  const send = (request: SentRequest): Promise<Reply | undefined> =>
    run.client.send(request).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      add({ rule: "no-answer", aspect: kind, details: [error.message] });
      return undefined;
    });
  // Another variant may have created a record with the same texts.
  const request = await renewedRequest(run, operation, variant.request, base.request);
  let reply = await send(request);
  const other = reply?.status === 409 ? await withOtherCodes(run, operation, request) : undefined;
  if (other !== undefined) reply = await send(other);
  if (reply === undefined) return undefined;
  const { status } = reply;
  const said = `${kind}${variant.at === "" ? "" : ` (${variant.at})`}: ${status} ${excerpt(reply)}`;
  if (status >= 500) {
    // 501 is a correct answer of a server that does not implement the request.
    if (!isFailing(base) && (isForbidden || status !== 501))
      add({ rule: "server-error", aspect: `${kind} ${status}`, details: [said] });
  } else if (status >= 400) {
    if (isLocked(run, operation, reply)) return reply;
    if (variant.oddity === NOT_UTF_8) return reply;
    for (const fault of await refusalFaults(run, operation, reply)) add(fault);
    const isAccepted = base.status !== undefined && base.status < 300;
    if (isForbidden === false && isAccepted && (status === 400 || status === 422))
      add({ rule: "odd-refused", aspect: kind, cause: "", details: [said] });
  } else if (isForbidden && isUndocumentedRedirect(operation, status)) {
    // A redirect neither accepts nor rejects the request. The finding for the valid request reports it.
  } else if (isForbidden && variant.name !== undefined && showsId(reply.json, variant.name)) {
    // A body may give a record a name that paths forbid. The record then exists.
  } else if (isForbidden) add({ rule: "invalid-accepted", aspect: kind, cause: causeOf(kind), details: [said] });
  else if (isForbidden === false) add(await checkReply(run.judge, reply, { operation, exists: undefined }));
  return reply;
}

function isUndocumentedRedirect({ responses }: RawOperation, status: number): boolean {
  return status >= 300 && status < 400 && !responses.some(({ status: documented }) => documented.startsWith("3"));
}

/** All mistakes in bodies have one cause: the server does not validate the body. */
function causeOf(mistake: string): string {
  return mistake.includes("parameter") ? mistake : "in the body";
}
