import fs from "node:fs";
import { onTestFinished, vi } from "vitest";

/** Says how the file system of this process fails, until the test ends. */
export interface FailingFiles {
  /** The system's name of the error that writing meets; `undefined`: all is well. */
  failing: string | undefined;
  /** Bytes of a failing write that still reach the file. */
  bytesBefore: number;
}

export function failingFiles(): FailingFiles {
  const state: FailingFiles = { failing: undefined, bytesBefore: 0 };
  const { writeSync } = fs;
  const { open } = fs.promises;
  const writing = vi.spyOn(fs, "writeSync").mockImplementation(((
    fd: number,
    bytes: Buffer | string,
    offset: number,
    length: number,
  ) => {
    if (typeof bytes === "string") return writeSync(fd, bytes);
    if (state.failing === undefined) return writeSync(fd, bytes, offset, length);
    if (state.bytesBefore > 0) writeSync(fd, bytes, offset, Math.min(length, state.bytesBefore));
    throw systemError(state.failing);
  }) as typeof fs.writeSync);
  const opening = vi.spyOn(fs.promises, "open").mockImplementation(async (file, flags) => {
    if (state.failing !== undefined && flags === "wx") throw systemError(state.failing);
    const handle = await open(file, flags);
    const datasync = handle.datasync.bind(handle);
    handle.datasync = async () => {
      await datasync();
      if (state.failing === "EIO") throw systemError("EIO");
    };
    return handle;
  });
  onTestFinished(() => {
    writing.mockRestore();
    opening.mockRestore();
  });
  return state;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made by the test`), { code });
}
