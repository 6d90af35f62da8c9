import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DescriptionError } from "../errors/description-error.js";
import { tooLarge } from "../errors/too-large.js";
import { descriptionsBeside, similarFiles } from "./similar-files.js";

/** The text of a file or URL, decoded, without byte order mark. */
export interface TextFile {
  /** Absolute URL. */
  readonly url: string;
  /** Path or URL as the user would write it. */
  readonly name: string;
  readonly text: string;
}

/** Time that a server has to answer, in milliseconds. */
const FETCH_TIMEOUT_MS = 30_000;
/** Most bytes to read. A longer text could not be parsed anyway. */
const MOST_BYTES = 192 * 2 ** 20;
export const SHORTEN = "Cut it into several files, or leave out what is not needed: long lists of examples, for one.";

/**
 * Reads a `file:`, `http:` or `https:` URL. The only place of spec-core that reads anything.
 * @throws DescriptionError `DESCRIPTION_NOT_FOUND`, `DESCRIPTION_UNREADABLE` or `DESCRIPTION_TOO_LARGE`
 */
export async function readText(url: string, name: string): Promise<TextFile> {
  const bytes = /^https?:/i.test(url) ? await fetchBytes(url, name) : readBytes(url, name);
  return { url, name, text: decode(bytes) };
}

function readBytes(url: string, name: string): Buffer {
  try {
    const path = fileURLToPath(url);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw notFound(name);
    if (stat.size > MOST_BYTES) throw tooManyBytes(name);
    // A description may consist of thousands of small files. Reading them synchronously takes a tenth of the time.
    const bytes = readFileSync(path);
    // After reading a pipe, Node takes folders for pipes until it looks at another file, and then cannot find modules
    // behind a symbolic link.
    if (!stat.isFile()) statSync(".");
    return bytes;
  } catch (cause) {
    throw cause instanceof DescriptionError ? cause : fileError(name, cause);
  }
}

function tooManyBytes(name: string): DescriptionError {
  return tooLarge({ file: name, pointer: "" }, `${name} has more than ${MOST_BYTES / 2 ** 20} million bytes.`, SHORTEN);
}

const CHECK_PATH = "Check the path; relative paths start at the current directory.";

function notFound(name: string, cause?: unknown): DescriptionError {
  const similar = similarFiles(name);
  const others = similar.length > 0 ? [] : descriptionsBeside(name);
  const hint = others.length > 0 ? `Descriptions in that folder: ${others.join(", ")}.` : CHECK_PATH;
  return new DescriptionError(
    "DESCRIPTION_NOT_FOUND",
    `There is no file ${name}.`,
    { file: name, pointer: "" },
    { hint: similar.length > 0 ? `Did you mean ${similar.join(" or ")}?` : hint, cause },
  );
}

function fileError(name: string, cause: unknown): DescriptionError {
  const location = { file: name, pointer: "" };
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return notFound(name, cause);
  if (code === "EISDIR") {
    return new DescriptionError("DESCRIPTION_UNREADABLE", `${name} is a directory.`, location, {
      hint: "Name the description's file, for example openapi.yaml in that directory.",
      cause,
    });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DescriptionError("DESCRIPTION_UNREADABLE", `Cannot read ${name}: ${reason}.`, location, {
    hint: code === "EACCES" || code === "EPERM" ? "Check the file's permissions." : "Check the path.",
    cause,
  });
}

async function fetchBytes(url: string, name: string): Promise<Buffer> {
  const location = { file: name, pointer: "" };
  let answer: Response;
  let body: Buffer | undefined;
  try {
    answer = await fetch(url, {
      headers: { accept: "application/json, application/yaml, */*;q=0.5" },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    body = await readBody(answer);
  } catch (cause) {
    throw new DescriptionError("DESCRIPTION_UNREADABLE", `Cannot reach ${name}: ${networkReason(cause)}.`, location, {
      hint: "Check the address and the network, or download the file and name its path.",
      cause,
    });
  }
  if (body === undefined) throw tooManyBytes(name);
  if (answer.ok) return body;
  const missing = answer.status === 404 || answer.status === 410;
  throw new DescriptionError(
    missing ? "DESCRIPTION_NOT_FOUND" : "DESCRIPTION_UNREADABLE",
    `${name} answered ${answer.status}${answer.statusText ? ` ${answer.statusText}` : ""}.`,
    location,
    { hint: "Open the address in a browser to check it, or download the file and name its path." },
  );
}

/** `undefined` when it is too large. */
async function readBody({ body }: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    // Leaving the loop ends the connection.
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${FETCH_TIMEOUT_MS / 1000} seconds`;
  // fetch only says "fetch failed". The reason is in its cause.
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}

/**
 * Rejects a text with too many values: a hundred megabytes of text may need gigabytes in memory.
 * @param separators texts that begin or separate values. Strings may contain them too, so the count is slightly too
 * high.
 * @throws DescriptionError `DESCRIPTION_TOO_LARGE`
 */
export function refuseMany(name: string, text: string, separators: readonly string[], most: number): void {
  let count = 0;
  for (const separator of separators) {
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
      count += 1;
      if (count <= most) continue;
      throw tooLarge(
        { file: name, pointer: "" },
        `${name} holds more than ${most / 1_000_000} million values.`,
        SHORTEN,
      );
    }
  }
}
