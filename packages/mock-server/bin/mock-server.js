#!/usr/bin/env node
import { existsSync, statSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";

// Keeps compiled code from run to run, where Node can (22.1 and later).
module.enableCompileCache?.();

// What answering for hours is best with; starting makes much that stays, in little time, and is not to be held up by it.
// A server's young objects are few: helper threads cost more than they save, and where other processes have the processors the
// server stands still until they have had their turn: half of all pauses, a tenth of the processor time.
// Old objects are collected when they are two and a half times as many, not four times: that takes two thirds of the memory.
setTimeout(() => {
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--heap-growing-percent=150");
}, 2000).unref();

/** In a checkout the modules may have been built again after they were bundled. A published package has the bundle alone. */
function isBundleFresh() {
  const changed = (path) => statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;
  const bundled = changed("../dist/bundle/bin.js");
  const built = [
    "../dist/.tsbuildinfo",
    "../../spec-core/dist/.tsbuildinfo",
    "../../command-line/dist/.tsbuildinfo",
  ].map(changed);
  return bundled !== undefined && built.every((time) => time === undefined || time <= bundled);
}

const entry = new URL(isBundleFresh() ? "../dist/bundle/bin.js" : "../dist/bin.js", import.meta.url);
// A published package is built; a checkout may not be.
if (!existsSync(entry)) {
  process.stderr.write("This checkout is not built yet: run npm run setup at its top.\n");
  process.exit(1);
}
await import(entry.href);
