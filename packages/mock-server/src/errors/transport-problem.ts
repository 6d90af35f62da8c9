import type { Problem } from "./problem.js";

/** What went wrong before a request was whole: too large, cut off, not HTTP. @param given what the transport calls it */
export function transportProblem(given: {
  readonly statusCode?: number | undefined;
  readonly message: string;
}): Problem {
  const status = given.statusCode !== undefined && given.statusCode < 500 ? given.statusCode : 400;
  const isTooLarge = status === 413;
  return {
    status,
    code: isTooLarge ? "body-too-large" : "bad-request",
    message: isTooLarge ? "Request body too large" : "Bad request",
    details: [{ in: "body", path: "", message: given.message }],
  };
}

/** A full disk is the machine's doing, not a bug: 507 (RFC 4918, section 11.5). `undefined`: it is something else. */
export function fullDiskProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "STORE_FULL") return undefined;
  return { status: 507, code: "storage-full", message: "Nothing was kept", details: [{ message: error.message }] };
}

export function tooLargeProblem(bodyLimit: number): Problem {
  return transportProblem({
    statusCode: 413,
    message: `Request body is larger than ${bodyLimit} bytes; --body-limit raises that`,
  });
}
