import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A mock server of its own process, started as a user starts it. */
export interface ServerProcess {
  /** `http://127.0.0.1:4711`. */
  readonly url: string;
  /** From the start of the process until it said where it listens, in milliseconds. */
  readonly startUpMs: number;
  /** Has it ended by itself? Then the end of what it wrote to standard error. */
  crashed(): string | undefined;
  stop(): Promise<void>;
}

const BIN = fileURLToPath(new URL("../../bin/mock-server.js", import.meta.url));
const START_LIMIT_MS = 60_000;

/** Starts the built server on a free port. Throws with what it said when it does not start. */
export async function startServer(file: string, flags: readonly string[]): Promise<ServerProcess> {
  const begin = performance.now();
  const child = spawn(process.execPath, [BIN, file, "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  let output = "";
  let errors = "";
  let ended: string | undefined;
  const exit = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      ended = `ended with ${signal ?? `code ${code}`}: ${errors.slice(-1500)}`;
      resolve();
    });
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-20_000);
  });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no address within ${START_LIMIT_MS} ms: ${errors.slice(-500)}`)),
      START_LIMIT_MS,
    );
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found =
        /Address\s+(https?:\/\/[^\s,]+:\d+)/.exec(output) ??
        /(https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+)/.exec(output);
      if (found === null) return;
      clearTimeout(timer);
      resolve((found[1] ?? "").replace("localhost", "127.0.0.1"));
    });
    void exit.then(() => {
      clearTimeout(timer);
      reject(new Error(`the server did not start; it ${ended}`));
    });
  }).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  const startUpMs = performance.now() - begin;
  return {
    url,
    startUpMs,
    crashed: () => ended,
    async stop() {
      if (ended !== undefined) return;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await exit;
      clearTimeout(timer);
    },
  };
}
