import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

export interface ProcessIdentity {
  /** The machine, and the container in which `pid` counts. */
  readonly host: string;
  readonly pid: number;
}

export function thisProcess(): ProcessIdentity {
  return { host: `${hostname()} ${processSpace()}`, pid: process.pid };
}

/** True if the process ran on this machine and has ended. */
export function isGone({ host, pid }: ProcessIdentity): boolean {
  if (host !== thisProcess().host) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Containers number their processes separately, even if they have the same host name. */
function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
