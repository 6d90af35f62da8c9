/** A rejection of a request. Its answer matches the operation's error schema. */
export interface Problem {
  readonly status: number;
  /** Stable, in kebab-case. Tells problems with the same status apart. */
  readonly code: string;
  /** One sentence for people; the `error` field of the answer. */
  readonly message: string;
  readonly details: readonly ProblemDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A violation or a hint: a message, and usually its place in the request. */
export interface ProblemDetail {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Thrown to reject a request: the client gets the problem in the operation's own error schema. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** Read by Fastify and its plugins. */
  readonly statusCode: number;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = "ProblemError";
    this.problem = problem;
    this.statusCode = problem.status;
  }
}

export function notFoundProblem(message: string, detail: ProblemDetail): Problem {
  return { status: 404, code: "not-found", message, details: [detail] };
}

/** 400: the body does not match its headers. */
export function malformedProblem(code: string, message: string, detail: string): Problem {
  return { status: 400, code, message, details: [{ in: "body", path: "", message: detail }] };
}

/** 413: a limit was exceeded. @param hint names the option that raises it */
export function tooLargeProblem(message: string, hint: string): Problem {
  return {
    status: 413,
    code: "body-too-large",
    message: "Request body too large",
    details: [{ in: "body", path: "", message, hint }],
  };
}
