import { isObject, type JsonObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { Random } from "../request/random.js";
import { NoAnswer, type Reply, type SentRequest } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import { checkErrorReply, checkReply, documentedResponse, excerpt } from "./check-reply.js";
import { addFinding, type CheckRun } from "./check-run.js";
import { showsId } from "./find-record.js";
import type { Fault } from "./finding.js";
import { fillPath } from "./path-values.js";
import { putBack } from "./put-back.js";
import { type RequestVariant, requestVariants } from "./request-variants.js";
import { isLocked } from "./step.js";

const STYLE = "full";

/**
 * Requests of each kind for one operation, those that the description forbids and odd ones that it allows: the fewer operations, the
 * more for each. The seed decides which; a replay sends them all.
 */
const FEWEST = 12;
const MOST = 80;
const ALL_TOGETHER = 600;
/** Variants that are looked at for one that is sent. */
const LOOKS = 4;

/**
 * Requests that the description forbids, each of which must be refused with a body that says so; and odd ones that it allows, which
 * the server may refuse, but must not fail for.
 */
export async function runInvalid(run: CheckRun, operation: RawOperation): Promise<void> {
  const filled = await fillPath(run, operation, STYLE);
  if (typeof filled === "string") return;
  const request = await buildRequest(run, operation, STYLE, filled.path, { optional: false });
  if (request === undefined) return;
  // The check cannot make a document without an id for itself.
  const isOthers =
    !run.isDisposable && !["GET", "HEAD", "POST"].includes(operation.method) && !operation.path.includes("{");
  const record =
    isOthers && operation.method !== "DELETE" ? await readDocument(run, operation, filled.path) : undefined;
  if (isOthers && record === undefined) {
    const reason = "a broken request that is accepted could not be undone";
    run.findings.skipped.push({ subject: operation.key, style: STYLE, reason });
    return;
  }
  const isFailing = await failsAnyway(run, request);
  const variants = await requestVariants(run, { operation, request, path: filled.path });
  const share = Math.min(MOST, Math.max(FEWEST, Math.floor(ALL_TOGETHER / run.operations.length)));
  const most = run.isReplay ? Number.POSITIVE_INFINITY : share;
  const left = { forbidden: most, odd: isOthers || isFailing ? 0 : most, judged: most * LOOKS };
  for (const variant of inTurns(variants, run.random)) {
    if (left.forbidden + left.odd === 0 || left.judged === 0) break;
    left.judged -= 1;
    const isForbidden = await variant.isForbidden();
    const kind = isForbidden === true ? "forbidden" : "odd";
    if (left[kind] === 0 || (kind === "odd" && variant.oddity === undefined)) continue;
    left[kind] -= 1;
    const reply = await sendVariant(run, operation, variant, { isForbidden, isFailing });
    // An operation that is silent once may be so each time.
    if (reply === undefined) break;
  }
  if (record !== undefined) await putBack(run, operation, STYLE, filled.path, record);
}

/** Does the server fail without anything odd? That is a finding about the operation, and the failures of its variants say nothing more. */
async function failsAnyway(run: CheckRun, request: SentRequest): Promise<boolean> {
  // The variants need the record.
  if (request.method === "DELETE") return false;
  const reply = await run.client.send(request).catch(() => undefined);
  return reply === undefined || reply.status >= 500;
}

async function readDocument(run: CheckRun, { path }: RawOperation, filled: string): Promise<JsonObject | undefined> {
  const read = run.operations.find(({ key }) => key === `GET ${path}`);
  const request = read && (await buildRequest(run, read, STYLE, filled, { optional: false }));
  const reply = request && (await run.client.send(request).catch(() => undefined));
  return reply !== undefined && reply.status < 300 && isObject(reply.json) ? reply.json : undefined;
}

/** One of each kind, then another one of each, so that a few of them are of many kinds. */
function inTurns(variants: readonly RequestVariant[], random: Random): RequestVariant[] {
  const byKind = new Map<string, RequestVariant[]>();
  for (const variant of variants) {
    const kind = `${variant.mistake} ${variant.oddity}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), variant]);
  }
  const kinds = [...byKind.values()].map((group) => shuffled(group, random));
  const isOdd = ([first]: readonly RequestVariant[]): boolean => first?.oddity !== undefined;
  // An operation of a large description has fewer turns than there are odd kinds.
  const groups = [...kinds.filter((group) => !isOdd(group)), ...shuffled(kinds.filter(isOdd), random)];
  const turns = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => groups.flatMap((group) => group[turn] ?? [])).flat();
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result: T[] = [];
  for (const item of items) result.splice(random.below(result.length + 1), 0, item);
  return result;
}

/** Sends one and judges the answer; `undefined`: there is none. */
async function sendVariant(
  run: CheckRun,
  operation: RawOperation,
  variant: RequestVariant,
  { isForbidden, isFailing }: { readonly isForbidden: boolean | undefined; readonly isFailing: boolean },
): Promise<Reply | undefined> {
  const add = (fault: Fault | undefined): void => {
    if (fault !== undefined) addFinding(run, operation, "invalid", STYLE, fault);
  };
  if (isForbidden) run.findings.invalid += 1;
  const kind = isForbidden ? variant.mistake : `with ${variant.oddity}`;
  const reply = await run.client.send(variant.request).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    add({ rule: "no-answer", aspect: kind, details: [error.message] });
    return undefined;
  });
  if (reply === undefined) return undefined;
  const { status } = reply;
  const said = `${kind}${variant.at === "" ? "" : ` (${variant.at})`}: ${status} ${excerpt(reply)}`;
  if (status >= 500) {
    // 501 is how a server says that it cannot do what was asked.
    if (!isFailing && (isForbidden || status !== 501))
      add({ rule: "server-error", aspect: `${kind} ${status}`, details: [said] });
  } else if (status >= 400) {
    if (!isLocked(run, operation, reply)) add(await refusalFault(run, operation, reply));
  } else if (isForbidden && variant.name !== undefined && showsId(reply.json, variant.name)) {
    // Bodies may give records names that paths forbid.
  } else if (isForbidden) add({ rule: "invalid-accepted", aspect: kind, cause: causeOf(kind), details: [said] });
  else if (isForbidden === false) add(await checkReply(run.judge, reply, { operation, exists: undefined }));
  return reply;
}

async function refusalFault(run: CheckRun, operation: RawOperation, reply: Reply): Promise<Fault | undefined> {
  const fault = await checkErrorReply(run.judge, reply, operation, run.house);
  if (fault !== undefined || documentedResponse(operation, reply.status) !== undefined) return fault;
  const details = [`${reply.status} ${excerpt(reply)}`];
  return { rule: "refusal-undocumented", aspect: String(reply.status), details };
}

/** Whatever is wrong with it: the server does not look at the body. */
function causeOf(mistake: string): string {
  return mistake.includes("parameter") ? mistake : "body";
}
