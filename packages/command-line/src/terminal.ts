/** The parts of a process that a command line uses; tests pass their own. */
export interface Terminal {
  /** The command's name: `mock-server`. */
  readonly program: string;
  /** Results: standard output. */
  out(text: string): void;
  /** Talk, warnings and errors: standard error. */
  err(text: string): void;
  /** May results carry colour? False where output is not a terminal or `NO_COLOR` is set. */
  readonly outColor: boolean;
  readonly errColor: boolean;
  /** Is standard error a terminal, on which a line can be written over? */
  readonly isInteractive?: boolean;
  /** Environment variables that the user may name: credentials. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Show the stack of unexpected errors. */
  readonly debug: boolean;
  /** Does the process run in a container, where 127.0.0.1 cannot be reached from outside? */
  readonly inContainer: boolean;
  /** Absolute; where annotations of a workflow's run name files from. Absent outside of workflows. */
  readonly annotationRoot?: string | undefined;
  /** Aborted when the user asks to stop (Ctrl-C, SIGTERM). */
  readonly stop: AbortSignal;
  /** Milliseconds since the process started. */
  elapsed(): number;
}
