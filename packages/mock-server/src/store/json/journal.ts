import fs from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import type { JsonObject } from "../record-store.js";
import { recordText } from "../record-text.js";
import { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";
import type { JsonDirectory } from "./json-collection.js";
import { readWhole, syncDirectory, syncFile } from "./store-files.js";

/** Number of journals that keep their file open. When another one opens, the least recently written closes its file. */
const OPEN_LIMIT = 32;
/**
 * Time between two checks that the file still exists and is still ours, in milliseconds. Each check is a system call,
 * which costs as much as a write.
 */
const CHECK_MS = 50;

/**
 * One file of a journal on disk. Parts are numbered. A part is written by one process only, and only between two folds.
 */
export interface JournalPart {
  readonly number: number;
  /** In bytes. */
  readonly length: number;
}

/** The part that is being written. */
interface CurrentPart {
  readonly file: string;
  readonly number: number;
  /** `undefined` while the file is closed. */
  fd: number | undefined;
  length: number;
}

/** The writes of one collection since its last fold, in files that only grow. */
export class Journal {
  readonly #directory: JsonDirectory;
  readonly #stem: string;
  /** Parts on disk, in order. The last one is being written when `#current` is set. */
  #parts: JournalPart[];
  #current: CurrentPart | undefined;
  #syncing = 0;
  #directorySynced = true;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(directory: JsonDirectory, stem: string, parts: readonly JournalPart[]) {
    this.#directory = directory;
    this.#stem = stem;
    this.#parts = [...parts];
  }

  /** In bytes. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, this.#current?.length ?? 0);
  }

  /** Passes whole lines to the operating system. On an error none of them is written. Returns the length before. */
  append(lines: string): number {
    const { fd, current } = this.#openCurrent();
    const before = current.length;
    const bytes = Buffer.from(lines);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += fs.writeSync(fd, bytes, written, bytes.length - written);
      }
      current.length += bytes.length;
    } catch (error) {
      this.cutBack(before);
      throw fileProblem("write", current.file, error);
    }
    return before;
  }

  /** Removes everything that was appended after the given length. */
  cutBack(length: number): void {
    const current = this.#current;
    if (current === undefined) return;
    try {
      if (current.fd !== undefined) fs.ftruncateSync(current.fd, length);
      current.length = length;
    } catch {
      // The file now ends in part of a line, which reading drops. Later lines go to another file.
      this.seal();
    }
  }

  /** Resolves when the disk has all lines. */
  async sync(): Promise<void> {
    const current = this.#current;
    if (current?.fd === undefined) return;
    this.#syncing++;
    try {
      await syncFile(current.file);
      if (!this.#directorySynced) {
        await syncDirectory(this.#directory.directory);
        this.#directorySynced = true;
      }
    } catch (error) {
      throw fileProblem("write", current.file, error);
    } finally {
      this.#syncing--;
    }
  }

  /**
   * Ends the current part, so that later lines go to a new one. Returns the number of the last part, 0 if there is
   * none.
   */
  seal(): number {
    this.#close();
    if (this.#current !== undefined) this.#parts.push({ number: this.#current.number, length: this.#current.length });
    this.#current = undefined;
    return this.#parts.at(-1)?.number ?? 0;
  }

  /** Deletes the parts up to that number, oldest first. An interruption therefore leaves the newest parts. */
  async dropThrough(number: number): Promise<void> {
    for (const part of this.#parts.filter((candidate) => candidate.number <= number)) {
      const file = this.#fileOf(part.number);
      await fs.promises.rm(file, { force: true }).catch((error: unknown) => {
        throw fileProblem("write", file, error);
      });
      this.#parts = this.#parts.filter((candidate) => candidate !== part);
    }
  }

  #openCurrent(): { readonly fd: number; readonly current: CurrentPart } {
    const { open, lock } = this.#directory;
    // Always a new file, also after a restart. The server never appends to a file of an earlier process.
    this.#current ??= this.#createPart();
    const current = this.#current;
    if (current.fd === undefined || lock.isLost) lock.check();
    current.fd ??= this.#openFile(current.file);
    open.delete(this);
    open.add(this);
    for (const journal of open) {
      if (open.size <= OPEN_LIMIT) break;
      if (journal !== this && journal.#syncing === 0) journal.#close();
    }
    this.#checkUnchanged(current.fd, current);
    return { fd: current.fd, current };
  }

  #openFile(file: string): number {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    try {
      return fs.openSync(file, "a");
    } catch (error) {
      throw fileProblem("write", file, error);
    }
  }

  #checkUnchanged(fd: number, { file, length }: CurrentPart): void {
    const now = performance.now();
    if (now - this.#checkedAt < CHECK_MS) return;
    const { nlink, size } = fs.fstatSync(fd);
    if (nlink === 0 || size !== length) {
      // If the whole directory is gone, report that instead.
      this.#directory.lock.check();
      throw new StoreError("STORE_UNWRITABLE", `${file} was removed or changed while the server ran.`, {
        file,
        hint: "Start the server again.",
      });
    }
    this.#checkedAt = now;
  }

  #createPart(): CurrentPart {
    const number = (this.#parts.at(-1)?.number ?? 0) + 1;
    this.#directorySynced = false;
    return { file: this.#fileOf(number), number, fd: undefined, length: 0 };
  }

  #fileOf(number: number): string {
    return path.join(this.#directory.directory, journalFileName(this.#stem, number));
  }

  #close(): void {
    this.#directory.open.delete(this);
    if (this.#current?.fd === undefined) return;
    fs.closeSync(this.#current.fd);
    this.#current.fd = undefined;
  }
}

export function journalFileName(stem: string, number: number): string {
  return number === 1 ? `${stem}.journal.jsonl` : `${stem}.journal.${number}.jsonl`;
}

/** The collection's file stem and the part's number, `undefined` when the file is no journal. */
export function parseJournalFileName(name: string): { readonly stem: string; readonly number: number } | undefined {
  const match = /^(.+)\.journal(?:\.(\d+))?\.jsonl$/.exec(name);
  return match?.[1] === undefined ? undefined : { stem: match[1], number: Number(match[2] ?? "1") };
}

/**
 * Returns the entries of one part and its length in bytes. A last line without its newline is an unfinished write. It
 * was never acknowledged, so it is dropped.
 * @throws StoreError `STORE_CORRUPT` with the number of any other unreadable line, or `STORE_UNREADABLE`.
 */
export function readJournalPart(file: string): { entries: readonly JournalEntry[]; length: number } {
  const entries: JournalEntry[] = [];
  const bytes = readWhole(file);
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf("\n", start);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(start, end);
    // If only the newline is missing or damaged, the write itself is complete.
    const entry = parseJournalLine(line) ?? (newline === -1 ? parseJournalLine(line.subarray(0, -1)) : undefined);
    if (entry !== undefined) entries.push(entry);
    else if (newline !== -1) throw damagedLine(file, entries.length + 1);
    start = end + 1;
  }
  return { entries, length: bytes.length };
}

