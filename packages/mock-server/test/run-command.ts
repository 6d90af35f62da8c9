import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Terminal } from "@onespec/command-line";
import { onTestFinished } from "vitest";
import { fakeTerminal } from "../../command-line/test/fake-terminal.js";
import { main } from "../src/cli/main.js";

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
  /** Stops reading what a process prints, as `| head` does. */
  closeOutput(): void;
  /** Asks it to stop, a process by the signal, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
}

/** Creates a folder with the given files, removed at the end of the test. */
export async function makeFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mock-server-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Runs the command to its end, in this process. */
export async function runCommand(args: readonly string[], cwd: string): Promise<Outcome> {
  return await run(args, cwd).ended;
}

/**
 * Starts the command on a free port of 127.0.0.1 and waits until it has said all. It is stopped when the test ends.
 * It runs in this process, which is in `cwd` from then on: a tenth of the processor time of a process of its own.
 */
export async function startServer(args: readonly string[], cwd: string): Promise<RunningServer> {
  return await served(run(["--host", "127.0.0.1", "--port", "0", ...args], cwd));
}

/**
 * Does so in a process of its own, as it was built: for tests of signals, locks, memory and ends by force.
 * @param nodeOptions as `NODE_OPTIONS` takes them
 */
export async function startProcess(args: readonly string[], cwd: string, nodeOptions = ""): Promise<RunningServer> {
  return await served(spawned(["--host", "127.0.0.1", "--port", "0", ...args], cwd, nodeOptions));
}

/** Runs the built command to its end, in a process of its own. */
export async function runProcess(args: readonly string[], cwd: string): Promise<Outcome> {
  return await spawned(args, cwd).ended;
}

interface Run extends Pick<RunningServer, "closeOutput"> {
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Outcome>;
  onOutput(listener: () => void): void;
  kill(signal: NodeJS.Signals): void;
}

async function served({ output, ended, onOutput, kill, closeOutput }: Run): Promise<RunningServer> {
  const url = await new Promise<string>((resolve, reject) => {
    onOutput(() => {
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
    closeOutput,
    end: (signal) => {
      kill(signal);
      return ended;
    },
  };
}

function run(args: readonly string[], cwd: string): Run {
  const before = { folder: process.cwd(), argument: process.argv[1] ?? "" };
  process.chdir(cwd);
  // The command checks the description in a process that it starts as it was started.
  process.argv[1] = BIN;
  const stop = new AbortController();
  let heard = (): void => {};
  const output = fakeTerminal({ program: "mock-server", environment: process.env, stop: stop.signal });
  const out = (text: string): void => {
    output.out(text);
    heard();
  };
  const terminal: Terminal = { ...output, out };
  const ended = main(args, terminal).then((exitCode) => {
    const { stdout, stderr } = output;
    return { exitCode, stdout, stderr };
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
    process.chdir(before.folder);
    process.argv[1] = before.argument;
  });
  return {
    output,
    ended,
    closeOutput() {},
    onOutput(listener) {
      heard = listener;
    },
    kill: () => stop.abort(),
  };
}

function spawned(args: readonly string[], cwd: string, nodeOptions = ""): Run {
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
  return {
    output,
    ended,
    closeOutput: () => void child.stdout?.destroy(),
    onOutput: (listener) => void child.stdout?.on("data", listener),
    kill: (signal) => void child.kill(signal),
  };
}
