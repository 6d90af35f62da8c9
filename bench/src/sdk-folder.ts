import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { SDK_BIN } from "./places.js";

/** A client generated into a folder of its own. */
export interface SdkFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function generateInto(description: string, flags: readonly string[] = []): Promise<SdkFolder> {
  const parent = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const folder = join(parent, "sdk");
  await promisify(execFile)(process.execPath, [SDK_BIN, description, folder, "1.0.0", ...flags], {
    maxBuffer: 2 ** 26,
  });
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
