import type { Terminal } from "@onespec/command-line";

/**
 * The environment variable that passes `CommandContext.called` to workers. They run another script than the one that
 * the user called.
 */
export const CALLED_AS = "FRAMEWORK_CALLED_AS";

/** The context of every command. A command file exports `register…(program, context)` and loads its work when it runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** A command sets the exit code of the process here. */
  readonly outcome: { exitCode: number };
  /**
   * Rewrites the commands in a text to how the user calls them (`asCalled`). Use it for results; `terminal.err` already
   * does it.
   */
  spoken(text: string): string;
  /** How the user called the command: `node run bin/framework.js`. */
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
