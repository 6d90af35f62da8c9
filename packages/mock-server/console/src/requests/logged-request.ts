import type { RequestSummary } from "../state/live.js";

/** A request and its answer from the log of the control plane. */
export interface LoggedRequest extends RequestSummary {
  readonly request: Message;
  readonly response: Message;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
  readonly bodyOmitted?: true;
}

/** One problem that the server found. */
export interface Reason {
  /** The place to show: the path in the body, or the parameter's name. */
  readonly place: string;
  /** The part of the request: `body`, `query`, `path`, `header` or `cookie`. Empty if unknown. */
  readonly part: string;
  /** JSON pointer inside that part. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

const MOST_REASONS = 50;
/** Longer places are cut, because a body with a wrong media type can become the name of a property. */
const LONGEST_PLACE = 100;

/**
 * Reads from an answer why a request was rejected. Understands the mock's `details`, and common forms of error bodies.
 */
export function refusalReasons(status: number, text: string | undefined): readonly Reason[] {
  if (status < 400 || text === undefined) return [];
  const body = parse(text);
  if (!isObject(body)) return [];
  const list = [body.details, body.errors, body.violations].find((one) => Array.isArray(one) && one.length > 0);
  const reasons = (Array.isArray(list) ? list : []).slice(0, MOST_REASONS).flatMap(reasonOf);
  if (reasons.length > 0) return reasons;
  const message = [body.detail, body.message, body.error_description, body.error, body.title].find(
    (text) => typeof text === "string" || isObject(text),
  );
  if (isObject(message)) return reasonOf(message);
  return typeof message === "string" ? [{ place: "", part: "", path: "", message }] : [];
}

function reasonOf(one: unknown): Reason[] {
  if (typeof one === "string") return [{ place: "", part: "", path: "", message: one }];
  if (!isObject(one) || typeof one.message !== "string") return [];
  const path = typeof one.path === "string" ? one.path : "";
  const part = typeof one.in === "string" ? one.in : "";
  const hint = typeof one.hint === "string" ? { hint: one.hint } : {};
  const place = `${part} ${part === "body" ? path : path.replace(/^\//, "")}`.trim();
  const short = place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place;
  return [{ place: short, part, path, message: one.message, ...hint }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
