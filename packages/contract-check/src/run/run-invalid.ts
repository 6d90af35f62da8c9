import { isObject } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import { validValue } from "../request/valid-value.js";
import { isFormType, isJsonType } from "../request/write-body.js";
import { NoAnswer, type SentRequest } from "./api-client.js";
import { bodyMedia, bodyValue, buildRequest } from "./build-request.js";
import { checkErrorReply, documentedResponse, excerpt } from "./check-reply.js";
import { addFinding, type CheckRun } from "./check-run.js";
import type { Fault } from "./finding.js";
import { fillPath } from "./path-values.js";
import { isLocked } from "./step.js";

const STYLE = "full";
/** Fits no number, boolean, date, uuid or enumeration worth testing. */
const WRONG = "surely~wrong";

/** Where HTTP gives a body no meaning, a server may leave it unread. */
const NO_BODY_METHODS = new Set(["GET", "HEAD", "DELETE"]);

/** Requests that the description forbids, each of which must be refused with a body that says so. */
export async function runInvalid(run: CheckRun, operation: RawOperation): Promise<void> {
  const filled = await fillPath(run, operation, STYLE);
  if (typeof filled === "string") return;
  const valid = await buildRequest(run, operation, STYLE, filled.path, { optional: false });
  if (valid === undefined) return;
  for (const [kind, make] of Object.entries(BROKEN)) {
    const request = await make(run, operation, valid, filled.path);
    if (request !== undefined) await mustBeRefused(run, operation, kind, request);
  }
}

async function mustBeRefused(
  run: CheckRun,
  operation: RawOperation,
  kind: string,
  request: SentRequest,
): Promise<void> {
  run.findings.invalid += 1;
  const add = (fault: Fault): void => addFinding(run, operation, "invalid", STYLE, fault);
  const reply = await run.client.send(request).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    return error.message;
  });
  if (typeof reply === "string") add({ rule: "no-answer", aspect: kind, details: [reply] });
  else if (reply.status >= 500)
    add({ rule: "server-error", aspect: `${kind} ${reply.status}`, details: [`${kind}: ${reply.status}`] });
  else if (reply.status < 400)
    add({
      rule: "invalid-accepted",
      aspect: kind,
      cause: causeOf(kind),
      details: [`${kind}: ${reply.status} ${excerpt(reply)}`],
    });
  else if (!isLocked(run, operation, reply)) {
    const fault = await checkErrorReply(run.judge, reply, operation, run.house);
    if (fault !== undefined) add(fault);
    else if (documentedResponse(operation, reply.status) === undefined)
      add({
        rule: "refusal-undocumented",
        aspect: String(reply.status),
        details: [`${reply.status} ${excerpt(reply)}`],
      });
  }
}

/** Values that most descriptions allow and few servers have thought of: beyond 64 bits, a NUL, a page of text. */
const EXTREMES: Readonly<Record<string, readonly unknown[]>> = {
  number: [1e19],
  string: ["a\u0000b", "x".repeat(20_000)],
};
const MOST_EXTREMES = 12;

/** Valid requests with extreme values, one at a time: the server may refuse them, and must not fail. Nothing that exists is changed. */
export async function runExtremes(run: CheckRun, operation: RawOperation): Promise<void> {
  if (operation.method !== "GET" && operation.method !== "POST") return;
  const filled = await fillPath(run, operation, STYLE);
  if (typeof filled === "string") return;
  const valid = await buildRequest(run, operation, STYLE, filled.path, { optional: false });
  if (valid === undefined) return;
  let sent = 0;
  for await (const { name, request } of extremeRequests(run, operation, valid, filled.path)) {
    const reply = await run.client.send(request).catch(() => undefined);
    sent += 1;
    if (reply !== undefined && reply.status >= 500 && reply.status !== 501) {
      const details = [`with an extreme value of ${name}: ${reply.status} ${excerpt(reply)}`];
      addFinding(run, operation, "invalid", STYLE, {
        rule: "server-error",
        aspect: `extreme ${name} ${reply.status}`,
        details,
      });
    }
    if (reply !== undefined && reply.status >= 400 && reply.status < 500 && !isLocked(run, operation, reply)) {
      const fault = await checkErrorReply(run.judge, reply, operation, run.house);
      if (fault !== undefined) addFinding(run, operation, "invalid", STYLE, fault);
    }
    if (sent === MOST_EXTREMES) return;
  }
}

