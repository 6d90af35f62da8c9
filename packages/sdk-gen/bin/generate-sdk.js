#!/usr/bin/env node
// Modules of Node that every run needs come before any flag is set: with flags, Node does not take them as it was built with them.
import "node:crypto";
import { existsSync, statSync } from "node:fs";
import module from "node:module";
import "node:net";
import "node:os";
import { setFlagsFromString } from "node:v8";

// The process ends before optimised code would have earned what making it costs: a fifth of all time.
setFlagsFromString("--no-opt");
// Keeps compiled code from run to run, where Node can (22.1 and later): then all of it, since it keeps none that is compiled later.
const { ENABLED, ALREADY_ENABLED } = module.constants?.compileCacheStatus ?? {};
const cache = module.enableCompileCache?.();
if (cache !== undefined && [ENABLED, ALREADY_ENABLED].includes(cache.status)) setFlagsFromString("--no-lazy");

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
