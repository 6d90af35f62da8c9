import {
  decodeQueryText,
  headerText,
  type Problem,
  type ProblemDetail,
  parseQueryPairs,
  type RequestTarget,
} from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";

/** The preferences of a request. */
export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  /** Generated, instead of read from the store or an example. */
  readonly dynamic: boolean | undefined;
  readonly seed: string | undefined;
  /** Delay of the answer, in milliseconds. */
  readonly wait: number;
  /** A preference of RFC 7240, such as `return=minimal`. `code`, `example` and `dynamic` come before it. */
  readonly standard: StandardPreference | undefined;
}

export type ReadPreferences =
  | { readonly ok: true; readonly preferences: Preferences; readonly query: string }
  | { readonly ok: false; readonly problem: Problem };

const NAMES = ["code", "example", "dynamic", "seed", "wait", "delay"] as const;
const LONGEST_WAIT = 60_000;

/**
 * Reads `Prefer`, or without that header its query parameters (`?__code=404`). They never reach the operation. A parameter that the
 * operation declares itself is not a preference.
 * @param standing preferences that replace those of the request
 */
export function readPreferences(
  operation: Operation,
  request: RequestTarget,
  standing: string | undefined,
): ReadPreferences {
  const { fromQuery, query } = takeQueryPreferences(operation, request.query);
  const header = standing ?? headerText(request.headers, "prefer");
  const given = header === undefined ? fromQuery : parsePrefer(header);
  const place = header === undefined ? "query" : "header";
  const details: ProblemDetail[] = [];
  const invalid = (name: string, message: string): undefined => {
    details.push({ in: place, path: header === undefined ? `/__${name}` : "/prefer", message: `${name} ${message}` });
  };
  const code = given.get("code");
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) invalid("code", "must be a status from 200 to 599");
  const dynamic = given.get("dynamic");
  if (dynamic !== undefined && !/^(?:true|false)?$/.test(dynamic)) invalid("dynamic", "must be true or false");
  const wait = readWait(given, invalid);
  if (details.length > 0) {
    return { ok: false, problem: { status: 422, code: "invalid-preference", message: "Invalid preference", details } };
  }
  const preferences: Preferences = {
    code: code === undefined ? undefined : Number(code),
    example: given.get("example"),
    dynamic: dynamic === undefined ? undefined : dynamic !== "false",
    seed: given.get("seed"),
    wait,
    standard: standardPreference(operation, given),
  };
  return { ok: true, preferences, query };
}

/** `wait` in seconds (RFC 7240, section 4.3), `delay` in milliseconds. */
function readWait(given: ReadonlyMap<string, string>, invalid: (name: string, message: string) => void): number {
  const name = given.has("delay") ? "delay" : "wait";
  const text = given.get(name);
  // Beside `respond-async`, `wait` is the time that the client is willing to wait.
  if (text === undefined || (name === "wait" && given.has("respond-async"))) return 0;
  if (!/^\d+(?:\.\d+)?$/.test(text)) {
    invalid(name, `must be a number of ${name === "delay" ? "milliseconds" : "seconds"}`);
    return 0;
  }
  return Math.min(LONGEST_WAIT, Math.round(Number(text) * (name === "delay" ? 1 : 1000)));
}

function takeQueryPreferences(
  { parameters }: Operation,
  query: string,
): { readonly fromQuery: ReadonlyMap<string, string>; readonly query: string } {
  const fromQuery = new Map<string, string>();
  const kept: string[] = [];
  for (const part of query.split("&")) {
    const [pair] = part.startsWith("__") ? parseQueryPairs(part) : [];
    const name = NAMES.find((known) => pair?.name === `__${known}`);
    const isDeclared = parameters.some((parameter) => parameter.in === "query" && parameter.name === pair?.name);
    if (!pair || name === undefined || isDeclared) kept.push(part);
    else if (!fromQuery.has(name)) fromQuery.set(name, decodeQueryText(pair.raw));
  }
  return { fromQuery, query: kept.join("&") };
}

/** The header that names the preferences that were followed. @see RFC 7240, section 3 */
export function preferenceApplied({ code, example, dynamic, seed, wait, standard }: Preferences): string {
  const applied = [
    ["code", code],
    ["example", example],
    ["dynamic", dynamic],
    ["seed", seed],
    ["wait", wait === 0 ? undefined : wait / 1000],
  ] as const;
  const own = applied.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${word(String(value))}`]));
  return [...own, ...(standard === undefined ? [] : [standard.applied])].join(", ");
}

/** A token, or a quoted string in which `?` replaces the characters that a header cannot have. */
function word(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  return `"${text.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
}

/**
 * The preferences of a `Prefer` header, by name in lower case. The first of several with the same name counts. Parameters that follow a
 * preference after `;` are read as preferences, because many clients write `code=404; example=gone`. Text that is not a preference is
 * ignored: a preference never makes a request invalid. @see RFC 7240, section 2
 */
function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!preferences.has(key)) preferences.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
  }
  return preferences;
}

/** `name`, `name=word` or `name="quoted, text"`, up to the next `,` or `;`. */
const PREFERENCE = /([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?[^,;]*/g;

/** A preference of RFC 7240, and the documented status that follows it. */
interface StandardPreference {
  readonly code: number;
  /** The value of `Preference-Applied`. */
  readonly applied: string;
}

/**
 * `respond-async`, `return=minimal` and `return=representation` of a write, if the description documents such an answer. @see RFC 7240,
 * sections 4.1 and 4.2
 */
function standardPreference(
  { method, responses }: Operation,
  given: ReadonlyMap<string, string>,
): StandardPreference | undefined {
  if (method === "get" || method === "head") return undefined;
  const statusWith = (statuses: readonly string[], hasBody: boolean): number | undefined => {
    const response = responses.find(
      ({ status, content }) => statuses.includes(status) && (!hasBody || content.length > 0),
    );
    return response && Number(response.status);
  };
  const later = given.has("respond-async") ? statusWith(["202"], false) : undefined;
  if (later) return { code: later, applied: "respond-async" };
  const wanted = given.get("return");
  const code =
    wanted === "minimal"
      ? statusWith(["204"], false)
      : wanted === "representation"
        ? statusWith(["200", "201"], true)
        : undefined;
  return code ? { code, applied: `return=${wanted}` } : undefined;
}
