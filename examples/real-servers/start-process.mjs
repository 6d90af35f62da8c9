import { spawn } from "node:child_process";
import { createServer } from "node:net";

const LONGEST_START = 240_000;

/** Starts a server and waits until `url` answers. @returns what stops it */
export async function startProcess(command, args, { cwd, env, url, headers }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      printed = `${printed}${text}`.slice(-4000);
    });
  let ended;
  const closed = new Promise((resolve) => {
    const end = (how) => {
      ended = how;
      resolve();
    };
    child.on("error", ({ message }) => end(message));
    child.on("close", (code) => end(`It ended with ${code}: ${printed.trim()}`));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), 5000);
    await closed;
    clearTimeout(kill);
    return printed;
  };
  for (const last = Date.now() + LONGEST_START; !(await answers(url, headers)); ) {
    if (ended === undefined && Date.now() < last) await new Promise((resolve) => setTimeout(resolve, 200));
    else {
      await stop();
      throw new Error(`${url} does not answer. ${ended ?? printed}`);
    }
  }
  return stop;
}

/** Runs a program to its end. @throws an Error with what it printed unless it exits with 0 */
export function runProcess(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${args[0]} exited with ${code}: ${printed.trim().slice(-2000)}`));
    });
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url, headers) {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
