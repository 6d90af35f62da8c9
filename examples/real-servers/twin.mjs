import { deepEqual } from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, startProcess } from "./start-process.mjs";

const MOCK = fileURLToPath(new URL("../../packages/mock-server/bin/mock-server.js", import.meta.url));

/** Runs a story through the recording proxy. @returns its results and the folder of the seeds */
export async function recordTwin({ file, clientOf }, url, folder, story) {
  const seeds = join(folder, "recorded");
  const { address, stop } = await startMock(["proxy", file, url, "--record", seeds]);
  let results;
  try {
    results = await story(clientOf(address));
  } finally {
    const printed = await stop();
    if (process.env.REAL_SERVERS_VERBOSE) console.log(printed);
  }
  if (readdirSync(seeds).length === 0) throw new Error("Nothing was recorded.");
  return { seeds, results };
}

/** Runs the same story against the mock of what was recorded, and compares the results: ids and times of new records aside. */
export async function runTwin({ file, clientOf }, { seeds, results }, _folder, story) {
  const { address, stop } = await startMock([file, "--memory", "--seeds", seeds]);
  try {
    const again = withoutNulls(await story(clientOf(address)));
    for (const [name, result] of Object.entries(withoutNulls(results)))
      deepEqual({ [name]: again[name] }, { [name]: result });
  } finally {
    await stop();
  }
}

/** Where a description does not allow the null that its server gives, the recorder leaves the property out. */
function withoutNulls(value) {
  return JSON.parse(JSON.stringify(value, (_, inner) => (inner === null ? undefined : inner)));
}

async function startMock(args) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const command = [MOCK, ...args, "--host", "127.0.0.1", "--port", String(port)];
  const stop = await startProcess(process.execPath, command, { url: `${address}/__mock/health` });
  return { address, stop };
}
