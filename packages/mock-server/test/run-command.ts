import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const BIN = fileURLToPath(new URL("../bin/mock-server.js", import.meta.url));

/** The running example. */
export const BOOKSHOP: string = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningServer {
  /** `http://localhost:54321`. */
  readonly url: string;
  /** The text that it printed when it started. */
  readonly report: string;
  /** Its standard error so far. */
  errors(): string;
  /** Stops reading what it prints, as `| head` does. */
  closeOutput(): void;
  /** Sends the signal and waits for the end of the process. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
}

/** Creates a folder with the given files, removed at the end of the test. */
export async function makeFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mock-server-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Runs the built command to its end. */
export async function runCommand(args: readonly string[], cwd: string): Promise<Outcome> {
  return await start(args, cwd).ended;
}

/**
 * Starts the built command on a free port of 127.0.0.1 and waits until it has said all. It is killed when the test ends.
 * @param nodeOptions as `NODE_OPTIONS` takes them
 */
export async function startServer(args: readonly string[], cwd: string, nodeOptions = ""): Promise<RunningServer> {
  const { child, ended, output } = start(["--host", "127.0.0.1", "--port", "0", ...args], cwd, nodeOptions);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const found = /^(?:Address +(https?:\S+)[\s\S]*^Ready |(https?:\S+)$)/m.exec(output.stdout);
      const url = found?.[1] ?? found?.[2];
      if (url) resolve(url);
    });
    void ended.then(({ stderr }) => reject(new Error(`It ended before it served: ${stderr}`)));
  });
  return {
    url,
    report: output.stdout,
    errors: () => output.stderr,
    closeOutput: () => void child.stdout?.destroy(),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function start(args: readonly string[], cwd: string, nodeOptions = "") {
  const { NO_COLOR: _, ONESPEC_DEBUG: __, ...own } = process.env;
  const env = nodeOptions === "" ? own : { ...own, NODE_OPTIONS: nodeOptions };
  const child: ChildProcess = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Outcome>((resolve) => {
    child.once("close", (exitCode) => resolve({ exitCode, ...output }));
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return { child, ended, output };
}
