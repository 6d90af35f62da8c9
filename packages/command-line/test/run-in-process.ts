import type { Terminal } from "../src/terminal.js";
import { fakeTerminal } from "./fake-terminal.js";

export type Main = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** The output and the exit of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs what a bin runs in this process: a tenth of the processor time, where it is not the process that is tested. Commands wait for
 * one another, as a process is in one folder.
 */
export function runInProcess(
  main: Main,
  args: readonly string[],
  cwd: string,
  terminal: Partial<Terminal> = {},
): Promise<Outcome> {
  const outcome = last.then(async () => {
    const before = process.cwd();
    const printed = fakeTerminal(terminal);
    process.chdir(cwd);
    try {
      const code = await main(args, printed);
      return { code, out: printed.stdout, err: printed.stderr };
    } finally {
      process.chdir(before);
    }
  });
  last = outcome.catch(() => {});
  return outcome;
}
