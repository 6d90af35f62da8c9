import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ferretdbBinary } from "./ferretdb-binary.mjs";
import { freePort, type Server } from "./server-folder.js";

/**
 * FerretDB over SQLite files on 127.0.0.1: what speaks MongoDB's protocol where there is no MongoDB. Built by
 * `build-ferretdb.mjs`.
 */
export async function startFerretdb(home: string): Promise<Server> {
  const binary = ferretdbBinary();
  if (!existsSync(binary)) {
    return {
      missing: "FerretDB is not built: with Go installed, node packages/framework-cli/test/servers/build-ferretdb.mjs",
    };
  }
  const data = join(home, "data");
  mkdirSync(data);
  const port = await freePort();
  const log = openSync(join(home, "log"), "a");
  const server = spawn(binary, [`127.0.0.1:${port}`, data], {
    cwd: home,
    detached: true,
    stdio: ["ignore", log, log],
  });
  server.unref();
  let ended = false;
  server.once("exit", () => {
    ended = true;
  });
  for (let waited = 0; waited < 30_000 && !ended; waited += 50) {
    if (server.pid !== undefined && (await accepts(port))) return { port, pid: server.pid, password: "" };
    await sleep(50);
  }
  throw new Error(`FerretDB did not start: ${readFileSync(join(home, "log"), "utf8").slice(-2000)}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
