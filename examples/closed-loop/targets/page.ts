import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inPage } from "../../../packages/sdk-gen/test/browser-page.js";
import type { StepResult } from "../scenario/transcript.js";
import { startMock, withMockFolder } from "./mock-process.js";
import { type Target, TOKEN } from "./target.js";

const SDK = fileURLToPath(new URL("../../bookshop/sdk", import.meta.url));
const SCENARIO = fileURLToPath(new URL("../scenario/run-scenario.ts", import.meta.url));

/** A page of Chromium that imports the client as it lies, and calls the mock over HTTP from another origin. */
export const page: Target = {
  name: "mock, from a page in Chromium",
  async run() {
    const { missing } = inPage;
    if (missing !== undefined) return { missing };
    return withMockFolder(async (folder) => {
      const mock = await startMock(folder, 0, ["--memory"]);
      try {
        const server = JSON.stringify({ baseUrl: mock.url, token: TOKEN });
        const code = `const [{ default: Client }, { runScenario }] = await Promise.all([import("/sdk/index.js"), import("/scenario.mjs")]);
return runScenario(Client, { ...${server}, fetch: (request) => fetch(request) });`;
        return {
          steps: (await inPage.evaluate(SDK, { "scenario.mjs": await scenarioModule() }, code)) as StepResult[],
        };
      } finally {
        await mock.end("SIGTERM");
      }
    });
  },
};

/** The scenario without its types: browsers have no TypeScript. */
async function scenarioModule(): Promise<string> {
  const options = { bundle: true, format: "esm", target: "es2022", write: false } as const;
  const { outputFiles } = await build({ ...options, entryPoints: [SCENARIO] });
  return outputFiles[0]?.text ?? "";
}
