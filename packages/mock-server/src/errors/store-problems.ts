import type { Problem } from "@onespec/http-contract";

/** Seconds after which a client may try again. */
const RETRY_AFTER = "2";

const CODES: ReadonlySet<unknown> = new Set([
  "STORE_UNREACHABLE",
  "STORE_REFUSED",
  "STORE_CHANGED",
  "STORE_UNWRITABLE",
]);

/**
 * 503 if the database does not answer or the folder is not writable. `undefined` for other errors. @see RFC 9110,
 * section 15.6.4
 */
export function unreachableProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("code" in error) || !CODES.has(error.code)) return undefined;
  const hint = "hint" in error ? error.hint : undefined;
  return {
    status: 503,
    code: "store-unavailable",
    message: "The store cannot be used at the moment",
    details: [{ message: error.message, ...(typeof hint === "string" && { hint }) }],
    headers: { "retry-after": RETRY_AFTER },
  };
}

/** 507 if the disk is full. `undefined` for other errors. @see RFC 4918, section 11.5 */
export function fullDiskProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "STORE_FULL") return undefined;
  return { status: 507, code: "storage-full", message: "Storage is full", details: [{ message: error.message }] };
}
