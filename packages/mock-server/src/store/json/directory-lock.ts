import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProcess, type ProcessIdentity, readOwnIdentity } from "@onespec/command-line";
import { isObject, jsonOf } from "@onespec/spec-core";
import { StoreError } from "../store-error.js";
import { errorCode, fileProblem } from "./file-problem.js";

const LOCK_FILE = ".lock";
/** How often the holder touches its lock file, in milliseconds. */
const HEARTBEAT_MS = 1000;
/**
 * A holder counts as dead if it has not touched its lock for this many milliseconds. Used when its process cannot be
 * seen, for example from another container.
 */
const SILENCE_MS = 2500;
const POLL_MS = 100;
/** Attempts while the lock file disappears between two reads. */
const MOST_VANISHED = 100;

/** A server's lock on a data directory: a file in the directory that names the server. */
export class DirectoryLock {
  readonly #directory: string;
  readonly #file: string;
  #text: string;
  readonly #heartbeat: NodeJS.Timeout;
  #lost = false;

  /** Claims the directory. The lock file must have been written with `text`. */
  private constructor(directory: string, text: string) {
    this.#directory = directory;
    this.#file = path.join(directory, LOCK_FILE);
    this.#text = text;
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /**
   * Waits only if the holder is in another container or on another machine and has just touched its lock.
   *
   * @throws StoreError `STORE_LOCKED` when a living server has it, `STORE_UNWRITABLE` or `STORE_FULL`.
   */
  static async acquire(directory: string): Promise<DirectoryLock> {
    const file = path.join(directory, LOCK_FILE);
    const own = readOwnIdentity();
    const text = JSON.stringify({ ...own, token: randomUUID() });
    for (let vanished = 0; ; ) {
      if (createLockFile(file, text)) return new DirectoryLock(directory, text);
      const found = readText(file);
      if (found === undefined) {
        vanished += 1;
        if (vanished > MOST_VANISHED) throw leadsNowhere(file);
        continue;
      }
      const holder = parseHolder(found);
      const state = holder === undefined ? "unknown" : findProcess(holder, own);
      if (state === "running" || (state === "unknown" && (await showsItself(file, holder?.boot === own.boot)))) {
        throw lockedError(directory, holder, own);
      }
      removeDeadLock(file, found);
    }
  }

  /** @throws StoreError `STORE_UNWRITABLE` when the directory is gone, or another server has taken it over. */
  check(): void {
    if (!this.#lost && readText(this.#file) === this.#text) return;
    this.#lost = true;
    throw new StoreError(
      "STORE_UNWRITABLE",
      `The data directory ${this.#directory} no longer belongs to this server.`,
      {
        file: this.#directory,
        hint: "It was removed, replaced or taken over while the server ran. Start the server again.",
      },
    );
  }

  /** Writes the server's address into the lock, for the message to the next server. */
  announce(url: string): void {
    if (this.#lost || readText(this.#file) !== this.#text) return;
    const text = JSON.stringify({ ...JSON.parse(this.#text), url });
    try {
      fs.writeFileSync(this.#file, text);
      this.#text = text;
    } catch {
      // The next write finds the problem.
    }
  }

  /** The result of the last `check` or heartbeat. */
  get isLost(): boolean {
    return this.#lost;
  }

  release(): void {
    clearInterval(this.#heartbeat);
    if (!this.#lost && readText(this.#file) === this.#text) fs.unlinkSync(this.#file);
    this.#lost = true;
  }

  #beat(): void {
    if (this.#lost) return;
    if (readText(this.#file) !== this.#text) {
      this.#lost = true;
      return;
    }
    const now = new Date();
    try {
      fs.utimesSync(this.#file, now, now);
    } catch {
      // The next beat or write finds the problem.
    }
  }
}

function leadsNowhere(file: string): StoreError {
  return new StoreError("STORE_UNWRITABLE", `${file} cannot be read: it is a link to a missing file.`, {
    file,
    hint: "Remove it, or choose another directory with --data-dir.",
  });
}

/** `false` if it exists already. */
function createLockFile(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw fileProblem("write", file, error);
  }
}

/**
 * Removes the lock of a dead holder. If two servers do this at once, one may rename the new lock of the other; it then
 * puts it back.
 */
function removeDeadLock(file: string, deadText: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw fileProblem("write", file, error);
  }
  if (readText(aside) === deadText) fs.unlinkSync(aside);
  else fs.renameSync(aside, file);
}

/** Waits for the holder to touch its lock. If both use the same clock, the time since the last touch counts. */
async function showsItself(file: string, sameClock: boolean): Promise<boolean> {
  const first = lastBeat(file);
  if (sameClock && first !== undefined && Date.now() - first > SILENCE_MS) return false;
  for (let waited = 0; waited < SILENCE_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    const beat = lastBeat(file);
    if (beat === undefined) return false;
    if (beat !== first) return true;
  }
  return false;
}

function lastBeat(file: string): number | undefined {
  try {
    return fs.statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw fileProblem("read", file, error);
  }
}

interface Holder extends ProcessIdentity {
  /** Its address, once it listens. */
  readonly url?: unknown;
}

/** `undefined` for a lock that is still being written, or is not by this program. */
function parseHolder(text: string): Holder | undefined {
  const holder = jsonOf(text);
  return isObject(holder) && "pid" in holder && "host" in holder ? (holder as unknown as Holder) : undefined;
}

function lockedError(directory: string, holder: Holder | undefined, own: ProcessIdentity): StoreError {
  const place = holder === undefined || holder.host === own.host ? "" : ` on ${holder.host}`;
  const who = holder === undefined ? "another process" : `process ${holder.pid}${place}`;
  const address = typeof holder?.url === "string" ? `, a mock-server at ${holder.url}` : "";
  return new StoreError("STORE_LOCKED", `The data directory ${directory} is in use by ${who}${address}.`, {
    file: path.join(directory, LOCK_FILE),
    hint: "Stop that server, or choose another directory with --data-dir.",
  });
}
