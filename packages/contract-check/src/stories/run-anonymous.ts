import type { RawOperation } from "../description/raw-operation.js";
import { buildRequest } from "../run/build-request.js";
import { excerpt } from "../run/check-reply.js";
import { addFinding, type CheckRun } from "../run/check-run.js";
import { fillPath } from "../run/path-values.js";
import { putBack, readDocument, writesOthers } from "../run/put-back.js";

const STYLE = "required";

/**
 * Sends a request without credentials and one with wrong credentials. Only for operations whose credentials were given.
 */
export async function runAnonymous(run: CheckRun, operation: RawOperation): Promise<void> {
  const isOpen = operation.security.length === 0 || operation.security.some((names) => names.length === 0);
  if (isOpen || run.credentials.areMissing(operation)) return;
  const filled = await fillPath(run, operation, STYLE);
  if (typeof filled === "string") return;
  const others = writesOthers(run, operation) ? await readDocument(run, operation) : undefined;
  if (others !== undefined && operation.method === "DELETE") {
    const reason = "a deletion without credentials that is accepted could not be undone; --disposable permits it";
    run.findings.skipped.push({ subject: operation.key, style: STYLE, reason });
    return;
  }
  for (const credentials of ["none", "wrong"] as const) {
    const request = await buildRequest(run, operation, STYLE, filled.path, { optional: false, credentials });
    if (request === undefined) return;
    run.findings.invalid += 1;
    const reply = await run.client.send(request);
    if (reply.status >= 300) continue;
    const details = [`with ${credentials === "none" ? "no" : "wrong"} credentials: ${reply.status} ${excerpt(reply)}`];
    addFinding(run, operation, "invalid", STYLE, { rule: "auth-ignored", details });
    if (others !== undefined) await putBack(run, operation, STYLE, filled.path, others);
    return;
  }
}
