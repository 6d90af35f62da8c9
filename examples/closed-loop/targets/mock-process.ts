import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DESCRIPTION, HANDLERS } from "./mock-in-memory.js";
import { BODY_LIMIT, TOKEN } from "./target.js";

const BIN = fileURLToPath(new URL("../../../packages/mock-server/bin/mock-server.js", import.meta.url));

/** `mock-server examples/bookshop/api.yaml` as a process. */
export interface MockProcess {
  /** `http://127.0.0.1:54321` */
  readonly url: string;
  readonly port: number;
  /** Sends the signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Runs the work with a temporary folder that holds what mock servers need. */
export async function withMockFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "closed-loop-"));
  try {
    await writeFile(join(folder, "credentials.json"), JSON.stringify({ bearerAuth: [TOKEN] }));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param port 0 takes a free one @param flags where it keeps its state */
export async function startMock(folder: string, port: number, flags: readonly string[]): Promise<MockProcess> {
  const own = ["--auth", "enforce", "--credentials", join(folder, "credentials.json"), "--handlers", HANDLERS];
  const place = ["--host", "127.0.0.1", "--port", String(port), "--quiet", "--body-limit", String(BODY_LIMIT)];
  const child = spawn(process.execPath, [BIN, DESCRIPTION, ...own, ...place, ...flags], { cwd: folder });
  const ended = once(child, "exit");
  let out = "";
  let err = "";
  child.stderr.on("data", (chunk) => (err += chunk));
  const listening = new Promise<number>((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      const found = /:(\d+)\s/.exec(out)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const chosen = await Promise.race([listening, ended.then(() => undefined)]);
  if (chosen === undefined) throw new Error(`The mock server ended before it served: ${err}`);
  return {
    url: `http://127.0.0.1:${chosen}`,
    port: chosen,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
