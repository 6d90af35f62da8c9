import fs from "node:fs";
import os from "node:os";

/** Identifies a process beyond its number, since numbers are reused and every container has a process 1. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Differs after every start of the kernel; containers on one machine share it. Linux only. */
  readonly boot: string | undefined;
  /** The namespace of `pid`; each container has its own. Linux only. */
  readonly pidNamespace: string | undefined;
  /** When the process started, in the kernel's ticks. Linux only. */
  readonly started: string | undefined;
}

export function readOwnIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: os.hostname(),
    boot: attempt(() => fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pidNamespace: attempt(() => fs.readlinkSync("/proc/self/ns/pid")),
    started: readStat(process.pid)?.started,
  };
}

/** `unknown` if the process runs, or ran, where this one cannot see it. */
export function findProcess(other: ProcessIdentity, own: ProcessIdentity): "running" | "gone" | "unknown" {
  const sameKernel = own.boot === undefined ? other.host === own.host : other.boot === own.boot;
  if (!sameKernel || other.pidNamespace !== own.pidNamespace) return "unknown";
  if (!isPidInUse(other.pid)) return "gone";
  const stat = readStat(other.pid);
  if (stat === undefined || other.started === undefined) return "unknown";
  // A killed process keeps its number until its parent has reaped it (a zombie).
  return stat.started === other.started && !stat.ended ? "running" : "gone";
}

function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** @see proc_pid_stat(5): fields 3 (state) and 22 (starttime); field 2, the program's name, may hold spaces and brackets. */
function readStat(pid: number): { started: string; ended: boolean } | undefined {
  const text = attempt(() => fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const started = fields?.[19];
  return started === undefined ? undefined : { started, ended: /^[ZXx]$/.test(fields?.[0] ?? "") };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
