import { fileProblem } from "./file-problem.js";
import type { StoreFiles } from "./store-files.js";

/** In bytes. */
const SLICE_LENGTH = 64 * 1024;

/**
 * The bytes of a file, some at a time, each slice ending behind a separator; what is behind the last one comes by itself. A slice
 * lies in memory that the next one uses again, so a long file never stands in memory as a whole.
 *
 * @throws StoreError `STORE_UNREADABLE`
 */
export function* fileSlices(files: StoreFiles, file: string, separator: Buffer): Generator<Buffer, void> {
  let fd: number | undefined;
  try {
    fd = files.openSync(file, "r");
    let memory = Buffer.allocUnsafeSlow(SLICE_LENGTH);
    let held = 0;
    for (;;) {
      if (held === memory.length) memory = Buffer.concat([memory], 2 * memory.length);
      const filled = held + files.readSync(fd, memory, held, memory.length - held, null);
      if (filled === held) break;
      const at = memory.subarray(0, filled).lastIndexOf(separator);
      const end = at === -1 ? 0 : at + separator.length;
      if (end > 0) yield memory.subarray(0, end);
      memory.copyWithin(0, end, filled);
      held = filled - end;
    }
    if (held > 0) yield memory.subarray(0, held);
  } catch (error) {
    throw fileProblem("read", file, error);
  } finally {
    if (fd !== undefined) files.closeSync(fd);
  }
}
