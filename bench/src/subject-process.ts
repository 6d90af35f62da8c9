import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** One of the things that are compared: a command that starts a server and prints its address. */
export interface Subject {
  readonly name: string;
  /** Arguments of node. */
  readonly args: readonly string[];
  /** Where it is started. */
  readonly cwd?: string;
}

/** In milliseconds. */
export interface Stall {
  /** For which the event loop did not turn while it had something to do. */
  readonly stall: number;
  /** For which it worked without a turn: what other processes on the machine have no part in. */
  readonly work: number;
}

/** A subject that runs. */
export interface RunningSubject {
  readonly url: string;
  /** When its process was asked for, on `performance.now()`'s clock. */
  readonly spawnedAt: number;
  /** Resident memory now and the most so far, in bytes; `undefined` where `/proc` is not. */
  memory(): Promise<{ readonly now: number; readonly peak: number } | undefined>;
  /** Bytes handed to the system in writes so far, to files and sockets alike; `undefined` where `/proc` is not. */
  written(): Promise<number | undefined>;
  /** The longest that its event loop stood still since this was last asked, in milliseconds; needs the probe in `floors/`. */
  longestStall(): Promise<Stall>;
  /** Processor time so far, in milliseconds; `undefined` where `/proc` is not. */
  processorMs(): Promise<number | undefined>;
  stop(): Promise<void>;
}

const LIMIT_MS = 60_000;

/** Starts a subject and waits for its address. Throws with what it wrote when it ends or says nothing in a minute. */
export async function startSubject(subject: Subject): Promise<RunningSubject> {
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, subject.args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
    ...(subject.cwd !== undefined && { cwd: subject.cwd }),
  });
  const url = await addressOf(child, subject.name);
  return {
    url,
    spawnedAt,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      const bytes = (field: string): number =>
        Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
      return status === "" ? undefined : { now: bytes("VmRSS"), peak: bytes("VmHWM") };
    },
    async written() {
      const io = await readFile(`/proc/${child.pid}/io`, "utf8").catch(() => "");
      const [, bytes] = /^wchar: (\d+)/m.exec(io) ?? [];
      return bytes === undefined ? undefined : Number(bytes);
    },
    longestStall: () =>
      new Promise((resolve) => {
        const listen = (chunk: Buffer): void => {
          const [, stall, work] = /longest stall ([\d.]+) of work ([\d.]+)/.exec(chunk.toString()) ?? [];
          if (stall === undefined) return;
          child.stdout.off("data", listen);
          resolve({ stall: Number(stall), work: Number(work) });
        };
        child.stdout.on("data", listen);
        child.kill("SIGUSR2");
      }),
    async processorMs() {
      const stat = await readFile(`/proc/${child.pid}/stat`, "utf8").catch(() => "");
      // Behind the name, which may hold spaces: the 12th and 13th fields are user and system time, in ticks of 10 ms.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return stat === "" ? undefined : (Number(fields[11]) + Number(fields[12])) * 10;
    },
    stop: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
        child.once("exit", () => {
          clearTimeout(timer);
          resolve();
        });
        if (!child.kill("SIGTERM")) resolve();
      }),
  };
}

function addressOf(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    let errors = "";
    const fail = (what: string): void => {
      child.kill("SIGKILL");
      reject(new Error(`${name} ${what}: ${errors.slice(-500)}`));
    };
    const timer = setTimeout(() => fail("said no address"), LIMIT_MS);
    child.stderr?.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /https?:\/\/[^\s,]+:\d+/.exec(output);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0].replace("localhost", "127.0.0.1"));
    });
  });
}
