import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { applyChanges } from "../change/apply-changes.js";
import type { FileChange } from "../change/plan-changes.js";
import { FrameworkError } from "../errors/framework-error.js";
import { systemReason } from "../errors/message-of.js";
import type { Template, Templates } from "./plan-app.js";
import { RESERVED_FILES } from "./reserved-names.js";

/** Checks that the folder is missing, empty or a fresh git repository. @throws FrameworkError FOLDER_NOT_EMPTY */
export async function checkEmpty(folder: string, name: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") return [name];
    throw error;
  });
  if (entries.every((entry) => entry === ".git")) return;
  throw new FrameworkError("FOLDER_NOT_EMPTY", `${name} already exists and is not empty.`, {
    hint: "Nothing was written. Choose another name, or empty the folder.",
  });
}

/** Creates the folder and its files. Removes the folder again if that fails. @throws FrameworkError FILE_UNWRITABLE */
export async function makeApp(folder: string, write: () => Promise<void>): Promise<void> {
  const made = await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new FrameworkError("FILE_UNWRITABLE", `Cannot make the folder ${folder}: ${systemReason(cause)}.`, {
      hint: "Nothing was written. Run it again in a writable folder.",
      cause,
    });
  });
  try {
    await write();
  } catch (error) {
    if (made !== undefined) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}

/** Runs work in a temporary folder with the files of a plan. */
export async function inDraft<T>(changes: readonly FileChange[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "framework-new-"));
  try {
    await applyChanges(changes, folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A name that is a folder, a package and a database at once. @throws FrameworkError NAME_INVALID */
export function checkAppName(name: string): void {
  const isRight = /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*$/.test(name) && name.length <= 60;
  if (isRight && !RESERVED_FILES.test(name) && name !== "node_modules") return;
  throw new FrameworkError("NAME_INVALID", `${name} cannot be an application's name.`, {
    hint: "Begin with a lower-case letter; letters, digits and dashes may follow, as in web-shop. The folder is created in the current one.",
  });
}

/** @param packageFolder absolute */
export async function readTemplates(packageFolder: string): Promise<Templates> {
  const read = (name: keyof Templates) => readTemplate(join(packageFolder, "templates", name));
  return {
    app: await read("app"),
    "database-file": await read("database-file"),
    "database-server": await read("database-server"),
    "database-mssql": await read("database-mssql"),
    typescript: await read("typescript"),
  };
}

async function readTemplate(folder: string): Promise<Template> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(async (file) => [relative(folder, file).split(sep).join("/"), await readFile(file, "utf8")] as const),
  );
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
