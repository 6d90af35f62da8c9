import { asObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { shapeOf } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import { NoAnswer, type Reply, type SentRequest } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import { checkReply, excerpt, refusalFaults } from "./check-reply.js";
import { addFinding, type CheckRun } from "./check-run.js";
import { keyedBody } from "./keyed-body.js";
import { fillPath } from "./path-values.js";
import { isSettingWrite, putBack, readDocument } from "./put-back.js";
import { isLocked, lockReason } from "./step.js";

/**
 * Sends one valid request for an operation and judges the answer.
 * @param last the record in the path. Default: for a DELETE a new one, else any
 */
export async function runOperation(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  last: "fresh" | "present" | undefined = operation.method === "DELETE" ? "fresh" : undefined,
): Promise<void> {
  const isSetting = !run.isDisposable && isSettingWrite(run, operation);
  const before = isSetting ? await readDocument(run, operation) : undefined;
  if (isSetting && before === undefined) {
    const reason = "a setting that cannot be read cannot be put back; --disposable permits to change it";
    run.findings.skipped.push({ subject: operation.key, style, reason });
    return;
  }
  await requestOnce(run, operation, style, last);
  if (before !== undefined) await putBack(run, operation, style, operation.path, before);
}

async function requestOnce(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  last: "fresh" | "present" | undefined,
): Promise<void> {
  const { findings } = run;
  const skip = (reason: string): void => void findings.skipped.push({ subject: operation.key, style, reason });
  const { responses } = operation;
  if (responses.length > 0 && responses.every(({ status }) => status.startsWith("1")))
    return skip("documents nothing but 1xx, which is no answer");
  const filled = await fillPath(run, operation, style, last && { last });
  if (typeof filled === "string") return skip(filled);
  const request = await buildRequest(run, operation, style, filled.path, await keyedBody(run, operation, style));
  if (request === undefined) return skip("no valid parameters or body found");
  const { sent, reply } = await sendFresh(run, operation, filled.path, request);
  if (typeof reply !== "string" && isLocked(run, operation, reply)) return skip(lockReason(run, operation));
  findings.answers += 1;
  findings.judged.add(operation.key);
  if (typeof reply === "string")
    return addFinding(run, operation, "operation", style, { rule: "no-answer", details: [reply] });
  if (reply.status < 300 && run.credentials.areMissing(operation)) findings.unguarded.add(operation.key);
  const mayBeAbsent =
    isDeleted(run, filled.path) || isNamedByBody(run, operation) || isAskedFor(operation) || namesAnother(sent, reply);
  const exists = mayBeAbsent ? undefined : filled.exists;
  const isBare = sent.body === undefined && !sent.target.includes("?");
  const isAboutPath = isBare || namesValueOf(filled.path, operation, reply);
  const fault = await checkReply(run.judge, reply, { operation, exists, isAboutPath });
  if (fault?.rule === "valid-refused" && isCredentialRefusal(run, operation, sent, reply))
    return skip("it takes credentials, and those of the check are made up");
  if (operation.method === "DELETE" && reply.status < 300) run.deleted.add(filled.path);
  if (fault !== undefined) addFinding(run, operation, "operation", style, fault);
  if (fault?.rule === "valid-refused" || fault?.rule === "record-not-found")
    for (const second of await refusalFaults(run, operation, reply))
      addFinding(run, operation, "operation", style, second);
  if (fault === undefined && operation.method === "GET" && style === "required" && run.house.readsAreEqual)
    await mustReadAgain(run, operation, style, sent, reply);
}

interface Sent {
  readonly sent: SentRequest;
  /** A text says why there is no answer. */
  readonly reply: Reply | string;
}

function sendOnce({ client }: CheckRun, request: SentRequest): Promise<Reply | string> {
  return client.send(request).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  });
}

