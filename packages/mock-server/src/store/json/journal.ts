import path from "node:path";
import { crc32 } from "node:zlib";
import type { StoredRecord } from "../record-store.js";
import { recordText } from "../record-values.js";
import { StoreError } from "../store-error.js";
import type { DirectoryLock } from "./directory-lock.js";
import { errorCode, fileProblem } from "./file-problem.js";
import { readWhole, type StoreFiles, syncDirectory } from "./store-files.js";

/** Journals that keep their file open; the least recently written closes its file when another opens. */
const OPEN_LIMIT = 32;
/** Time between two checks that the file is still there and still ours, in milliseconds: a system call costs as much as a write. */
const CHECK_MS = 50;

/** Shared by the journals of one directory. */
export interface JournalShelf {
  readonly files: StoreFiles;
  readonly directory: string;
  readonly lock: DirectoryLock;
  /** Journals with an open file, the least recently written first. */
  readonly open: Set<Journal>;
}

/** A part of a journal on disk. Parts are numbered; each is appended to by one process and between two folds only. */
export interface JournalPart {
  readonly number: number;
  /** In bytes. */
  readonly length: number;
}

/** The writes of one collection since its last fold, in files that only grow. */
export class Journal {
  readonly #shelf: JournalShelf;
  readonly #stem: string;
  /** Parts on disk, in order. The last one is being written when `#current` is set. */
  #parts: JournalPart[];
  #current: { readonly file: string; readonly number: number; fd: number | undefined; length: number } | undefined;
  #syncing = 0;
  #directorySynced = true;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(shelf: JournalShelf, stem: string, parts: readonly JournalPart[]) {
    this.#shelf = shelf;
    this.#stem = stem;
    this.#parts = [...parts];
  }

  /** In bytes. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, this.#current?.length ?? 0);
  }

  /** Hands whole lines to the operating system: all of them, or none and an error. Returns the length before. */
  append(lines: string): number {
    const current = this.#openCurrent();
    const before = current.length;
    try {
      this.#write(current.fd, Buffer.from(lines), current);
    } catch (error) {
      this.cutBack(before);
      throw fileProblem("write", current.file, error);
    }
    return before;
  }

  /** Removes everything appended after the given length. */
  cutBack(length: number): void {
    const current = this.#current;
    if (current === undefined) return;
    try {
      if (current.fd !== undefined) this.#shelf.files.ftruncateSync(current.fd, length);
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
      await this.#shelf.files.datasync(current.fd, current.file);
      if (!this.#directorySynced) {
        await syncDirectory(this.#shelf.files, this.#shelf.directory);
        this.#directorySynced = true;
      }
    } catch (error) {
      throw fileProblem("write", current.file, error);
    } finally {
      this.#syncing--;
    }
  }

  /** Ends the current part; later lines go to a new one. Returns the last part's number, 0 when there is none. */
  seal(): number {
    this.#close();
    if (this.#current !== undefined) this.#parts.push({ number: this.#current.number, length: this.#current.length });
    this.#current = undefined;
    return this.#parts.at(-1)?.number ?? 0;
  }

  /** Removes the parts up to that number from disk, the oldest first, so that what is left is always the end. */
  async dropThrough(number: number): Promise<void> {
    for (const part of this.#parts.filter((candidate) => candidate.number <= number)) {
      const file = this.#fileOf(part.number);
      try {
        await this.#shelf.files.unlink(file);
      } catch (error) {
        if (errorCode(error) !== "ENOENT") throw fileProblem("write", file, error);
      }
      this.#parts = this.#parts.filter((candidate) => candidate !== part);
    }
  }

  #openCurrent(): { readonly file: string; readonly number: number; fd: number; length: number } {
    const { files, open, lock } = this.#shelf;
    // A new file each time, also after a restart: the file of an earlier process is never appended to.
    this.#current ??= this.#createPart();
    const current = this.#current;
    if (current.fd === undefined || lock.isLost) lock.check();
    try {
      if (current.fd === undefined) {
        current.fd = files.openSync(current.file, "a");
        this.#checkedAt = Number.NEGATIVE_INFINITY;
      }
    } catch (error) {
      throw fileProblem("write", current.file, error);
    }
    open.delete(this);
    open.add(this);
    this.#closeOthers();
    this.#checkUnchanged(current.fd, current);
    return current as typeof current & { fd: number };
  }

  #checkUnchanged(fd: number, { file, length }: { readonly file: string; readonly length: number }): void {
    const now = performance.now();
    if (now - this.#checkedAt < CHECK_MS) return;
    const { nlink, size } = this.#shelf.files.fstatSync(fd);
    if (nlink === 0 || size !== length) {
      // If the whole directory is gone, that is the problem.
      this.#shelf.lock.check();
      throw new StoreError("STORE_UNWRITABLE", `${file} was removed or changed while the server ran.`, {
        file,
        hint: "Start the server again.",
      });
    }
    this.#checkedAt = now;
  }

  #createPart(): { readonly file: string; readonly number: number; fd: number | undefined; length: number } {
    const number = (this.#parts.at(-1)?.number ?? 0) + 1;
    this.#directorySynced = false;
    return { file: this.#fileOf(number), number, fd: undefined, length: 0 };
  }

  #fileOf(number: number): string {
    return path.join(this.#shelf.directory, journalFileName(this.#stem, number));
  }

  #write(fd: number, bytes: Buffer, current: { length: number }): void {
    for (let written = 0; written < bytes.length; ) {
      written += this.#shelf.files.writeSync(fd, bytes, written, bytes.length - written);
    }
    current.length += bytes.length;
  }

  #closeOthers(): void {
    const { open } = this.#shelf;
    for (const journal of open) {
      if (open.size <= OPEN_LIMIT) break;
      if (journal !== this && journal.#syncing === 0) journal.#close();
    }
  }

  #close(): void {
    this.#shelf.open.delete(this);
    if (this.#current?.fd === undefined) return;
    this.#shelf.files.closeSync(this.#current.fd);
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
 * The entries of one part, and its length in bytes. A last line without its newline is an unfinished write, which was never
 * acknowledged and is dropped.
 *
 * @throws StoreError `STORE_CORRUPT` with the line of anything else that is unreadable, or `STORE_UNREADABLE`.
 */
export function readJournalPart(files: StoreFiles, file: string): { entries: readonly JournalEntry[]; length: number } {
  const entries: JournalEntry[] = [];
  const bytes = readWhole(files, file);
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf("\n", start);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(start, end);
    // A line that lacks only its newline, or has another byte in its place, is still the whole write.
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

/** One write. Each carries the collection's sequence number as it stood, so that no number is given again. */
export type JournalEntry =
  | { readonly kind: "put"; readonly sequence: number; readonly record: StoredRecord }
  | { readonly kind: "delete"; readonly sequence: number; readonly scope: readonly string[]; readonly key: string }
  /** All records there are. */
  | { readonly kind: "clear"; readonly sequence: number };

/**
 * A line of JSON: `["<CRC-32 of what follows>",["put",<sequence>,<scope>,<key>,<value>]]`, ended by a newline. The checksum
 * tells a flipped bit from a value.
 */
export function formatJournalLine(entry: JournalEntry): string {
  const text = textOf(entry);
  return `["${checksum(text)}",${text}]\n`;
}

function textOf(entry: JournalEntry): string {
  const { kind, sequence } = entry;
  switch (kind) {
    case "put":
      return putText(sequence, entry.record);
    case "delete":
      return JSON.stringify([kind, sequence, entry.scope, entry.key]);
    case "clear":
      return JSON.stringify([kind, sequence]);
  }
}

/** `line`: without its newline. `undefined` when it is not what was written. */
function parseJournalLine(line: Buffer): JournalEntry | undefined {
  const text = line.subarray(PREFIX_LENGTH, -1);
  if (line.length <= PREFIX_LENGTH || line.at(-1) !== CLOSING_BRACKET) return undefined;
  if (line.toString("latin1", 0, PREFIX_LENGTH) !== `["${checksum(text)}",`) return undefined;
  // The checksum vouches for the shape: these bytes were written by `formatJournalLine`.
  const parts: PutParts | DeleteParts | ClearParts = JSON.parse(text.toString());
  switch (parts[0]) {
    case "put":
      return { kind: "put", sequence: parts[1], record: { scope: parts[2], key: parts[3], value: parts[4] } };
    case "delete":
      return { kind: "delete", sequence: parts[1], scope: parts[2], key: parts[3] };
    case "clear":
      return { kind: "clear", sequence: parts[1] };
  }
}

type PutParts = ["put", number, StoredRecord["scope"], string, StoredRecord["value"]];
type DeleteParts = ["delete", number, StoredRecord["scope"], string];
type ClearParts = ["clear", number];

const PREFIX_LENGTH = '["00000000",'.length;
const CLOSING_BRACKET = 0x5d;

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}

function putText(sequence: number, { scope, key, value }: StoredRecord): string {
  const [scopeText, keyText] = [scope.length === 0 ? "[]" : JSON.stringify(scope), jsonString(key)];
  return `["put",${sequence},${scopeText},${keyText},${recordText(value)}]`;
}

/** Most keys are plain, and to ask for that costs less than `JSON.stringify`. */
function jsonString(text: string): string {
  return /^[\w-]*$/.test(text) ? `"${text}"` : JSON.stringify(text);
}
