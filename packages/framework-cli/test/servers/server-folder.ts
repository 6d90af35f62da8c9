import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A server that was started, or why it was not. */
export type Server =
  | { readonly port: number; readonly pid: number; readonly password: string }
  | { readonly missing: string };

/** Asks for a server of this run: the first asker, of whatever process, starts it. */
export async function sharedServer(
  folder: string,
  name: string,
  start: (home: string) => Promise<Server>,
): Promise<Server> {
  const told = join(folder, `${name}.json`);
  const lock = join(folder, `${name}.lock`);
  try {
    mkdirSync(lock);
  } catch {
    for (let waited = 0; waited < 60_000; waited += 100) {
      if (existsSync(told)) return JSON.parse(readFileSync(told, "utf8")) as Server;
      await sleep(100);
    }
    return { missing: `${name} did not start within a minute` };
  }
  const server = await start(ownedFolder(folder, name)).catch((error: unknown) => ({ missing: String(error) }));
  if ("pid" in server) endWithRunner(server.pid, join(folder, name));
  writeFileSync(`${told}.new`, JSON.stringify(server));
  renameSync(`${told}.new`, told);
  return server;
}

/** Ends every server of a run, waits until it is gone, and removes the folder. */
export async function stopServers(folder: string): Promise<void> {
  for (const name of ["postgres", "mariadb", "ferretdb"]) {
    const told = join(folder, `${name}.json`);
    if (!existsSync(told)) continue;
    const server = JSON.parse(readFileSync(told, "utf8")) as Server;
    if (!("pid" in server)) continue;
    // PostgreSQL: SIGINT is the fast shutdown, which does not wait for clients.
    signal(server.pid, name === "postgres" ? "SIGINT" : "SIGTERM");
    for (let waited = 0; waited < 10_000 && signal(server.pid, 0); waited += 50) await sleep(50);
    signal(server.pid, "SIGKILL");
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Neither server runs as root; then they run as this user. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function ownedFolder(folder: string, name: string): string {
  const home = join(folder, name);
  chmodSync(folder, 0o755);
  mkdirSync(home);
  const user = unprivileged();
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  return home;
}

/** A test runner that is killed cannot clean up: a small shell waits for its end and ends the server. */
function endWithRunner(pid: number, home: string): void {
  const runner = process.env.ONESPEC_TEST_RUNNER ?? String(process.pid);
  const script =
    'while kill -0 "$0" 2>/dev/null; do kill -0 "$1" 2>/dev/null || exit; sleep 1; done; kill -9 "$1" 2>/dev/null; rm -rf "$2"';
  spawn("sh", ["-c", script, runner, String(pid), dirname(home)], { detached: true, stdio: "ignore" }).unref();
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
