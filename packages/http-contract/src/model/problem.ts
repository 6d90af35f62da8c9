/** A request that is rejected. The answer made of it fits the error schema of the operation. */
export interface Problem {
  readonly status: number;
  /** Stable, kebab-case; distinguishes problems of one status. */
  readonly code: string;
  /** One sentence for people; the `error` field of the answer. */
  readonly message: string;
  readonly details: readonly ProblemDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A violation or a hint: a message, and usually the place in the request. */
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

/** 400: the body is not what its headers say it is. */
export function malformedProblem(code: string, message: string, detail: string): Problem {
  return { status: 400, code, message, details: [{ in: "body", path: "", message: detail }] };
}

/** 413: a bound was reached. @param hint names the option that raises it */
export function tooLargeProblem(message: string, hint: string): Problem {
  return {
    status: 413,
    code: "body-too-large",
    message: "Request body too large",
    details: [{ in: "body", path: "", message, hint }],
  };
}
