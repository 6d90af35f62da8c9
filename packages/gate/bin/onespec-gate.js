#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

// Keeps compiled code from run to run, where Node can (22.1 and later).
module.enableCompileCache?.();
const entry = new URL("../dist/bin.js", import.meta.url);
// A published package is built; a checkout may not be.
if (!existsSync(entry)) {
  process.stderr.write("This checkout is not built yet: run npm run setup at its top.\n");
  process.exit(1);
}
await import(entry.href);
