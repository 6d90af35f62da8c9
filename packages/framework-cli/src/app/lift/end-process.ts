/** Time for what was printed to get out, in milliseconds. */
const GRACE_MS = 200;

/** Ends the process, with the exit code that is set, if timers or connections of the application would keep it alive. */
export function endProcess(): void {
  setTimeout(() => process.exit(), GRACE_MS).unref();
}
