#!/usr/bin/env node
process.exitCode = (await import("../dist/bin.js")).exitCode;
