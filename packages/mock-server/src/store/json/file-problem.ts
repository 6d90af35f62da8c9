import { StoreError } from "../store-error.js";

/** What the system says about a file, in our words. An error that is ours already stays as it is. */
export function fileProblem(intent: "read" | "write", file: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = errorCode(cause);
  if (intent === "read") {
    return new StoreError("STORE_UNREADABLE", `Cannot read ${file} (${code ?? String(cause)}).`, {
      file,
      hint: "Check that it is a file and that this user may read it. Nothing was changed.",
      cause,
    });
  }
  if (code !== undefined && DISK_FULL.has(code)) {
    return new StoreError("STORE_FULL", `No space left to write ${file} (${code}).`, {
      file,
      hint: "Free some disk space and send the request again; all that was acknowledged is kept.",
      cause,
    });
  }
  return new StoreError("STORE_UNWRITABLE", `Cannot write ${file} (${code ?? String(cause)}).`, {
    file,
    hint: "Check that the directory exists and that this user may write to it, or choose another with --data-dir.",
    cause,
  });
}

/** The system's name of an error: `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
