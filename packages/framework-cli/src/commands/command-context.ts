import type { Terminal } from "@onespec/command-line";

/** The environment variable in which a worker finds `CommandContext.called`: its own script is another than the one that was typed. */
export const CALLED_AS = "FRAMEWORK_CALLED_AS";

/** The context of every command. A command file exports `register…(program, context)` and loads its work when it runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** A command sets the exit code of the process here. */
  readonly outcome: { exitCode: number };
  /** Writes the commands in a text as the user calls them (`asCalled`). For results; `terminal.err` does it by itself. */
  spoken(text: string): string;
  /** How people typed the command: `node run bin/framework.js`. */
  readonly called: string;
  /** Runs another command, `["spec:import", "api.yaml"]`. @param out takes its results; default: standard output */
  run(args: readonly string[], out?: (text: string) => void): Promise<void>;
}

/** Values of the options that several commands have. */
export interface CommonFlags {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly check?: boolean;
  readonly environment?: string;
  readonly answers?: string;
  readonly allowDestructive?: boolean;
  readonly allowRefs?: boolean;
  readonly lenient?: boolean;
  readonly wait?: number;
  readonly to?: string;
  readonly step?: number;
}
