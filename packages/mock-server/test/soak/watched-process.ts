import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PROBE = fileURLToPath(new URL("probe.mjs", import.meta.url));
const START_LIMIT_MS = 60_000;
const PROBE_LIMIT_MS = 30_000;
/** A graceful end waits for what is still asked. */
const STOP_LIMIT_MS = 30_000;

/** A command of ours that prints its address, and what is to be seen of it from outside and inside. */
export interface WatchedProcess {
  readonly url: string;
  /** Resident memory, in bytes. */
  resident(): Promise<number>;
  /** The heap and buffers after a collection, in bytes, and the longest computation since the last call. */
  probe(): Promise<{ readonly heap: number; readonly turnMs: number }>;
  /** How many of each kind are open: `socket`, `pipe`, or the path of a file. */
  handles(): Promise<Map<string, number>>;
  /** Asks it to end. Gives its exit code, `null` when it had to be killed. */
  stop(): Promise<number | null>;
}

/** @throws with its standard error when it ends or prints no address within a minute */
export async function watchProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<WatchedProcess> {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--expose-gc", "--import", PROBE, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...inherited, NO_COLOR: "1", ...env },
  });
  const endWithUs = (): void => void child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const exited = once(child, "exit") as Promise<[number | null]>;
  void exited.then(() => process.off("exit", endWithUs));
  const url = await addressOf(child);
  const proc = `/proc/${child.pid}`;
  return {
    url,
    async resident() {
      const status = await readFile(`${proc}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
    },
    async probe() {
      const told = once(child.stdio[3] as Readable, "data", { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
      child.kill("SIGUSR2");
      return JSON.parse(String((await told)[0]));
    },
    handles: () => handlesOf(`${proc}/fd`),
    async stop() {
      child.kill("SIGTERM");
      const deadline = new AbortController();
      const late = sleep(STOP_LIMIT_MS, undefined, { signal: deadline.signal }).then(
        () => void child.kill("SIGKILL"),
        () => {},
      );
      const [code] = await exited;
      deadline.abort();
      await late;
      return code;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  return await new Promise<string>((resolve, reject) => {
    const fail = (what: string): void => {
      child.kill("SIGKILL");
      reject(new Error(`The server ${what}: ${errors}`));
    };
    const timer = setTimeout(() => fail("said no address"), START_LIMIT_MS);
    child.once("exit", (code) => fail(`ended with code ${code}`));
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      // It goes on being read: a full pipe would hold the server.
      if (output.length > 100_000) return;
      output += text;
      const [url] = /http:\/\/[^\s,"]+:\d+/.exec(output) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url.replace("localhost", "127.0.0.1"));
    });
  });
}

async function handlesOf(folder: string): Promise<Map<string, number>> {
  const kinds = new Map<string, number>();
  for (const name of await readdir(folder)) {
    const target = await readlink(join(folder, name)).catch(() => undefined);
    if (target === undefined) continue;
    const kind = target.replace(/:\[\d+\]$/, "");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

/** The size of all files in a folder and below, in bytes. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += await sizeOfFolder(path);
    // One that is folded away between the two looks has no size.
    else
      sum += await lstat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return sum;
}
