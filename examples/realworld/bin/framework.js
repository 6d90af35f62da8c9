#!/usr/bin/env node
// The application's own command: node bin/framework.js lift
try {
  await import("@onespec/framework-cli/cli");
} catch (error) {
  if (!/^Cannot find (package|module) '@onespec\/framework-cli/.test(error.message)) throw error;
  process.stderr.write("error: The framework is not installed yet.\n  hint: Run: npm install\n");
  process.exitCode = 1;
}
