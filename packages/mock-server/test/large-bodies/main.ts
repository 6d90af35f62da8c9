// Sends large bodies of each kind to the built server, and tells the longest computation between two turns of its event loop.
// npx tsx packages/mock-server/test/large-bodies/main.ts [--megabytes 9.9] [--only <words>]
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DESCRIPTION, LARGE_BODIES } from "./large-bodies.js";

const { values } = parseArgs({
  options: { megabytes: { type: "string", default: "0.2,0.4,1,9.9" }, only: { type: "string", default: "" } },
});
const target = fork(fileURLToPath(new URL("../fuzz/fuzz-target.mjs", import.meta.url)), {
  execArgv: ["--expose-gc"],
  env: { ...process.env, STALL_MS: "1" },
});
const dataDir = await mkdtemp(join(tmpdir(), "large-bodies-"));
let calls = 0;
const call = async (command: string, rest = {}): Promise<Record<string, never>> => {
  calls += 1;
  target.send({ id: calls, command, ...rest });
  const [answer] = await once(target, "message");
  if (!answer.ok) throw new Error(answer.message);
  return answer;
};
const { url } = await call("open", { description: DESCRIPTION, options: { dataDir } });
const send = async (method: string, path: string, type: string, body: string): Promise<number> => {
  const reply = await fetch(new URL(path, url), { method, headers: { "content-type": type }, body });
  await reply.arrayBuffer();
  return reply.status;
};
// What is compiled by use is compiled.
for (let round = 0; round < 30; round += 1) {
  for (const { method, path, type, make } of LARGE_BODIES) await send(method, path, type, make(0.001));
}
for (const { name, method, path, type, make } of LARGE_BODIES.filter((body) => body.name.includes(values.only))) {
  const told: string[] = [];
  for (const megabytes of values.megabytes.split(",").map(Number)) {
    const body = make(megabytes);
    await call("memory");
    await call("measure");
    const status = await send(method, path, type, body);
    const { stalls } = await call("measure");
    const longest = Math.max(0, ...(stalls as { milliseconds: number }[]).map(({ milliseconds }) => milliseconds));
    told.push(`${megabytes} MB ${status} ${String(longest).padStart(4)}`);
  }
  console.log(`${name.padEnd(42)} ${told.join("   ")}`);
}
await call("close");
target.disconnect();
await rm(dataDir, { recursive: true });
