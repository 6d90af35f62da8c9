import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where FerretDB is built to: another file for another version or another main.go. */
export function ferretdbBinary() {
  const hash = createHash("sha256");
  for (const file of ["go.sum", "main.go"]) hash.update(readFileSync(new URL(`ferretdb/${file}`, import.meta.url)));
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  return join(cache, "onespec", `ferretdb-${hash.digest("hex").slice(0, 12)}`, "ferretdb");
}
