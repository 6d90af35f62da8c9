import { asObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import { isJsonType } from "../request/write-body.js";
import type { Reply } from "./api-client.js";
import { bodyMedia, bodyValue, buildRequest } from "./build-request.js";
import { checkReply } from "./check-reply.js";
import { addFinding, type CheckRun } from "./check-run.js";
import { fillPath } from "./path-values.js";
import type { ValidRequest } from "./request-variants.js";
import { isLocked } from "./step.js";

/** A valid request, and the status of its answer. */
export interface Base extends ValidRequest {
  /** `undefined`: it was not sent, because the variants need the record; 0: no answer came. */
  readonly status: number | undefined;
}

/** The first valid request that the server accepts; else the first one, whose variants are not worth as much. */
export async function findBase(
  run: CheckRun,
  operation: RawOperation,
  styles: readonly Style[],
): Promise<Base | undefined> {
  let refused: Base | undefined;
  for (const style of styles) {
    const filled = await fillPath(run, operation, style);
    if (typeof filled === "string") continue;
    const request = await buildRequest(run, operation, style, filled.path, { optional: false });
    if (request === undefined) continue;
    const valid = { operation, request, path: filled.path, style };
    if (operation.method === "DELETE") return { ...valid, status: undefined };
    const reply = await run.client.send(request).catch(() => undefined);
    if (reply === undefined) return { ...valid, status: 0 };
    if (reply.status < 300) return accepted(run, valid, reply);
    if (isLocked(run, operation, reply)) return { ...valid, status: reply.status };
    refused ??= { ...valid, status: reply.status };
  }
  // 404 and others say nothing about the body.
  const isAboutBody = [400, 403, 422].includes(refused?.status ?? 0) || (refused?.status ?? 0) >= 500;
  return (refused && isAboutBody && (await baseWithOneField(run, refused))) || refused;
}

const MOST_FIELDS = 12;

/** Adds one field to what is required: a server may need a field that its description does not. */
async function baseWithOneField(run: CheckRun, { operation, path }: Base): Promise<Base | undefined> {
  const style = "required";
  const media = bodyMedia(operation, style);
  if (media?.schema === undefined || !isJsonType(media.type)) return undefined;
  const [least, most] = [await bodyValue(run, media, style), await bodyValue(run, media, "full")];
  const place = run.judge.request.place(media.schema);
  for (const [name, value] of Object.entries(asObject(most?.value)).slice(0, MOST_FIELDS)) {
    const body = { ...asObject(least?.value), [name]: value };
    if (!(await run.judge.fits("request", place, body))) continue;
    const request = await buildRequest(run, operation, style, path, { optional: false, body });
    const reply = request && (await run.client.send(request).catch(() => undefined));
    if (request === undefined || reply === undefined) return undefined;
    if (reply.status >= 300) continue;
    return accepted(run, { operation, request, path, style, body }, reply);
  }
  return undefined;
}

async function accepted(run: CheckRun, valid: ValidRequest, reply: Reply): Promise<Base> {
  const fault = await checkReply(run.judge, reply, { operation: valid.operation, exists: undefined });
  if (fault !== undefined) addFinding(run, valid.operation, "operation", valid.style, fault);
  return { ...valid, status: reply.status };
}

/** Does the server fail without anything odd? That is a finding about the operation, and the failures of its variants say nothing more. */
export function isFailing({ status }: Base): boolean {
  return status !== undefined && (status === 0 || status >= 500);
}
