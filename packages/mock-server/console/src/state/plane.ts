import { session } from "./session.js";

/** One problem in an answer of the server. */
export interface Detail {
  readonly message: string;
  readonly path?: string;
  readonly in?: string;
  readonly hint?: string;
}

/** The server rejected the call, or did not answer. */
export class PlaneError extends Error {
  readonly status: number;
  readonly details: readonly Detail[];

  constructor(status: number, message: string, details: readonly Detail[]) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export interface PlaneRequest {
  readonly method?: string;
  readonly body?: unknown;
  /** Media type of the body; JSON if absent. */
  readonly type?: string;
  /** Entity tag. The server rejects the call with 412 if it has changed. */
  readonly ifMatch?: string;
  /** True if the call applies to all sessions, not only to the selected one. */
  readonly ofAll?: boolean;
}

/** Calls the control plane for the selected session. @throws PlaneError */
export async function plane<T>(path: string, request: PlaneRequest = {}): Promise<T> {
  return (await tagged<T>(path, request)).value;
}

/** An answer with its entity tag. */
export interface Tagged<T> {
  readonly value: T;
  readonly tag: string;
}

/** The same as `plane`, with the answer's entity tag. @throws PlaneError */
export async function tagged<T>(path: string, request: PlaneRequest = {}): Promise<Tagged<T>> {
  const { method = "GET", body, type = "application/json", ifMatch, ofAll = false } = request;
  const headers: Record<string, string> = { accept: "application/json" };
  if (session.value !== "" && !ofAll) headers["mock-session"] = session.value;
  if (body !== undefined) headers["content-type"] = type;
  if (ifMatch !== undefined) headers["if-match"] = ifMatch;
  let response: Response;
  try {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    response = await fetch(path, { method, headers, ...init });
  } catch {
    const hint = "Start it again; this page reconnects by itself.";
    throw new PlaneError(0, "The mock server does not answer", [{ message: "The mock server does not answer", hint }]);
  }
  const text = await response.text();
  const answer: unknown = text === "" ? undefined : parse(text);
  if (response.ok) return { value: answer as T, tag: response.headers.get("etag") ?? "" };
  const { error, details } = (answer ?? {}) as { error?: string; details?: readonly Detail[] };
  throw new PlaneError(response.status, error ?? `The server answered ${response.status}`, details ?? []);
}

/** The text of an error for the user. */
export function problemText(error: unknown): string {
  if (!(error instanceof PlaneError)) return error instanceof Error ? error.message : String(error);
  const [detail] = error.details;
  return detail ? `${detail.message}.${detail.hint ? ` ${detail.hint}` : ""}` : `${error.message}.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
