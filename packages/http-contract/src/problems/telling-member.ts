import { foldName, nameWords } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../model/problem.js";

/**
 * Finds the member of an enumeration (`type`, `code`, `reason`) whose words describe the problem. If several do,
 * returns the most general one. `undefined` if none does, since any other member would be wrong.
 */
export function fittingMember(
  values: readonly unknown[],
  problem: Problem,
  detail: ProblemDetail | undefined,
): string | number | undefined {
  const { status } = problem;
  const exact = values.find((value) => value === status || value === String(status));
  if (typeof exact === "string" || typeof exact === "number") return exact;
  const numbers = values.filter((value): value is number => typeof value === "number" && isLike(value, status));
  const near = [422, 400].find((value) => numbers.includes(value)) ?? numbers[0];
  if (near !== undefined) return near;
  const members = values.filter((value): value is string => typeof value === "string");
  const find = (expressions: readonly RegExp[], isAny: boolean): string | undefined => {
    for (const expression of expressions) {
      const [best] = members
        .filter((member) => expression.test(foldName(member)))
        .map((member) => ({ member, rank: specificWords(member, expression) }))
        .sort((a, b) => a.rank - b.rank || a.member.length - b.member.length);
      if (best && (isAny || best.rank === 0)) return best.member;
    }
    return undefined;
  };
  // `missing_feature` is no word for a missing field.
  return find(expressionsForDetail(problem, detail), false) ?? find(expressionsFor(problem), true);
}

/** True if both are of one class, such as 4xx. */
function isLike(value: number, status: number): boolean {
  return Math.floor(value / 100) === Math.floor(status / 100);
}

const MISSING = /missing|required|blank|notprovided|empty/;

const INVALID = /invalid|validation|badrequest|malformed|unprocessable|badparam|notvalid|illegalarg|illegalparam/;

/** Words that describe each status, most specific first. They match folded names. */
const BY_STATUS: Readonly<Record<number, RegExp>> = {
  401: /unauthori|unauthenticated|authenticat|notauth|invalidtoken|login|auth/,
  402: /payment/,
  403: /forbidden|permission|denied|notallowed|unauthori|access|authori/,
  404: /notfound|missing|nosuch|notexist|doesntexist|nonexist|unknown(?!error)/,
  405: /method|notallowed|unsupported/,
  406: /notacceptable|accept/,
  409: /conflict|exists?$|exists|duplicate|taken|notunique|inuse/,
  410: /gone|deleted|removed/,
  412: /precondition|etag|stale|version|conflict/,
  413: /toolarge|toobig|size|limit/,
  415: /mediatype|contenttype|unsupported/,
  422: INVALID,
  429: /ratelimit|toomany|throttl|quota/,
  500: /internal|servererror|unexpected|apierror/,
  501: /notimplemented|unsupported/,
  503: /unavailable|overload|maintenance/,
  504: /timeout/,
};

const CLIENT: readonly RegExp[] = [INVALID, /request|client|param|argument|input|usage/];

const ANY = /^(?:(?:api|general|generic|other|unknown|unspecified|default)(?:error)?|error|failure|failed|fail)$/;

function expressionsForDetail({ code }: Problem, detail: ProblemDetail | undefined): readonly RegExp[] {
  switch (code === "validation-failed" && detail?.keyword) {
    case "required":
      return [MISSING];
    case "additionalProperties":
      return [/unknown|unexpected|unrecognized|extra/];
    case "type":
      return [/wrongtype|invalidtype|datatype|typemismatch/];
    default:
      return [];
  }
}

function expressionsFor({ status, code }: Problem): readonly RegExp[] {
  const found: RegExp[] = [];
  if (code.startsWith("idempotency")) found.push(/idempoten/);
  const own = wordsOf({ status, code });
  if (own) found.push(own);
  if (status >= 500) found.push(/server|internal/);
  else if (!isOwnClass(status)) found.push(...CLIENT);
  return [...found, ANY];
}

/** Words that describe exactly this problem. They match folded names. */
export function wordsOf({ status, code }: Pick<Problem, "status" | "code">): RegExp | undefined {
  return code === "validation-failed" ? INVALID : BY_STATUS[status];
}

/** Statuses of which an error of requests is no general word. */
function isOwnClass(status: number): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** Counts the words that make a member more specific, such as `card` in `card_not_found`. */
export function specificWords(member: string, expression: RegExp): number {
  return nameWords(member).filter((word) => !GENERAL.has(word) && !expression.test(word)).length;
}

const GENERAL: ReadonlySet<string> = new Set(
  (
    "not found error errors exception failed failure resource record object entity item request requests param params " +
    "parameter parameters argument value field fields input data id api bad is no such does exist already type code client"
  ).split(" "),
);
