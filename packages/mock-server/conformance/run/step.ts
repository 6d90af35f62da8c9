import type { RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import type { Reply, SentRequest } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import { checkReply, excerpt } from "./check-reply.js";
import type { ConformanceRun } from "./conformance-run.js";

/** A step that went wrong; the rest of the pair cannot be judged. */
export class Broken extends Error {}
/** The contract does not say enough. */
export class Undecidable extends Error {}

/** One request of several that belong together. */
export interface Step {
  readonly operation: RawOperation;
  readonly request: SentRequest;
  readonly reply: Reply;
}

/** Sends one step. Anything but a success ends the walk; an answer that does not fit is noted as well. */
export async function callStep(
  run: ConformanceRun,
  operation: RawOperation,
  style: Style,
  path: string,
  name: string,
  body?: unknown,
  accepted: readonly number[] = [],
): Promise<Step> {
  const isWrite = name === "create" || name === "update";
  const request = await buildRequest(run, operation, style, path, { optional: false, ...(isWrite ? { body } : {}) });
  if (request === undefined) throw new Undecidable(`no valid request found for the ${name}`);
  const reply = await run.client.send(request).catch((error: unknown) => String(error));
  const common = { phase: "pair", style, operation: operation.key, request } as const;
  run.findings.answers += 1;
  if (typeof reply === "string") {
    run.findings.failures.push({ ...common, fault: { kind: "no answer", details: [reply] }, reply: undefined });
    throw new Broken(`${name}: ${reply}`);
  }
  if (accepted.includes(reply.status)) return { operation, request, reply };
  const fault = await checkReply(run.judge, reply, { operation, exists: name === "create" ? undefined : true });
  if (fault !== undefined) run.findings.failures.push({ ...common, fault, reply });
  if (reply.status >= 300) {
    const successes = operation.responses.filter(({ status }) => /^(2|default)/i.test(status));
    if (successes.length === 0) throw new Undecidable(`the ${name} documents no success`);
    throw new Broken(`${name}: ${reply.status} ${excerpt(reply)}`);
  }
  return { operation, request, reply };
}
