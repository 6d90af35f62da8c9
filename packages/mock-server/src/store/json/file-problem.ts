import { StoreError } from "../store-error.js";

/** Turns a system error about a file into a `StoreError` with a hint. Returns a `StoreError` unchanged. */
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
      hint: "Free some disk space and send the request again; everything that was confirmed is stored.",
      cause,
    });
  }
  return new StoreError("STORE_UNWRITABLE", `Cannot write ${file} (${code ?? String(cause)}).`, {
    file,
    hint: "Check that the directory exists and that this user may write to it, or choose another with --data-dir.",
    cause,
  });
}

/** The system's code of an error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * The folder for uploaded files, next to the JSON files. Names of JSON files never begin with a dot, so it cannot
 * collide.
 */
export const FILES_FOLDER = ".files";

export function linkedFolder(folder: string): StoreError {
  return new StoreError("STORE_UNWRITABLE", `${folder} is a symbolic link, which is not followed.`, {
    file: folder,
    hint: "Move the folder here, or name the folder that holds it with --data-dir.",
  });
}