/** An example for a create may name an existing record. After a conflict, other texts are tried. */
async function sendFresh(run: CheckRun, operation: RawOperation, path: string, request: SentRequest): Promise<Sent> {
  let sent = request;
  let reply = await sendOnce(run, sent);
  for (let left = 4; left > 0 && typeof reply !== "string" && reply.status === 409; left -= 1) {
    if (!isCreate(run, operation)) break;
    sent = (await buildRequest(run, operation, "full", path)) ?? sent;
    reply = await sendOnce(run, sent);
  }
  return { sent, reply };
}

async function mustReadAgain(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  sent: SentRequest,
  reply: Reply,
): Promise<void> {
  const again = await sendOnce(run, sent);
  if (typeof again !== "string" && again.text === reply.text) return;
  const details = [excerpt(reply), typeof again === "string" ? again : excerpt(again)];
  addFinding(run, operation, "operation", style, { rule: "reads-differ", details });
}

/** True for `Invalid id: text-7` of `/runs/text-7/log?limit=5`. */
function namesValueOf(path: string, { path: template }: RawOperation, { text }: Reply): boolean {
  const literals = new Set(template.split("/"));
  return path.split("/").some((part) => part.length > 3 && !literals.has(part) && text.includes(part));
}

/**
 * True if the answer is about another record than the path's: `No such split: text-7` for `?split=text-7`, or `None of
 * the span_ids exist`.
 */
function namesAnother({ target, body }: SentRequest, { text }: Reply): boolean {
  const [path = "", query = ""] = target.split("?");
  const said = text.replaceAll(target, "").replaceAll(path, "");
  const names = [...new URLSearchParams(query).keys()].filter((name) => name.length > 3);
  const invented = `${query} ${body ?? ""}`.match(/text-\d+/g) ?? [];
  return [...names, ...invented].some((word) => said.includes(word));
}

/** True for a path such as `POST /reset-password`. Only the body can name the absent record. */
function isAskedFor({ method, path }: RawOperation): boolean {
  return method === "POST" && !path.includes("{");
}

function isCredentialRefusal(run: CheckRun, operation: RawOperation, sent: SentRequest, { status }: Reply): boolean {
  return (
    (status === 401 && isLogin(operation, sent)) || ((status === 400 || status === 401) && isTokenUrl(run, operation))
  );
}

/** True for the token endpoint of a security scheme, which rejects generated credentials. @see RFC 6749, section 5.2 */
function isTokenUrl({ raw }: CheckRun, { path }: RawOperation): boolean {
  const schemes = asObject(asObject(raw.root.components).securitySchemes);
  const flows = Object.values(schemes).flatMap((scheme) => Object.values(asObject(asObject(scheme).flows)));
  return flows.some((flow) => {
    const { tokenUrl } = asObject(flow);
    return typeof tokenUrl === "string" && `/${tokenUrl}`.split(/[?#]/)[0]?.endsWith(path) === true;
  });
}

/** True if the operation takes credentials in its body or query and documents the rejection of wrong ones. */
function isLogin({ responses }: RawOperation, { target, body }: SentRequest): boolean {
  const isDocumented = responses.some(({ status }) => status === "401");
  return isDocumented && (CREDENTIALS.test(body?.toString("utf8") ?? "") || CREDENTIALS.test(target));
}

/** A JSON property, a form field or a query parameter with a credential. */
const CREDENTIALS = /(?:^|["&?])\w*(?:pass(?:word|wd|phrase|code)|secret|token|otp|credential)\w*(?:"\s*:|=)/i;

/** True if the record or one of its parents was deleted earlier, so it may be absent. */
function isDeleted(run: CheckRun, path: string): boolean {
  return [...run.deleted].some((gone) => path === gone || path.startsWith(`${gone.replace(/\/$/, "")}/`));
}

/** True for `PUT /pets`: the body identifies the record. */
function isNamedByBody(run: CheckRun, { method, path }: RawOperation): boolean {
  return (
    (method === "PUT" || method === "PATCH") &&
    run.pairs.some(({ collectionPath }) => shapeOf(collectionPath) === shapeOf(path))
  );
}

function isCreate(run: CheckRun, { method, path }: RawOperation): boolean {
  return method === "POST" && run.pairs.some(({ collectionPath }) => shapeOf(collectionPath) === shapeOf(path));
}
