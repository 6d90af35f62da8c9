import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type Server, unprivileged } from "./server-folder.js";

const DEBIAN = "/usr/lib/postgresql";

/** A PostgreSQL of its own on 127.0.0.1, user `framework` with a password, durability off. */
export async function startPostgres(home: string): Promise<Server> {
  const bin = binFolder();
  if (bin === undefined) return { missing: "PostgreSQL is not installed (Debian: apt-get install postgresql)" };
  const run = (command: string, args: readonly string[]): void => {
    const { status, stdout, stderr, error } = spawnSync(join(bin, command), args, {
      cwd: home,
      encoding: "utf8",
      timeout: 60_000,
      ...unprivileged(),
    });
    if (status !== 0) throw new Error(`${command} failed: ${stdout}${stderr}${error ?? ""}`);
  };
  const password = randomBytes(9).toString("hex");
  const data = join(home, "data");
  writeFileSync(join(home, "password"), password, { mode: 0o644 });
  run("initdb", [
    "-D",
    data,
    "-U",
    "framework",
    "-A",
    "scram-sha-256",
    "--pwfile",
    join(home, "password"),
    "-E",
    "UTF8",
    "--locale",
    "C.UTF-8",
    "-N",
  ]);
  const port = await freePort();
  const options = `-h 127.0.0.1 -p ${port} -k ${home} -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200`;
  // Its output must not be a pipe: the server would hold it open.
  run("pg_ctl", ["-D", data, "-l", join(home, "log"), "-w", "-t", "50", "-o", options, "start"]);
  const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  return { port, pid, password };
}

function binFolder(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}