async function* extremeRequests(
  run: CheckRun,
  operation: RawOperation,
  valid: SentRequest,
  path: string,
): AsyncGenerator<{ readonly name: string; readonly request: SentRequest }> {
  for (const { in: place, name, schema, mediaType } of operation.parameters) {
    if (place !== "query" || schema === undefined || mediaType !== undefined || valid.target.includes(`${name}=`))
      continue;
    for (const wanted of ["99999999999999999999", "a\u0000b"]) {
      const reading = /^\d+$/.test(wanted) ? 1e20 : wanted;
      if ((await run.judge.violations("request", run.judge.request.place(schema), reading)).length > 0) continue;
      const query = `${encodeURIComponent(name)}=${encodeURIComponent(wanted)}`;
      yield { name, request: { ...valid, target: `${valid.target}${valid.target.includes("?") ? "&" : "?"}${query}` } };
      break;
    }
  }
  const media = bodyMedia(operation, STYLE);
  if (NO_BODY_METHODS.has(operation.method) || media?.schema === undefined || !isJsonType(media.type)) return;
  const found = await bodyValue(run, media, STYLE);
  if (found === undefined || !isObject(found.value)) return;
  for (const [name, value] of Object.entries(found.value)) {
    for (const extreme of EXTREMES[typeof value] ?? []) {
      const body = { ...found.value, [name]: extreme };
      if ((await run.judge.violations("request", run.judge.request.place(media.schema), body)).length > 0) continue;
      const request = await buildRequest(run, operation, STYLE, path, { optional: false, body });
      if (request !== undefined) yield { name, request };
    }
  }
}

/** A method that the description does not give a path must be refused as well, or answered, without a failure: here `OPTIONS`. */
export async function runUndeclared(run: CheckRun, operation: RawOperation): Promise<void> {
  const filled = await fillPath(run, { ...operation, method: "OPTIONS" }, STYLE);
  if (typeof filled === "string") return;
  const { headers = {} } = run.credentials.partsFor(operation) ?? {};
  const request = { method: "OPTIONS", target: `${run.basePath(STYLE)}${filled.path}`, headers, body: undefined };
  const reply = await run.client.send(request).catch(() => undefined);
  if (reply === undefined) return;
  const { status } = reply;
  const add = (fault: Fault): void => addFinding(run, operation, "invalid", STYLE, fault);
  if (status >= 500 && status !== 501) {
    const details = [`OPTIONS, which is not documented: ${status} ${excerpt(reply)}`];
    add({ rule: "server-error", aspect: `OPTIONS ${status}`, details });
  }
  if (status !== 405) return;
  // RFC 9110, section 15.5.6.
  const allowed = String(reply.headers.allow ?? "")
    .toUpperCase()
    .split(/,\s*/);
  const missing = run.operations.filter(({ path, method }) => path === operation.path && !allowed.includes(method));
  if (missing.length > 0) {
    const names = missing.map(({ method }) => method).join(", ");
    const details = [`OPTIONS: 405, Allow: ${reply.headers.allow ?? "(absent)"}, which lacks ${names}`];
    add({ rule: "allow-incomplete", cause: "405", details });
  }
}

/** Whatever is wrong with it: the server does not look at the body. */
function causeOf(kind: string): string {
  return kind.includes("parameter") ? kind : "body";
}

type MakeInvalid = (
  run: CheckRun,
  operation: RawOperation,
  valid: SentRequest,
  path: string,
) => Promise<SentRequest | undefined>;

const withoutRequiredField: MakeInvalid = async (run, operation, _valid, path) => {
  const media = bodyMedia(operation, STYLE);
  if (NO_BODY_METHODS.has(operation.method)) return undefined;
  if (media?.schema === undefined || !(isJsonType(media.type) || isFormType(media.type))) return undefined;
  const place = run.judge.request.place(media.schema);
  const found = await bodyValue(run, media, STYLE);
  if (found === undefined || !isObject(found.value)) return undefined;
  for (const name of Object.keys(found.value)) {
    const { [name]: _removed, ...body } = found.value;
    // A form without any field is no body at all.
    if (isFormType(media.type) && Object.keys(body).length === 0) continue;
    const violations = await run.judge.violations("request", place, body);
    if (violations.some((violation) => violation.keyword === "required"))
      return buildRequest(run, operation, STYLE, path, { optional: false, body });
  }
  return undefined;
};

const withWrongBody: MakeInvalid = async (run, operation, valid) => {
  const media = bodyMedia(operation, STYLE);
  if (NO_BODY_METHODS.has(operation.method)) return undefined;
  if (media?.schema === undefined || !isJsonType(media.type) || valid.body === undefined) return undefined;
  const place = run.judge.request.place(media.schema);
  const body = 42;
  if ((await run.judge.violations("request", place, body)).length === 0) return undefined;
  return { ...valid, body: Buffer.from(JSON.stringify(body)) };
};

const withWrongPath: MakeInvalid = async (run, operation, valid, path) => {
  const segments = operation.path.split("/");
  for (const [index, segment] of segments.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
    if (parameter === undefined || !(await isForbidden(run, parameter))) continue;
    const wrong = path.split("/");
    wrong[index] = WRONG;
    return { ...valid, target: valid.target.replace(path, wrong.join("/")) };
  }
  return undefined;
};

