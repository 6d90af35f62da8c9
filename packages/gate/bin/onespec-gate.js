#!/usr/bin/env node
import module from "node:module";

// Keeps compiled code from run to run, where Node can (22.1 and later).
module.enableCompileCache?.();
await import("../dist/bin.js");
