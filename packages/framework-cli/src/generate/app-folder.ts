import { mkdir, readdir, rmdir } from "node:fs/promises";
import { FrameworkError } from "../errors/framework-error.js";

/** An application is made where nothing is; a fresh git repository is nothing. @throws FrameworkError FOLDER_NOT_EMPTY */
export async function checkEmpty(folder: string, name: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") return [name];
    throw error;
  });
  if (entries.every((entry) => entry === ".git")) return;
  throw new FrameworkError("FOLDER_NOT_EMPTY", `${name} is there already and not empty.`, {
    hint: "Nothing was written. Choose another name, or empty the folder.",
  });
}

/** Makes the folder and what is in it; takes the folder away again when that fails. @throws FrameworkError FILE_UNWRITABLE */
export async function makeApp(folder: string, write: () => Promise<void>): Promise<void> {
  const made = await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message.split(",", 1)[0] : String(cause);
    throw new FrameworkError("FILE_UNWRITABLE", `Cannot make the folder ${folder}: ${reason}.`, {
      hint: "Nothing was written. Go to a folder that can be written to, and run it again.",
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
