#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";
import { built } from "./built.js";

// These end before optimised code would have earned what making it costs: a fifth of all time.
if (["new", "spec:import", "spec:diff"].includes(process.argv[2])) setFlagsFromString("--no-opt");
// Keeps compiled code from run to run, where Node can (22.1 and later).
module.enableCompileCache?.();
const entry = new URL("bin.js", built);
// A published package is built; a checkout may not be.
if (!existsSync(entry)) {
  process.stderr.write("This checkout is not built yet: run npm run setup at its top.\n");
  process.exit(1);
}
await import(entry.href);
