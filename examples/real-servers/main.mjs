// `npm run real-servers [-- --only prefect,directus] [-- --report <file>] [-- --install]`: generates a client from the live description of each server,
// runs its program, and compares what comes with plain `fetch`. Skips, with the reason, what cannot be installed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { directusSteps, directusStory } from "./programs/directus.mjs";
import { librarySteps, libraryStory } from "./programs/library.mjs";
import { prefectSteps, prefectStory } from "./programs/prefect.mjs";
import { directus } from "./servers/directus.mjs";
import { library } from "./servers/library.mjs";
import { prefect } from "./servers/prefect.mjs";
import { runProcess } from "./start-process.mjs";
import { recordTwin, runTwin } from "./twin.mjs";

const GENERATOR = fileURLToPath(new URL("../../packages/sdk-gen/bin/generate-sdk.js", import.meta.url));
const SERVERS = {
  library: { server: library, steps: librarySteps, story: libraryStory },
  prefect: { server: prefect, steps: prefectSteps, story: prefectStory },
  directus: { server: directus, steps: directusSteps, story: directusStory },
};

const { values: options } = parseArgs({
  options: { only: { type: "string" }, report: { type: "string" }, install: { type: "boolean" } },
});
const names = options.only?.split(",") ?? Object.keys(SERVERS);
const unknown = names.filter((name) => !(name in SERVERS));
if (unknown.length > 0) {
  console.error(`--only ${unknown.join(",")}: no such server. Name some of ${Object.keys(SERVERS).join(", ")}.`);
  process.exit(2);
}

// With --install nothing is started.
if (options.install) {
  await Promise.allSettled(names.map((name) => SERVERS[name].server.install()));
  process.exit();
}

const scratch = mkdtempSync(join(tmpdir(), "real-servers-"));
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  await Promise.all(names.map(tryServer));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`Real servers: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (options.report) writeFileSync(options.report, JSON.stringify(counts));
if (counts.failed > 0) process.exitCode = 1;

/** Installs, starts and stops one server; prints a line for each step that fails, and the counts. */
async function tryServer(key) {
  const { server, steps, story } = SERVERS[key];
  let installed;
  try {
    installed = await server.install();
  } catch ({ message }) {
    counts.skipped += 1;
    console.log(`${server.name} skipped: ${message}`);
    return;
  }
  const folder = join(scratch, key);
  mkdirSync(folder);
  const results = [];
  const step = async (name, check) => {
    try {
      await check();
      results.push({ name });
    } catch (error) {
      results.push({ name, error });
    }
  };
  let running;
  await step("start", async () => {
    running = await server.start(installed, folder);
  });
  if (running) {
    let tools;
    await step("generate", async () => {
      tools = await generate(server, running, folder);
    });
    let recorded;
    if (tools) {
      await steps(step, tools);
      await step("record", async () => {
        recorded = await recordTwin(tools, running.url, folder, story);
      });
    }
    await running.stop();
    if (recorded) await step("the twin gives equal results", () => runTwin(tools, recorded, folder, story));
  }
  const failures = results.filter(({ error }) => error !== undefined);
  counts.passed += results.length - failures.length;
  counts.failed += failures.length;
  for (const { name, error } of failures) console.log(`FAILED  ${server.name}: ${name}: ${error.stack ?? error}`);
  console.log(`${server.name}: ${results.length - failures.length} of ${results.length} steps`);
}

/** The client of the live description, and `ask`, which is plain `fetch` of the same server. */
async function generate({ auth, headers }, { url, description }, folder) {
  const response = await fetch(description, {
    headers: { accept: "application/vnd.oai.openapi+json, application/json", ...headers },
  });
  if (!response.ok) throw new Error(`${description}: ${response.status} ${await response.text()}`);
  const file = join(folder, "api.json");
  writeFileSync(file, await response.text());
  const sdk = join(folder, "sdk");
  await runProcess(process.execPath, [GENERATOR, file, sdk, "1.0.0"], { cwd: folder });
  const exported = await import(pathToFileURL(join(sdk, "index.js")).href);
  const requests = [];
  const connect = (auth, baseUrl = url) =>
    new exported.default({
      baseUrl,
      auth,
      hooks: {
        onRequest({ method, url: address }) {
          requests.push(`${method} ${decodeURIComponent(address.slice(baseUrl.length))}`);
          return undefined;
        },
      },
    });
  const ask = async (method, path, body) => {
    const init = { method, headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) } };
    const answer = await fetch(`${url}${path}`, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    sdk: exported,
    file,
    client: connect(auth),
    clientOf: (address) => connect(auth, address),
    connect,
    ask,
    requests: () => requests.splice(0),
  };
}
