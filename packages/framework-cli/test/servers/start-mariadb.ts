import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type Server, unprivileged } from "./server-folder.js";

const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin", ...(process.env.PATH ?? "").split(":")];

/** A MariaDB of its own on 127.0.0.1, user `framework` with a password, durability off. */
export async function startMariadb(home: string): Promise<Server> {
  const daemon = find("mariadbd");
  const install = find("mariadb-install-db");
  if (daemon === undefined || install === undefined) {
    return { missing: "MariaDB is not installed (Debian: apt-get install mariadb-server)" };
  }
  const user = unprivileged();
  const data = join(home, "data");
  const made = spawnSync(
    install,
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      "--skip-name-resolve",
    ],
    { cwd: home, encoding: "utf8", timeout: 60_000, ...user },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stdout}${made.stderr}`);
  const password = randomBytes(9).toString("hex");
  const port = await freePort();
  const init = join(home, "init.sql");
  writeFileSync(
    init,
    `CREATE USER 'framework'@'127.0.0.1' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO 'framework'@'127.0.0.1';\n`,
  );
  const log = openSync(join(home, "log"), "a");
  const server = spawn(
    daemon,
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--bind-address=127.0.0.1",
      `--port=${port}`,
      `--socket=${join(home, "socket")}`,
      `--pid-file=${join(home, "pid")}`,
      `--init-file=${init}`,
      "--skip-name-resolve",
      "--skip-log-bin",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-flush-method=nosync",
      "--innodb-doublewrite=0",
      "--innodb-buffer-pool-size=64M",
      "--max-connections=300",
    ],
    { cwd: home, detached: true, stdio: ["ignore", log, log], ...user },
  );
  server.unref();
  let ended = false;
  server.once("exit", () => {
    ended = true;
  });
  for (let waited = 0; waited < 50_000 && !ended; waited += 100) {
    if (server.pid !== undefined && (await answers(port))) return { port, pid: server.pid, password };
    await sleep(100);
  }
  throw new Error(`mariadbd did not start: ${readFileSync(join(home, "log"), "utf8").slice(-2000)}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    // The server greets; a port that merely accepts does not.
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
    socket.setTimeout(1000, () => {
      socket.destroy();
      resolve(false);
    });
  });
}

function find(command: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, command)).find((path) => existsSync(path));
}
