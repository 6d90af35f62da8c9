import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { PlannedChanges, PresentFiles } from "./plan-changes.js";

// Synchronous calls: they write thousands of small files in a third of the time that promises take.

/** Reads the files at `paths` that exist. @throws SdkGenError OUTPUT_UNWRITABLE when the folder is a file or cannot be read, OUTPUT_LINKED */
export function readPresent(folder: string, paths: Iterable<string>): PresentFiles {
  const present = new Map<string, string>();
  if (!existsSync(folder)) return present;
  const wanted = [...paths];
  refuseLinks(folder, wanted);
  for (const path of wanted) {
    try {
      present.set(path, readFileSync(join(folder, path), "utf8"));
    } catch (error) {
      if (!isAbsent(error)) throw unwritable(folder, error);
    }
  }
  return present;
}

/**
 * Rejects links inside the folder. Through them the generator could read and overwrite files elsewhere. The folder
 * itself may be a link, since the user chose it.
 */
function refuseLinks(folder: string, paths: readonly string[]): void {
  const links = new Map<string, ReadonlySet<string>>();
  for (const path of paths) {
    const names = path.split("/");
    for (let depth = 0; depth < names.length; depth += 1) {
      const parent = names.slice(0, depth).join("/");
      const inside = links.get(parent) ?? linksIn(join(folder, parent));
      links.set(parent, inside);
      if (!inside.has(names[depth] ?? "")) continue;
      const name = names.slice(0, depth + 1).join("/");
      throw new SdkGenError("OUTPUT_LINKED", `${name} in ${folder} is a symbolic link, which is not followed.`, {
        hint: "Remove the link, or name the folder that it points to.",
      });
    }
  }
}

/** A folder that cannot be listed fails later, when its files are read. */
function linksIn(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  } catch {
    return new Set();
  }
}

/** True if the folder exists and contains files other than hidden ones. */
export function isOccupied(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => !name.startsWith("."));
  } catch (error) {
    if (isAbsent(error)) return false;
    throw unwritable(folder, error);
  }
}

const STAGE_PREFIX = ".onespec-";

/**
 * Carries out the changes. Writes all files to a temporary folder first and then moves them, so a full disk or an interruption
 * keeps the old files. Unchanged files are not touched.
 */
export function applyChanges(folder: string, { write, remove }: PlannedChanges): void {
  if (write.length === 0 && remove.length === 0) return;
  const made: string[] = [];
  let staging: string | undefined;
  try {
    makeFolder(folder, made);
    discardStale(folder);
    const stage = mkdtempSync(join(folder, STAGE_PREFIX));
    staging = stage;
    for (const parent of new Set(write.map(({ path }) => dirname(path))))
      mkdirSync(join(stage, parent), { recursive: true });
    for (const { path, content } of write) writeFileSync(join(stage, path), content);
    moveInto(stage, folder);
    for (const path of remove) rmSync(join(folder, path), { force: true });
    for (const parent of new Set(remove.map((path) => dirname(path)))) {
      const left = join(folder, parent);
      if (parent !== ".") attempt(() => rmdirSync(left));
    }
  } catch (error) {
    if (staging !== undefined) discard(staging);
    for (const path of made.reverse()) attempt(() => rmdirSync(path));
    throw unwritable(folder, error);
  }
  discard(staging);
}

/** Removes the temporary folders of runs that were killed. A recent one may belong to a run that is still active. */
function discardStale(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(STAGE_PREFIX))) {
    const path = join(folder, name);
    if (Date.now() - lstatSync(path).mtimeMs > 60_000) discard(path);
  }
}

function discard(folder: string): void {
  attempt(() => rmSync(folder, { recursive: true, force: true }));
}

/** Ignores failures, such as removing a folder that is not empty. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}

/**
 * Creates the folder and its parents, and adds them to `made`, outermost first. Creates one level at a time: Node's
 * recursive mkdir never returns below file systems that cannot create folders, such as /proc.
 */
function makeFolder(folder: string, made: string[]): void {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    mkdirSync(path);
    made.push(path);
  }
}

/** Moves new folders as a whole, which is faster than moving each file. */
function moveInto(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(target)) moveInto(source, target);
    else renameSync(source, target);
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function unwritable(folder: string, cause: unknown): SdkGenError {
  const reason = cause instanceof Error ? cause.message.replace(/^([A-Z]+): /, "").split(",", 1)[0] : String(cause);
  return new SdkGenError("OUTPUT_UNWRITABLE", `Cannot write to ${folder}: ${reason}.`, {
    hint: "Free some space, or name a writable folder.",
    cause,
  });
}
