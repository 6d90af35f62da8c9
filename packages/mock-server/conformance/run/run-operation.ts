import type { RawOperation } from "../description/raw-operation.js";
import { shapeOf } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import type { SentRequest } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import { checkReply, excerpt } from "./check-reply.js";
import type { ConformanceRun } from "./conformance-run.js";
import { fillPath } from "./path-values.js";

/** One valid request for an operation, and what its answer is worth. */
export async function runOperation(run: ConformanceRun, operation: RawOperation, style: Style): Promise<void> {
  const { findings, judge } = run;
  if (operation.responses.every(({ status }) => status.startsWith("1")) && operation.responses.length > 0) {
    findings.skipped.push({ operation: operation.key, style, reason: "documents nothing but 1xx, which is no answer" });
    return;
  }
  const filled = await fillPath(run, operation, style, { fresh: operation.method === "DELETE" });
  const request = filled === undefined ? undefined : await buildRequest(run, operation, style, filled.path);
  if (filled === undefined || request === undefined) {
    const reason = filled === undefined ? "no value found for a path parameter" : "no valid parameters or body found";
    findings.skipped.push({ operation: operation.key, style, reason });
    return;
  }
  let sent: SentRequest = request;
  let reply = await run.client.send(sent).catch((error: unknown) => String(error));
  for (
    let attempt = 0;
    typeof reply !== "string" && reply.status === 409 && isCreate(run, operation) && attempt < 4;
    attempt += 1
  ) {
    // The example names a record that is there by now: another client would come with another one.
    sent = (await buildRequest(run, operation, "full", filled.path)) ?? sent;
    reply = await run.client.send(sent).catch((error: unknown) => String(error));
  }
  findings.answers += 1;
  const common = { phase: "operation", style, operation: operation.key, request: sent } as const;
  if (typeof reply === "string") {
    findings.failures.push({ ...common, fault: { kind: "no answer", details: [reply] }, reply: undefined });
    return;
  }
  const fault = await checkReply(judge, reply, {
    operation,
    exists: isDeleted(run, filled.path) || isNamedByBody(run, operation) ? undefined : filled.exists,
  });
  if (operation.method === "DELETE" && reply.status < 300) run.deleted.add(filled.path);
  if (fault !== undefined) findings.failures.push({ ...common, fault, reply });
  else if (operation.method === "GET" && style === "required") {
    const again = await run.client.send(sent).catch(() => undefined);
    if (again?.text === reply.text) return;
    const details = [excerpt(reply), again === undefined ? "no answer" : excerpt(again)];
    findings.failures.push({ ...common, fault: { kind: "two reads differ", details }, reply });
  }
}

/** Deleted earlier on, itself or what it belongs to: then it may be absent. */
function isDeleted(run: ConformanceRun, path: string): boolean {
  return [...run.deleted].some((gone) => path === gone || path.startsWith(`${gone}/`));
}

/** `PUT /pets`: the body says which record is meant. */
function isNamedByBody(run: ConformanceRun, { method, path }: RawOperation): boolean {
  return (
    (method === "PUT" || method === "PATCH") &&
    run.pairs.some(({ collectionPath }) => shapeOf(collectionPath) === shapeOf(path))
  );
}

function isCreate(run: ConformanceRun, { method, path }: RawOperation): boolean {
  return method === "POST" && run.pairs.some(({ collectionPath }) => shapeOf(collectionPath) === shapeOf(path));
}
