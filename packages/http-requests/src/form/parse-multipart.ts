import { throwIfGone } from "../client-gone.js";
import { SLICE_MS } from "../in-slices.js";
import { headerParameter } from "../media-type.js";
import { ownTurn } from "../turns.js";
import { TooManyFields } from "./too-many-fields.js";

/** What stands before the content of a part. */
export interface PartHeaders {
  readonly name: string;
  readonly filename: string | undefined;
  /** As the part says it, in lower case with its parameters; `undefined` when it says nothing. */
  readonly contentType: string | undefined;
  /** All of them, names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Takes in the content of one part. */
export interface PartSink {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** There is no end: the body is not well-formed, or the client went away. */
  discard?(): Promise<void>;
}

export interface MultipartLimits {
  /** Parts. */
  readonly most: number;
  /** The client is there no more: what is left is not read. */
  readonly gone?: AbortSignal | undefined;
}

/** Headers of a part that are longer than this are none. In bytes. */
const LONGEST_HEADERS = 16 * 1024;

/**
 * Cuts a multipart body into its parts as it comes in, never holding more than a piece of it. `false` when it is not
 * well-formed; what was begun then is discarded. @see RFC 7578, RFC 2046 section 5.1
 * @throws TooManyFields, ClientGone
 */
export async function parseMultipart(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  boundary: string,
  limits: MultipartLimits,
  open: (part: PartHeaders) => Promise<PartSink>,
): Promise<boolean> {
  let last: PartSink | undefined;
  const isWhole = await cutParts(source, boundary, limits, async (part) => {
    last = await open(part);
    return last;
  }).catch(async (error: unknown) => {
    await last?.discard?.();
    throw error;
  });
  if (!isWhole) await last?.discard?.();
  return isWhole;
}

async function cutParts(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  boundary: string,
  { most, gone }: MultipartLimits,
  open: (part: PartHeaders) => Promise<PartSink>,
): Promise<boolean> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may begin the body.
  let rest: Buffer = Buffer.from("\r\n");
  let state: "content" | "boundary" | "headers" | "end" = "content";
  let sink: PartSink | undefined;
  let parts = 0;
  let sliceEnd = performance.now() + SLICE_MS;

  for await (const chunk of source) {
    throwIfGone(gone);
    if (state === "end") continue;
    rest = rest.length === 0 ? asBuffer(chunk) : Buffer.concat([rest, chunk]);
    for (let goesOn = true; goesOn; ) {
      goesOn = false;
      if (state === "content") {
        const found = rest.indexOf(delimiter);
        const known = found < 0 ? Math.max(0, rest.length - delimiter.length + 1) : found;
        if (known > 0) await sink?.write(rest.subarray(0, known));
        rest = rest.subarray(found < 0 ? known : found + delimiter.length);
        if (found < 0) continue;
        await sink?.end();
        sink = undefined;
        [state, goesOn] = ["boundary", true];
      } else if (state === "boundary") {
        if (rest.length < 2) continue;
        const lineEnd = rest.indexOf("\r\n");
        if (rest.subarray(0, 2).equals(DASHES)) state = "end";
        else if (lineEnd >= 0) {
          // Only white space may stand behind the boundary; anything else makes it another one.
          if (rest.subarray(0, lineEnd).toString().trim() !== "") return false;
          rest = rest.subarray(lineEnd);
          [state, goesOn] = ["headers", true];
        } else if (rest.length > LONGEST_HEADERS) return false;
      } else if (state === "headers") {
        const blank = rest.indexOf("\r\n\r\n");
        if (blank > LONGEST_HEADERS || (blank < 0 && rest.length > LONGEST_HEADERS)) return false;
        if (blank < 0) continue;
        const part = parseHeaders(rest.subarray(0, blank).toString());
        if (!part) return false;
        if (++parts > most) throw new TooManyFields();
        if (performance.now() > sliceEnd) {
          await ownTurn();
          throwIfGone(gone);
          sliceEnd = performance.now() + SLICE_MS;
        }
        sink = await open(part);
        rest = rest.subarray(blank + 4);
        [state, goesOn] = ["content", true];
        // An empty part: its delimiter begins with the blank line's own line break.
        if (rest.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))) rest = Buffer.concat([CRLF, rest]);
      }
    }
  }
  return state === "end";
}

const DASHES = Buffer.from("--");
const CRLF = Buffer.from("\r\n");

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function parseHeaders(text: string): PartHeaders | undefined {
  const lines = text.split("\r\n").filter((line) => line !== "");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const disposition = headers.get("content-disposition") ?? "";
  const name = headerParameter(disposition, "name");
  if (name === undefined) return undefined;
  const extended = headerParameter(disposition, "filename\\*");
  const filename = (extended && decodeExtended(extended)) ?? headerParameter(disposition, "filename");
  return { name, filename, contentType: headers.get("content-type")?.toLowerCase(), headers };
}

/** `UTF-8''na%C3%AFve.txt`. @see RFC 8187 */
function decodeExtended(text: string): string | undefined {
  const match = /^utf-8'[^']*'(.*)$/i.exec(text);
  try {
    return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}
