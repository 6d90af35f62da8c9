import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { PlannedChanges, PresentFiles } from "./plan-changes.js";

/** The contents of the files at `paths` that are there. @throws SdkGenError OUTPUT_UNWRITABLE when the folder is a file or cannot be read */
export async function readPresent(folder: string, paths: Iterable<string>): Promise<PresentFiles> {
  const present = new Map<string, string>();
  if (!existsSync(folder)) return present;
  await inBatches([...paths], async (path) => {
    try {
      present.set(path, await readFile(join(folder, path), "utf8"));
    } catch (error) {
      if (!isAbsent(error)) throw unwritable(folder, error);
    }
  });
  return present;
}

/** Is there anything in the folder? `false` when it does not exist. */
export async function isOccupied(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => !name.startsWith("."));
  } catch (error) {
    if (isAbsent(error)) return false;
    throw unwritable(folder, error);
  }
}

/**
 * Carries out the changes. Everything is written to a folder beside first and then moved, so a full disk or a stop half-way leaves
 * the old files. Files that do not change are not touched.
 */
export async function applyChanges(folder: string, { write, remove }: PlannedChanges): Promise<void> {
  if (write.length === 0 && remove.length === 0) return;
  let staging: string | undefined;
  let made: readonly string[] = [];
  try {
    made = await makeFolder(folder);
    staging = await mkdtemp(join(folder, ".onespec-"));
    const stage = staging;
    for (const parent of new Set(write.map(({ path }) => dirname(path))))
      await mkdir(join(stage, parent), { recursive: true });
    await inBatches(write, ({ path, content }) => writeFile(join(stage, path), content));
    await moveInto(stage, folder);
    for (const path of remove) await rm(join(folder, path), { force: true });
    for (const parent of new Set(remove.map((path) => dirname(path))))
      if (parent !== ".") await rmdir(join(folder, parent)).catch(() => undefined);
  } catch (error) {
    if (staging) await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    for (const path of [...made].reverse()) await rmdir(path).catch(() => undefined);
    throw unwritable(folder, error);
  }
  await rm(staging, { recursive: true, force: true }).catch(() => undefined);
}

/** The folders that had to be made, outermost first. One level at a time: Node's recursive mkdir never ends below file systems that cannot make folders, such as /proc. */
async function makeFolder(folder: string): Promise<string[]> {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) await mkdir(path);
  return missing;
}

/** Folders that are not there yet are moved whole, which for a new client spares moving each of its files. */
async function moveInto(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await inBatches(entries, async (entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(target)) await moveInto(source, target);
    else await rename(source, target);
  });
}

const BATCH = 64;

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) await Promise.all(items.slice(at, at + BATCH).map(work));
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function unwritable(folder: string, cause: unknown): SdkGenError {
  const reason = cause instanceof Error ? cause.message.replace(/^([A-Z]+): /, "").split(",", 1)[0] : String(cause);
  return new SdkGenError("OUTPUT_UNWRITABLE", `Cannot write to ${folder}: ${reason}.`, {
    hint: "Give a folder that can be written to.",
    cause,
  });
}
