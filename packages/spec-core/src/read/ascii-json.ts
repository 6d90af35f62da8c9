import { isAscii, isUtf8 } from "node:buffer";

const CHUNK = 4096;
const STEP = 64;
/** With more than one chunk in this many that is not ASCII, escaping costs more than it saves. */
const RARE = 8;
/** Smaller files are read in no time. */
const LARGE = 65_536;

/**
 * JSON text with what is not ASCII written as `\uXXXX`, which means the same in JSON: a text of bytes is decoded and parsed
 * in half the time and memory of one in which a single dash makes every character two bytes wide. `undefined` where that
 * does not pay, or the bytes are not UTF-8. What stands outside of strings is as wrong as before.
 */
export function asciiJson(bytes: Buffer): string | undefined {
  if (bytes.length < LARGE) return undefined;
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) return undefined;
  const runs = foreignRuns(bytes);
  return runs && escapeRuns(bytes, runs);
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly escaped: string;
}

/** Where characters beyond ASCII stand; `undefined` when there are many. */
function foreignRuns(bytes: Buffer): Run[] | undefined {
  const runs: Run[] = [];
  let foreignChunks = 0;
  let next = 0;
  for (let chunk = 0; chunk < bytes.length; chunk += CHUNK) {
    const end = Math.min(chunk + CHUNK, bytes.length);
    if (isAscii(bytes.subarray(chunk, end))) continue;
    foreignChunks += 1;
    if (foreignChunks * CHUNK * RARE > bytes.length + CHUNK * RARE) return undefined;
    for (let at = Math.max(chunk, next); at < end; at += 1) {
      // Looking at bytes one by one is slow; most are passed over many at a time.
      while (at + STEP < end && isAscii(bytes.subarray(at, at + STEP))) at += STEP;
      if (isAsciiByte(bytes, at)) continue;
      const start = at;
      while (at < bytes.length && !isAsciiByte(bytes, at)) at += 1;
      runs.push({ start, end: at, escaped: escapeAll(bytes.toString("utf8", start, at)) });
      next = at;
    }
  }
  return runs;
}

function escapeRuns(bytes: Buffer, runs: readonly Run[]): string {
  const growth = runs.reduce((sum, { start, end, escaped }) => sum + escaped.length - (end - start), 0);
  const out = Buffer.allocUnsafe(bytes.length + growth);
  let read = 0;
  let written = 0;
  for (const { start, end, escaped } of runs) {
    written += bytes.copy(out, written, read, start);
    written += out.write(escaped, written, "latin1");
    read = end;
  }
  bytes.copy(out, written, read);
  return out.toString("latin1");
}

function isAsciiByte(bytes: Buffer, at: number): boolean {
  return (bytes[at] ?? 0) < 0x80;
}

function escapeAll(text: string): string {
  let escaped = "";
  for (let index = 0; index < text.length; index += 1) {
    escaped += `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
