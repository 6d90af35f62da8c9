import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Running } from "./imported-app.js";

const BIN = fileURLToPath(new URL("../../../../mock-server/bin/mock-server.js", import.meta.url));

/** The mock server of a description, in memory, as a process of its own. */
export async function startMock(source: string, flags: readonly string[] = []): Promise<Running> {
  const args = [BIN, source, ...flags, "--memory", "--port", "0", "--host", "127.0.0.1", "--quiet"];
  const child = spawn(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } });
  const ended = once(child, "exit");
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  for (;;) {
    const url = /http:\/\/localhost:\d+/.exec(out)?.[0];
    if (url !== undefined) {
      return {
        url: url.replace("localhost", "127.0.0.1"),
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
      };
    }
    if (child.exitCode !== null) throw new Error(`The mock server ended with code ${child.exitCode}: ${err}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
