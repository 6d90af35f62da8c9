import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** An empty directory that is removed when the test is over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "onespec-store-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
