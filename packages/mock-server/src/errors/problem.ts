/** Why a request is refused. The answer made of it fits the error schema of the operation. */
export interface Problem {
  readonly status: number;
  /** Stable, kebab-case: tells two problems of one status apart. */
  readonly code: string;
  /** One sentence for people; the `error` field of the answer. */
  readonly message: string;
  readonly details: readonly ProblemDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A violation, or anything else worth telling: at least a message, as a rule with a place and a hint. */
export interface ProblemDetail {
  readonly message: string;
  readonly [field: string]: unknown;
}

export function notFoundProblem(what: string, detail: ProblemDetail): Problem {
  return { status: 404, code: "not-found", message: what, details: [detail] };
}

/** 400: the body is not what its headers say it is. */
export function malformedProblem(code: string, message: string, detail: string): Problem {
  return { status: 400, code, message, details: [{ in: "body", path: "", message: detail }] };
}
