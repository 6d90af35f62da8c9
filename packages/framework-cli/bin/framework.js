#!/usr/bin/env node
import module from "node:module";
import { setFlagsFromString } from "node:v8";
import { built } from "./built.js";

// These end before optimised code would have earned what making it costs: a fifth of all time.
if (["new", "spec:import", "spec:diff"].includes(process.argv[2])) setFlagsFromString("--no-opt");
// Keeps compiled code from run to run, where Node can (22.1 and later).
module.enableCompileCache?.();
await import(`${built}bin.js`);
