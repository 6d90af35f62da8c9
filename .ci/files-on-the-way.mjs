// Counts the files of ours that one request runs through: `npm run files-on-the-way`. Build first (`npx tsc -b`).
import { Session } from "node:inspector/promises";
import { createMockServer } from "../packages/mock-server/dist/index.js";

const REQUESTS = [
  ["GET", "/authors/1"],
  ["GET", "/authors?limit=20"],
  ["POST", "/authors", { name: "Ann Leckie" }],
  ["PATCH", "/authors/1", { name: "Ann Leckie" }],
];
/** Schemas are compiled by then. */
const WARM_UP = 20;

const description = new URL("../examples/bookshop/api.yaml", import.meta.url);
const mock = await createMockServer({ description, seed: 5, port: 0 });
const { url } = await mock.listen();
const session = new Session();
session.connect();
await session.post("Profiler.enable");
for (const [method, path, body] of REQUESTS) {
  const send = async () => {
    const init = { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  for (let count = 0; count < WARM_UP; count++) await send();
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await send();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const ours = result
    .filter((script) => /\/packages\/[^/]+\/dist\//.test(script.url))
    .filter((script) => script.functions.some(({ ranges: [whole] }) => whole.count > 0))
    .map((script) => script.url.replace(/^.*\/packages\/(.*)$/, "$1").replace("/dist/", "/"));
  process.stdout.write(`${method} ${path}: ${ours.length} files\n`);
  if (process.argv.includes("--list")) for (const file of ours) process.stdout.write(`  ${file}\n`);
}
session.disconnect();
await mock.close();
