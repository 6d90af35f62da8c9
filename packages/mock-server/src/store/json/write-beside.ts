import { setImmediate } from "node:timers/promises";
import { errorCode } from "./file-problem.js";
import type { StoreFiles } from "./store-files.js";

/** A text that lies beside the file in whose place it is to come, so that one of the two is whole at any moment. */
export interface WrittenBeside {
  takePlace(): Promise<void>;
  /** Removes it, when it is not to take the place after all. */
  remove(): Promise<void>;
}

/**
 * Writes a text beside a file, in slices with pauses between them, and waits for the disk.
 *
 * @throws what the system says; nothing is left then
 */
export async function writeBeside(files: StoreFiles, file: string, slices: Iterable<string>): Promise<WrittenBeside> {
  const temporary = `${file}.tmp`;
  const remove = (): Promise<void> => removeIfThere(files, temporary);
  const fd = await openNew(files, temporary);
  try {
    let isFirst = true;
    for (const slice of slices) {
      if (!isFirst) await setImmediate();
      isFirst = false;
      writeAll(files, fd, Buffer.from(slice));
    }
    // Also when writes need not wait for the disk: a power cut must not leave an empty file where a whole one stood.
    await files.datasync(fd, temporary);
    return { takePlace: () => files.rename(temporary, file), remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    files.closeSync(fd);
  }
}

/** Never what stands there, which may be a link to anywhere. */
async function openNew(files: StoreFiles, file: string): Promise<number> {
  try {
    return await files.open(file, "wx");
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    await removeIfThere(files, file);
    return files.open(file, "wx");
  }
}

function writeAll(files: StoreFiles, fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += files.writeSync(fd, bytes, written, bytes.length - written);
  }
}

async function removeIfThere(files: StoreFiles, file: string): Promise<void> {
  try {
    await files.unlink(file);
  } catch {
    // The next one that is written there removes it, or says why that cannot be.
  }
}
