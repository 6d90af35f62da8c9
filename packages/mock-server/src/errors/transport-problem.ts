import type { Problem } from "./problem.js";

/** A full disk is the machine's doing, not a bug: 507 (RFC 4918, section 11.5). `undefined`: it is something else. */
export function fullDiskProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "STORE_FULL") return undefined;
  return { status: 507, code: "storage-full", message: "Nothing was kept", details: [{ message: error.message }] };
}

/** @param bodyLimit in bytes */
export function tooLargeProblem(bodyLimit: number): Problem {
  const message = `Request body is larger than ${bodyLimit} bytes; --body-limit raises that`;
  return {
    status: 413,
    code: "body-too-large",
    message: "Request body too large",
    details: [{ in: "body", path: "", message }],
  };
}