function damagedLine(file: string, line: number): StoreError {
  return new StoreError("STORE_CORRUPT", `${file}, line ${line}: this line of the journal is damaged.`, {
    file,
    line,
    hint: "Nothing was changed. Restore the file, or remove the line to lose this one write, and start again.",
  });
}

/**
 * One write in the journal; `clear` removes all records. Each entry has the collection's sequence number at that time,
 * so that no number is used twice.
 */
export type JournalEntry =
  | readonly [kind: "put", sequence: number, scope: readonly string[], key: string, value: JsonObject]
  | readonly [kind: "delete", sequence: number, scope: readonly string[], key: string]
  | readonly [kind: "clear", sequence: number];

/** Formats a line of JSON: `["<CRC-32 of the entry>",<entry>]` and a newline. The checksum detects flipped bits. */
export function formatJournalLine(entry: JournalEntry): string {
  // The text of a record's value is cached, for the journal and the answer.
  const text =
    entry[0] === "put"
      ? `${JSON.stringify(entry.slice(0, -1)).slice(0, -1)},${recordText(entry[4])}]`
      : JSON.stringify(entry);
  return `["${checksum(text)}",${text}]\n`;
}

/**
 * @param line without its newline
 * @returns `undefined` if the line is damaged
 */
function parseJournalLine(line: Buffer): JournalEntry | undefined {
  const text = line.subarray(PREFIX_LENGTH, -1);
  if (line.length <= PREFIX_LENGTH || line.at(-1) !== CLOSING_BRACKET) return undefined;
  if (line.toString("latin1", 0, PREFIX_LENGTH) !== `["${checksum(text)}",`) return undefined;
  // The checksum proves that `formatJournalLine` wrote these bytes, so the shape needs no check.
  return JSON.parse(text.toString()) as JournalEntry;
}

const PREFIX_LENGTH = '["00000000",'.length;
const CLOSING_BRACKET = 0x5d;

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}
