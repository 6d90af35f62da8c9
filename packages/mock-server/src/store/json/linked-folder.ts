import { StoreError } from "../store-error.js";

/** Beside the JSON files, whose names never begin with a dot. */
export const FILES_FOLDER = ".files";

export function linkedFolder(folder: string): StoreError {
  return new StoreError("STORE_UNWRITABLE", `${folder} is a symbolic link, which is not followed.`, {
    file: folder,
    hint: "Move the folder here, or choose the one that it is in with --data-dir.",
  });
}
