import { createHash } from "node:crypto";

/** SHA-256 of a file's text, as the manifest keeps it. */
export function contentHash(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
