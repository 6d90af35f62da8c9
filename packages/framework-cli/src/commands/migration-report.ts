import { formatProblem, type Terminal } from "@onespec/command-line";
import { fileWarnings, type MigrationStatus } from "../migrations/run/migration-status.js";
import type { SessionOptions } from "../migrations/run/with-migrations.js";
import type { CommonFlags } from "./command-context.js";

/** Prints each migration when it is done, and the holder of the lock while it waits. */
export function sessionOptions(flags: CommonFlags, terminal: Terminal): SessionOptions {
  return {
    cwd: process.cwd(),
    wait: flags.wait,
    signal: terminal.stop,
    onWait: ({ holder, since }) => terminal.err(`Waiting for ${holder}, which has held the lock since ${since} ...\n`),
    onDone({ name, direction, tookMs }) {
      if (!flags.json) terminal.out(`${direction.padEnd(4)}  ${name}  ${tookMs.toFixed(0)} ms\n`);
    },
  };
}

/** Prints warnings about applied migrations whose files have changed or are gone. */
export function warnOfFiles(statuses: readonly MigrationStatus[], terminal: Terminal): void {
  for (const warning of fileWarnings(statuses)) terminal.err(formatProblem("warning", warning, terminal.errColor));
}
