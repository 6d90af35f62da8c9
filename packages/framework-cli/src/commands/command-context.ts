import type { Terminal } from "@onespec/command-line";

/** The context of every command. A command file exports `register…(program, context)` and loads its work when it runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Ends the process with the number a command returns. */
  readonly outcome: { exitCode: number };
  /** A text in which commands are called as this one was: for hints among results, since `terminal.err` does it by itself. */
  spoken(text: string): string;
  /** Runs another command, `["spec:import", "api.yaml"]`, and hands its results to `out` instead of standard output where it is given. */
  run(args: readonly string[], out?: (text: string) => void): Promise<void>;
}
