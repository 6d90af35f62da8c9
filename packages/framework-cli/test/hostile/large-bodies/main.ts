// Sends large bodies of each kind to a lifted application of the built package, and tells the longest computation between two turns
// of its event loop. npx tsx packages/framework-cli/test/hostile/large-bodies/main.ts [--megabytes 0.4,9.9] [--only <words>]
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DESCRIPTION, LARGE_BODIES } from "../../../../mock-server/test/large-bodies/large-bodies.js";
import { action, temporaryApp } from "../../runtime/running-app.js";

const { values } = parseArgs({
  options: { megabytes: { type: "string", default: "0.2,0.4,1,9.9" }, only: { type: "string", default: "" } },
});
const body = DESCRIPTION.paths["/notes"].post.requestBody;
const app = await temporaryApp({
  "config/app.js": "export default { bodyLimit: 10_485_760 };",
  // Nothing of what the application does itself: what it is given and gives back.
  "api/controllers/note.js": action(
    `{ method: "POST", path: "/notes", inputs: { body: ${JSON.stringify(body)} }, handler: ({ body }) => [typeof body] }`,
  ),
});
const target = fork(fileURLToPath(new URL("../fuzz/fuzz-target.mjs", import.meta.url)), {
  execArgv: ["--expose-gc"],
  env: { ...process.env, STALL_MS: "1" },
});
let calls = 0;
const call = async (command: string, rest = {}): Promise<Record<string, never>> => {
  calls += 1;
  target.send({ id: calls, command, ...rest });
  const [answer] = await once(target, "message");
  if (!answer.ok) throw new Error(answer.message);
  return answer;
};
const { url } = await call("open", { folder: app.folder, environment: "production" });
const send = async (type: string, text: string): Promise<number> => {
  const reply = await fetch(new URL("/notes", url), { method: "POST", headers: { "content-type": type }, body: text });
  await reply.arrayBuffer();
  return reply.status;
};
const rows = LARGE_BODIES.filter(({ name, method }) => method === "POST" && name.includes(values.only));
for (let round = 0; round < 30; round += 1) for (const { type, make } of rows) await send(type, make(0.001));
await call("watch");
for (const { name, type, make } of rows) {
  const told: string[] = [];
  for (const megabytes of values.megabytes.split(",").map(Number)) {
    const text = make(megabytes);
    await call("memory");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await call("measure");
    const status = await send(type, text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { stalls } = await call("measure");
    const longest = Math.max(0, ...(stalls as { milliseconds: number }[]).map(({ milliseconds }) => milliseconds));
    told.push(`${megabytes} MB ${status} ${String(longest).padStart(4)}`);
  }
  console.log(`${name.padEnd(42)} ${told.join("   ")}`);
}
await call("close");
target.disconnect();
await app.remove();