const withWrongQuery: MakeInvalid = async (run, operation, valid) => {
  for (const parameter of operation.parameters) {
    if (parameter.in !== "query" || parameter.mediaType !== undefined || !(await isForbidden(run, parameter))) continue;
    const name = encodeURIComponent(parameter.name);
    if (valid.target.includes(`${name}=`) || valid.target.includes(`${name}%5B`)) continue;
    return { ...valid, target: `${valid.target}${valid.target.includes("?") ? "&" : "?"}${name}=${WRONG}` };
  }
  return undefined;
};

const withoutQuery: MakeInvalid = async (run, operation, valid) => {
  const required = operation.parameters.find(
    (parameter) => parameter.in === "query" && parameter.required && !isStructured(run, parameter),
  );
  if (required === undefined) return undefined;
  const [path = "", query = ""] = valid.target.split("?");
  const name = encodeURIComponent(required.name);
  const kept = query.split("&").filter((piece) => !piece.startsWith(`${name}=`) && !piece.startsWith(`${name}[`));
  if (kept.length === query.split("&").length) return undefined;
  return { ...valid, target: kept.length === 0 ? path : `${path}?${kept.join("&")}` };
};

/** The body with one property changed to the first of the values that the schema of that property alone forbids. */
async function withField(
  run: CheckRun,
  operation: RawOperation,
  path: string,
  wrongFor: (value: unknown) => readonly unknown[],
  isMeant: (keyword: string) => boolean = () => true,
): Promise<SentRequest | undefined> {
  const media = bodyMedia(operation, STYLE);
  if (NO_BODY_METHODS.has(operation.method) || media?.schema === undefined || !isJsonType(media.type)) return undefined;
  const place = run.judge.request.place(media.schema);
  const found = await bodyValue(run, media, STYLE);
  if (found === undefined || !isObject(found.value)) return undefined;
  for (const [name, value] of Object.entries(found.value)) {
    for (const wrong of wrongFor(value)) {
      const body = { ...found.value, [name]: wrong };
      const violations = await run.judge.violations("request", place, body);
      // A closed choice of schemas may be broken by something else than this field.
      if (
        violations.length > 0 &&
        violations.every(({ at, keyword }) => (at === `/${name}` || at.startsWith(`/${name}/`)) && isMeant(keyword))
      )
        return buildRequest(run, operation, STYLE, path, { optional: false, body });
    }
  }
  return undefined;
}

const withWrongField: MakeInvalid = (run, operation, _valid, path) =>
  withField(run, operation, path, () => [{ [WRONG]: WRONG }, WRONG]);

const withNumberForText: MakeInvalid = (run, operation, _valid, path) =>
  withField(
    run,
    operation,
    path,
    (value) => (typeof value === "string" ? [42] : []),
    (keyword) => keyword === "type",
  );

const withValueOutOfBounds: MakeInvalid = (run, operation, _valid, path) =>
  withField(
    run,
    operation,
    path,
    (value) =>
      typeof value === "number" ? [-1e9, 1e12] : typeof value === "string" ? ["", `${value}${"x".repeat(300)}`] : [],
    (keyword) => BOUNDS.has(keyword),
  );

const BOUNDS = new Set("minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum enum".split(" "));

const withTornBody: MakeInvalid = async (_run, operation, valid) => {
  const media = bodyMedia(operation, STYLE);
  if (NO_BODY_METHODS.has(operation.method) || media === undefined || !isJsonType(media.type)) return undefined;
  return valid.body === undefined ? undefined : { ...valid, body: Buffer.from('{"a": ') };
};

const BROKEN: Readonly<Record<string, MakeInvalid>> = {
  "without a required field": withoutRequiredField,
  "with a body of the wrong type": withWrongBody,
  "with a field of the wrong type": withWrongField,
  "with a number for a text": withNumberForText,
  "with a value out of its bounds": withValueOutOfBounds,
  "with JSON that ends early": withTornBody,
  "with a wrong path parameter": withWrongPath,
  "with a wrong query parameter": withWrongQuery,
  "without a required query parameter": withoutQuery,
};

/** Does the parameter's schema forbid the wrong text, however a server reads it? */
async function isForbidden(run: CheckRun, parameter: RawParameter): Promise<boolean> {
  if (parameter.schema === undefined || isStructured(run, parameter)) return false;
  const place = run.judge.request.place(parameter.schema);
  for (const reading of [WRONG, [WRONG]])
    if ((await run.judge.violations("request", place, reading)).length === 0) return false;
  const found = await validValue(run.judge, place, "full", [], run.random);
  return found !== undefined;
}

function isStructured(run: CheckRun, { schema }: RawParameter): boolean {
  if (schema === undefined) return false;
  const { request } = run.judge;
  const type = (request.at(request.follow(request.place(schema))) as { type?: unknown } | undefined)?.type;
  return [type].flat().includes("object");
}
