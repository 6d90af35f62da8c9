#!/usr/bin/env node
// The application's own command: node bin/framework.js lift
import process from "node:process";

// Bun, Deno and Node 22.18 and later read TypeScript themselves.
if (!process.features.typescript && !process.versions.bun && !process.versions.deno) {
  const { register } = await import("tsx/esm/api");
  register();
}
await import("@onespec/framework-cli/cli");
