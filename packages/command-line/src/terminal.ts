/** The parts of a process that a command line uses; tests pass their own. */
export interface Terminal {
  /** The command's name: `mock-server`. */
  readonly program: string;
  /** Results: standard output. */
  out(text: string): void;
  /** Talk, warnings and errors: standard error. */
  err(text: string): void;
  /** True if results may be coloured: output is a terminal and `NO_COLOR` is not set. */
  readonly outColor: boolean;
  readonly errColor: boolean;
  /** True if standard error is a terminal, so a line can be overwritten. */
  readonly isInteractive?: boolean;
  /** Environment variables that the user may name: credentials. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Show the stack of unexpected errors. */
  readonly debug: boolean;
  /** True in a container, where 127.0.0.1 cannot be reached from outside. */
  readonly inContainer: boolean;
  /** Absolute; where annotations of a workflow's run name files from. Absent outside of workflows. */
  readonly annotationRoot?: string | undefined;
  /** Aborted when the user asks to stop (Ctrl-C, SIGTERM). */
  readonly stop: AbortSignal;
  /** Takes a function that gets errors that nobody caught. If it returns false, or without it, the process ends. */
  readonly onUncaught?: (handle: (error: unknown) => boolean) => void;
  /** Milliseconds since the process started. */
  elapsed(): number;
}
