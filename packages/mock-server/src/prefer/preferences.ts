import { decodeQueryText, parseQueryPairs } from "@onespec/http-requests";
import type { Operation } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../errors/problem.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { parsePrefer } from "./parse-prefer.js";
import { type StandardPreference, standardPreference } from "./standard-preference.js";

/** What a request wants of its answer. */
export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  /** Made up anew instead of stored or exemplary. */
  readonly dynamic: boolean | undefined;
  readonly seed: string | undefined;
  /** How long the answer is held back, in milliseconds. */
  readonly wait: number;
  /** Asked for in the standard's own words; counts when no code, example or made-up answer is asked for. */
  readonly standard: StandardPreference | undefined;
}

export type ReadPreferences =
  | { readonly ok: true; readonly preferences: Preferences; readonly request: MockRequest }
  | { readonly ok: false; readonly problem: Problem };

const NAMES = ["code", "example", "dynamic", "seed", "wait", "delay"] as const;
const LONGEST_WAIT = 60_000;

/**
 * Reads `Prefer`, or without that header its twins in the query (`?__code=404`). The twins never reach the operation, unless it
 * declares a parameter of that name itself; then they are no preferences.
 */
export function readPreferences(operation: Operation, request: MockRequest): ReadPreferences {
  const { twins, query } = takeTwins(operation, request.query);
  const header = headerText(request.headers, "prefer");
  const given = header === undefined ? twins : parsePrefer(header);
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
  return { ok: true, preferences, request: query === request.query ? request : { ...request, query } };
}

/** `wait` in seconds (RFC 7240, section 4.3), `delay` in milliseconds. */
function readWait(given: ReadonlyMap<string, string>, invalid: (name: string, message: string) => void): number {
  const name = given.has("delay") ? "delay" : "wait";
  const text = given.get(name);
  // Beside `respond-async` it says how long the client would wait, not how long it wants to.
  if (text === undefined || (name === "wait" && given.has("respond-async"))) return 0;
  if (!/^\d+(?:\.\d+)?$/.test(text)) {
    invalid(name, `must be a number of ${name === "delay" ? "milliseconds" : "seconds"}`);
    return 0;
  }
  return Math.min(LONGEST_WAIT, Math.round(Number(text) * (name === "delay" ? 1 : 1000)));
}

function takeTwins(
  { parameters }: Operation,
  query: string,
): { readonly twins: ReadonlyMap<string, string>; readonly query: string } {
  const twins = new Map<string, string>();
  const kept: string[] = [];
  for (const part of query.split("&")) {
    const [pair] = part.startsWith("__") ? parseQueryPairs(part) : [];
    const name = NAMES.find((known) => pair?.name === `__${known}`);
    const isDeclared = parameters.some((parameter) => parameter.in === "query" && parameter.name === pair?.name);
    if (!pair || name === undefined || isDeclared) kept.push(part);
    else if (!twins.has(name)) twins.set(name, decodeQueryText(pair.raw));
  }
  return { twins, query: kept.join("&") };
}

/** The header that tells which preferences were followed. @see RFC 7240, section 3 */
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

/** A token, or a quoted string without what no header may hold. */
function word(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  return `"${text.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
}
