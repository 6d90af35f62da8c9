import { formatProblem, type Terminal } from "@onespec/command-line";
import type { MigrationStatus } from "../migrations/run/migration-status.js";
import type { SessionOptions } from "../migrations/run/with-migrations.js";

export interface RunFlags {
  readonly wait?: number;
  readonly json?: boolean;
}

/** Prints each migration when it is done, and the holder of the lock while it waits. */
export function sessionOptions(flags: RunFlags, terminal: Terminal): SessionOptions {
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

const WARNINGS: Partial<Record<MigrationStatus["state"], (name: string) => readonly [message: string, hint: string]>> =
  {
    edited: (name) => [
      `${name} was changed after it was applied.`,
      `Restore the file and write a new migration. If the database matches the changed file, run: migrations:resolve ${name} --applied`,
    ],
    missing: (name) => [
      `${name} was applied, but its file is gone.`,
      `Restore the file, or remove it from the list: migrations:resolve ${name} --forget`,
    ],
  };

/** Warns of applied migrations whose files changed or disappeared. */
export function warnOfFiles(statuses: readonly MigrationStatus[], terminal: Terminal): void {
  for (const { name, state } of statuses) {
    const warning = WARNINGS[state]?.(name);
    if (warning === undefined) continue;
    const [message, hint] = warning;
    terminal.err(formatProblem("warning", { message, hint }, terminal.errColor));
  }
}
