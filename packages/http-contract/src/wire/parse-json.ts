import { findJsonFault } from "@onespec/spec-core";
import { parse } from "secure-json-parse";
import { malformedProblem, type Problem, ProblemError } from "../model/problem.js";

/** Deepest nesting of arrays and objects. No API describes deeper values, and recursive code could not handle them. */
const DEEPEST = 500;

/**
 * Parses JSON.
 * @throws ProblemError 400 with line and column for malformed JSON, and for JSON with more than 500 levels, with
 * integers of 22 or more digits, with numbers beyond 1.8e308, or with members that would change an object's prototype
 * (`__proto__`, `constructor.prototype`)
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw new ProblemError(
      malformedProblem("too-deep", "Nested too deeply", `is nested more than ${DEEPEST} levels deep`),
    );
  }
  const lost = lostNumber(text);
  if (lost !== undefined) {
    const reason = /^-?\d+$/.test(lost) ? "whose digits would be lost: it is 10^21 or more" : "which is beyond 1.8e308";
    const detail = `holds the number ${lost.slice(0, 40)}, ${reason}`;
    throw new ProblemError(malformedProblem("number-too-large", "Number too large", detail));
  }
  try {
    return parse(text);
  } catch (error) {
    throw new ProblemError(jsonProblem(text, error));
  }
}

/** Parses a text that may not be JSON. @returns `undefined` for a text that {@link parseJson} rejects */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

function jsonProblem(text: string, error: unknown): Problem {
  const fault = findJsonFault(text);
  if (fault === undefined && error instanceof SyntaxError && /prototype/.test(error.message)) {
    const detail = "must not have a property __proto__, or constructor with a property prototype";
    return malformedProblem("forbidden-name", "Forbidden property", detail);
  }
  const { offset, line, column } = fault ?? { offset: text.length, line: 1, column: 1 };
  const found = text.slice(offset, offset + 1);
  const reason = found === "" ? "the text ends too early" : `unexpected ${JSON.stringify(found)}`;
  const message = `${reason} (line ${line}, column ${column})`;
  const details = [{ in: "body", path: "", message, line, column }];
  return { status: 400, code: "malformed-json", message: "Malformed JSON", details };
}

/** The first number outside of strings that JavaScript would take for infinite, or an integer that it would write with an exponent. */
function lostNumber(text: string): string | undefined {
  if (!/\d{22}|\d[eE]\+?\d{3}/.test(text)) return undefined;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:[.eE][\d.eE+-]*)?/gs))
    if (/^-?\d{22,}$/.test(token) || Math.abs(Number(token)) === Number.POSITIVE_INFINITY) return token;
  return undefined;
}

/** Counts brackets outside of strings. Each level takes two characters, so short texts need no look. */
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > DEEPEST) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
    }
  }
  return false;
}

/** True for a value with more levels of lists and objects. A value that contains itself has them, too. */
export function isNestedDeeper(value: unknown, levels: number = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels <= 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return text.length;
}
