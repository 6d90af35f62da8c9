import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shims } from "../../docs/test/play-page.js";
import { run } from "../../packages/framework-cli/test/command-line/framework.js";

const here = new URL(".", import.meta.url).pathname;
const { load } = createRequire(new URL("../../packages/spec-core/package.json", import.meta.url))("js-yaml");

interface Workflow {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } };
}

test("the steps of the workflow run, with the bookshop as the API", { timeout: 120_000 }, async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "workflow-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(here, "../bookshop/api.yaml"), join(folder, "api.yaml"));
  await cp(join(here, "../bookshop/sdk"), join(folder, "sdk"), { recursive: true });
  for (const name of ["package.json", "authors.test.js"]) await cp(join(here, name), join(folder, name));
  const { jobs } = load(await readFile(join(here, "api-tests.yml"), "utf8")) as Workflow;
  const scripts = jobs.test.steps.flatMap((step) => step.run ?? []);
  expect(scripts).toContain("npm ci");

  // The steps run in one shell, so that the mock ends with it. Packages are those of this checkout.
  const steps = scripts.filter((script) => script !== "npm ci");
  const script = ["set -e", "trap 'kill $(jobs -p)' EXIT", ...steps].join("\n");
  await writeFile(join(folder, "steps.sh"), script);
  const port = String(await freePort());
  const address = { MOCK_PORT: port, API_URL: `http://localhost:${port}` };
  const env = { PATH: `${await shims(folder)}:${process.env.PATH}`, ...address };
  const { code, out, err } = await run("bash", ["steps.sh"], folder, env);
  expect(code, out + err).toBe(0);
  expect(out).toMatch(/pass 1/);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
