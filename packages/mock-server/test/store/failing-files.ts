import { NODE_FILES, type StoreFiles } from "../../src/store/json/store-files.js";

/** The real file system, some of whose functions fail while `failing` says so. */
export interface FailingFiles {
  readonly files: StoreFiles;
  /** The system's name of the error that writing meets; `undefined`: all is well. */
  failing: string | undefined;
  /** Bytes of a failing write that still reach the file. */
  bytesBefore: number;
}

export function failingFiles(): FailingFiles {
  const state: FailingFiles = {
    failing: undefined,
    bytesBefore: 0,
    files: {
      ...NODE_FILES,
      writeSync: ((fd: number, bytes: Buffer | string, offset: number, length: number) => {
        if (typeof bytes === "string") return NODE_FILES.writeSync(fd, bytes);
        if (state.failing === undefined) return NODE_FILES.writeSync(fd, bytes, offset, length);
        if (state.bytesBefore > 0) NODE_FILES.writeSync(fd, bytes, offset, Math.min(length, state.bytesBefore));
        throw systemError(state.failing);
      }) as StoreFiles["writeSync"],
      open: async (file, flags) => {
        if (state.failing !== undefined) throw systemError(state.failing);
        return NODE_FILES.open(file, flags);
      },
      datasync: async (fd, file) => {
        await NODE_FILES.datasync(fd, file);
        if (state.failing === "EIO") throw systemError("EIO");
      },
    },
  };
  return state;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made by the test`), { code });
}
