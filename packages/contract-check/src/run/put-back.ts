import type { JsonObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { bodyEnvelope } from "../request/body-envelope.js";
import type { Style } from "../request/valid-value.js";
import { bodyMedia, buildRequest } from "./build-request.js";
import type { CheckRun } from "./check-run.js";

/** Writes a document as it was before the check; says in the report if that fails. */
export async function putBack(
  run: CheckRun,
  write: RawOperation,
  style: Style,
  path: string,
  record: JsonObject,
): Promise<void> {
  const schema = bodyMedia(write, style)?.schema;
  const place = schema === undefined ? undefined : run.judge.request.place(schema);
  const envelope = place === undefined ? undefined : bodyEnvelope(run.judge.request, place);
  const body = envelope === undefined || Object.hasOwn(record, envelope) ? record : { [envelope]: record };
  const request = await buildRequest(run, write, style, path, { optional: false, body });
  const reply = request === undefined ? undefined : await run.client.send(request).catch(() => undefined);
  if (reply === undefined || reply.status >= 300) {
    const reason = `could not be put back to ${JSON.stringify(record)}`;
    run.findings.skipped.push({ subject: write.key, style, reason });
  }
}
