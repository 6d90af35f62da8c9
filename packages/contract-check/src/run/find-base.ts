import type { RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import { type Answered, findAccepted } from "./accepted-body.js";
import type { Reply } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import { checkReply } from "./check-reply.js";
import { addFinding, type CheckRun } from "./check-run.js";
import { keyedBody } from "./keyed-body.js";
import { fillPath } from "./path-values.js";
import type { ValidRequest } from "./request-variant.js";
import { isLocked } from "./step.js";

/** A valid request, and the status of its answer. */
export interface Base extends ValidRequest {
  /** `undefined`: it was not sent, because the variants need the record. 0: no answer. */
  readonly status: number | undefined;
}

/**
 * Returns the first valid request that the server accepts. If it accepts none, returns the first one; variants of it
 * prove less.
 */
export async function findBase(
  run: CheckRun,
  operation: RawOperation,
  styles: readonly Style[],
): Promise<Base | undefined> {
  let refused: Base | undefined;
  let least: Base | undefined;
  const refusals: Answered[] = [];
  for (const style of styles) {
    const filled = await fillPath(run, operation, style);
    if (typeof filled === "string") continue;
    const keyed = await keyedBody(run, operation, style);
    const request = await buildRequest(run, operation, style, filled.path, { optional: false, ...keyed });
    if (request === undefined) continue;
    const valid = { operation, request, path: filled.path, style };
    if (operation.method === "DELETE") return { ...valid, status: undefined };
    const reply = await run.client.send(request).catch(() => undefined);
    if (reply === undefined) return { ...valid, status: 0 };
    if (reply.status < 300) {
      least = await accepted(run, valid, reply);
      break;
    }
    if (isLocked(run, operation, reply)) return { ...valid, status: reply.status };
    refused ??= { ...valid, status: reply.status };
    // A 5xx for a valid request is itself a finding.
    if (reply.status >= 500) await judgeReply(run, valid, reply);
    // Other statuses, such as 404, do not depend on the body.
    if ([400, 403, 409, 422].includes(reply.status) || reply.status >= 500) refusals.push({ request, reply });
  }
  const base = least ?? refused;
  if (base === undefined || refusals.length === 0) return base;
  const isWholeFailing = refusals.some(({ reply }) => reply.status >= 500);
  const { path } = base;
  const found = await findAccepted(run, operation, path, { refusals, isLeastAccepted: least !== undefined });
  // It has more than the required fields.
  if (found !== undefined)
    return await accepted(run, { operation, path, style: "full", isWholeFailing, ...found }, found.reply);
  return { ...base, isWholeFailing };
}

async function accepted(run: CheckRun, valid: ValidRequest, reply: Reply): Promise<Base> {
  await judgeReply(run, valid, reply);
  return { ...valid, status: reply.status };
}

async function judgeReply(run: CheckRun, { operation, style }: ValidRequest, reply: Reply): Promise<void> {
  const fault = await checkReply(run.judge, reply, { operation, exists: undefined });
  if (fault !== undefined) addFinding(run, operation, "operation", style, fault);
}

/** True if the server fails for a valid request. Failures for variants then show nothing new. */
export function isFailing({ status }: Base): boolean {
  return status !== undefined && (status === 0 || status >= 500);
}
