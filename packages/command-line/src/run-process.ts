import { existsSync, readFileSync } from "node:fs";
import { reportError } from "./report-error.js";
import type { Terminal } from "./terminal.js";

// npm and npx pass a signal on that the terminal has sent already: two within half a second are one key press.
const SAME_PRESS_MS = 500;
const PARENT_CHECK_MS = 100;

/** The version of the package that a module two folders below its root belongs to. @param module its `import.meta.url` */
export function packageVersion(module: string): string {
  const text = readFileSync(new URL("../../package.json", module), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Runs a command line in this process: signals, broken pipes, colours, errors that nobody caught, and the exit code.
 * The only code of the project that touches the process.
 */
export async function runProcess(
  program: string,
  main: (args: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  let handled = (_error: unknown): boolean => false;
  const terminal: Terminal = {
    ...createTerminal(program, stopSignal()),
    onUncaught: (handle) => {
      handled = handle;
    },
  };
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      if (!handled(error)) process.exit(reportError(error, terminal));
    });
  }
  const exitCode = await main(process.argv.slice(2), terminal);
  await Promise.all([process.stdout, process.stderr].map(flushed));
  // Timers and connections of the user's own code must not keep a finished command alive.
  process.exit(exitCode);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}

/** Aborted at the first signal to stop, or when npm is gone; a second signal ends the process at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let asked: number | undefined;
  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (asked !== undefined && now - asked > SAME_PRESS_MS) process.exit(exitCode);
      asked ??= now;
      stop.abort();
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    // npm runs us in a shell that dies of a signal without passing it on: a server would stay behind and keep its port.
    const shell = process.ppid;
    setInterval(() => {
      if (process.ppid !== shell) stop.abort();
    }, PARENT_CHECK_MS).unref();
  }
  return stop.signal;
}

function createTerminal(program: string, stop: AbortSignal): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    // `mock-server api.yaml | head`: the reader is gone, the work goes on.
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  const { env } = process;
  return {
    program,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outColor: isColor(process.stdout),
    errColor: isColor(process.stderr),
    isInteractive: process.stderr.isTTY === true && env.TERM !== "dumb",
    environment: env,
    debug: Boolean(env.ONESPEC_DEBUG) || process.argv.includes("--debug"),
    inContainer: Boolean(env.KUBERNETES_SERVICE_HOST) || existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
    annotationRoot: env.GITHUB_WORKSPACE,
    stop,
    elapsed: () => performance.now(),
  };
}

function isColor(stream: NodeJS.WriteStream): boolean {
  const { env } = process;
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== "dumb";
}
