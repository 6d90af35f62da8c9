import type { Terminal } from "@onespec/command-line";

/** The environment variable in which a worker finds `CommandContext.called`: its own script is another than the one that was typed. */
export const CALLED_AS = "FRAMEWORK_CALLED_AS";

/** The context of every command. A command file exports `register…(program, context)` and loads its work when it runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Ends the process with the number a command returns. */
  readonly outcome: { exitCode: number };
  /** A text in which commands are called as this one was: for hints among results, since `terminal.err` does it by itself. */
  spoken(text: string): string;
  /** How people typed the command: `node run bin/framework.js`. */
  readonly called: string;
  /** Runs another command, `["spec:import", "api.yaml"]`, and hands its results to `out` instead of standard output where it is given. */
  run(args: readonly string[], out?: (text: string) => void): Promise<void>;
}
