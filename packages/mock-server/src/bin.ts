import { existsSync } from "node:fs";
import { main } from "./cli/main.js";
import { reportError } from "./cli/report-error.js";
import type { Terminal } from "./cli/terminal.js";

const stop = new AbortController();
// npm and npx pass a signal on that the terminal has sent already: two within half a second are one key press.
const SAME_PRESS_MS = 500;
const PARENT_CHECK_MS = 100;
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

for (const stream of [process.stdout, process.stderr]) {
  // `mock-server api.yaml | head`: the reader is gone, the server goes on.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const { env } = process;

if (env.npm_lifecycle_event !== undefined) {
  // npm runs us in a shell that dies of a signal without passing it on: the server would stay behind and keep its port.
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop.abort();
  }, PARENT_CHECK_MS).unref();
}

function isColor(stream: NodeJS.WriteStream): boolean {
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== "dumb";
}

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  outColor: isColor(process.stdout),
  errColor: isColor(process.stderr),
  debug: Boolean(env.ONESPEC_DEBUG) || process.argv.includes("--debug"),
  inContainer: Boolean(env.KUBERNETES_SERVICE_HOST) || existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
  stop: stop.signal,
  elapsed: () => performance.now(),
};

for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => process.exit(reportError(error, terminal)));
}

process.exitCode = await main(process.argv.slice(2), terminal);
