import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";
import { BOOKSHOP } from "./real-descriptions.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SCRIPT = join(ROOT, ".github/actions/generate-sdk/regenerate.sh");
const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-action-"));
  await writeFile(join(folder, "api.yaml"), await readFile(BOOKSHOP, "utf8"));
});
afterEach(() => rm(folder, { recursive: true }));

interface Step {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs the action's script as a step of a job would. */
async function step(env: Readonly<Record<string, string>> = {}): Promise<Step> {
  const files = { GITHUB_STEP_SUMMARY: join(folder, "summary.md"), GITHUB_OUTPUT: join(folder, "outputs") };
  for (const file of Object.values(files)) await writeFile(file, "");
  const ran = await new Promise<Pick<Step, "code" | "out" | "err">>((resolve) => {
    const all = {
      ...process.env,
      DESCRIPTION: "api.yaml",
      FOLDER: "sdk",
      GENERATOR: `${process.execPath} ${BIN}`,
      GITHUB_ACTIONS: "",
      ...files,
      ...env,
    };
    execFile("bash", [SCRIPT], { cwd: folder, env: all }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
  const lines = (await readFile(files.GITHUB_OUTPUT, "utf8")).split("\n").filter((line) => line !== "");
  return {
    ...ran,
    summary: await readFile(files.GITHUB_STEP_SUMMARY, "utf8"),
    outputs: Object.fromEntries(lines.map((line) => line.split("=", 2))),
  };
}

describe("the action that regenerates a client", () => {
  test("writes it, finds it fresh, finds it stale after a change and says what callers will notice", async () => {
    const first = await step({ VERSION: "1.0.0" });
    expect(first).toMatchObject({ code: 0, err: "", outputs: { version: "1.0.0", changed: "true" } });
    expect(first.summary).toMatch(/^## sdk\n\nRegenerated: version 1\.0\.0, \d+ files differ\./);

    const fresh = await step({ CHECK: "true" });
    expect(fresh).toMatchObject({ code: 0, outputs: { stale: "false", changed: "false" } });
    expect(fresh.summary).toContain("Up to date: version 1.0.0, 29 operations, 6 resources.");

    const text = await readFile(join(folder, "api.yaml"), "utf8");
    await writeFile(join(folder, "api.yaml"), text.replace("operationId: cancelOrder", "operationId: voidOrder"));
    const stale = await step({ CHECK: "true" });
    expect(stale).toMatchObject({ code: 1, outputs: { stale: "true", changed: "true" } });
    expect(stale.summary).toContain("**Stale**: version 1.0.0");
    expect(stale.summary).toContain("| breaking | `orders.cancel` is called `orders.void` now |");
    expect(stale.summary).toContain("The changes ask for version 2.0.0 or higher.");
    expect(stale.out).toContain("::error title=Stale client::sdk does not fit api.yaml any more.");
    expect(await readFile(join(folder, "sdk/llms.txt"), "utf8")).toContain("cancel(orderId, body, options)");

    expect(await step()).toMatchObject({ code: 0, outputs: { version: "2.0.0" } });
    expect(await step({ CHECK: "true" })).toMatchObject({ code: 0 });
  });

  test("rejects a version that hides a breaking change", async () => {
    await step({ VERSION: "1.0.0" });
    const text = await readFile(join(folder, "api.yaml"), "utf8");
    await writeFile(join(folder, "api.yaml"), text.replace("operationId: cancelOrder", "operationId: voidOrder"));
    const { code, err, summary } = await step({ VERSION: "1.0.1", ENFORCE_SEMVER: "true" });
    expect({ code, summary }).toEqual({ code: 1, summary: "" });
    expect(err).toContain("[VERSION_TOO_LOW]");
  });

  test("passes on what the generator says of a description that cannot be read", async () => {
    const { code, err, summary } = await step({ DESCRIPTION: "nowhere.yaml" });
    expect({ code, summary }).toEqual({ code: 1, summary: "" });
    expect(err).toContain("There is no file nowhere.yaml");
  });

  test.each([
    ["$(touch pwned)"],
    ["`touch pwned`"],
    ["sdk; touch pwned"],
    ['"; touch pwned; "'],
    ["sdk\n touch pwned"],
    ["--config=evil.mjs"],
  ])("takes the folder %j for a folder", async (name) => {
    await writeFile(join(folder, "evil.mjs"), 'import { writeFileSync } from "node:fs"; writeFileSync("pwned", "");');
    const { code, summary } = await step({ FOLDER: name });
    expect(code).toBe(0);
    expect(summary.split("\n")[0]).toMatch(/^## /);
    expect((await readdir(folder)).sort()).toEqual([name, "api.yaml", "evil.mjs", "outputs", "summary.md"].sort());
    expect(await readdir(join(folder, name))).toContain("index.js");
  });

  test.each(["--config=evil.mjs", "$(touch pwned)", "; touch pwned", "--help", "x\n::error::said"])(
    "takes the description %j for a path",
    async (name) => {
      await writeFile(join(folder, "evil.mjs"), 'import { writeFileSync } from "node:fs"; writeFileSync("pwned", "");');
      const { code, err, out } = await step({ DESCRIPTION: name });
      expect(code).toBe(1);
      expect(`${out}\n${err}`).toMatch(/There is no file|cannot be read/);
      expect(`${out}\n${err}`).not.toMatch(/^::/m);
      expect(await readdir(folder)).not.toContain("pwned");
    },
  );

  test("takes a version for a version", async () => {
    expect(await step({ VERSION: "--force" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("VERSION_INVALID"),
    });
    const { err, outputs } = await step({ VERSION: "1.0.0\nstale=false" });
    expect(err).toContain("VERSION_INVALID");
    expect(outputs).toEqual({});
  });

  test("gives the runner no command that a name holds", async () => {
    const name = "sdk\n::add-mask::x%0a";
    await step({ FOLDER: name, GITHUB_ACTIONS: "true" });
    await writeFile(join(folder, name, "index.js"), "edited");
    const { code, out } = await step({ FOLDER: name, CHECK: "true", GITHUB_ACTIONS: "true" });
    expect(code).toBe(1);
    expect(out.match(/^::.*/gm)).toEqual([
      "::error title=Stale client::sdk%0A::add-mask::x%250a does not fit api.yaml any more. Run: npx generate-sdk api.yaml sdk%0A::add-mask::x%250a",
    ]);
    const { err } = await step({ DESCRIPTION: "::error::said", GITHUB_ACTIONS: "true" });
    const [, pause] = /^::stop-commands::(pause-[\da-f]{32})\n/.exec(err) ?? [];
    expect(pause).toBeDefined();
    expect(err.trimEnd().endsWith(`\n::${pause}::`)).toBe(true);
  });

  test("gives every input to the script, and every output of the script to the job", async () => {
    const action = load(await readFile(join(ROOT, ".github/actions/generate-sdk/action.yml"), "utf8")) as {
      inputs: Record<string, unknown>;
      outputs: Record<string, { value: string }>;
      runs: { steps: { env: Record<string, string>; run: string }[] };
    };
    const [{ env, run } = { env: {}, run: "" }] = action.runs.steps;
    expect(run).toContain("regenerate.sh");
    expect(Object.values(env)).toEqual(Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`));
    const script = await readFile(SCRIPT, "utf8");
    for (const variable of Object.keys(env)) expect(script).toContain(`\${${variable}:`);
    await step();
    const { outputs } = await step();
    expect(Object.keys(action.outputs).sort()).toEqual(Object.keys(outputs).sort());
  });
});

describe("the example in this repository", () => {
  test("has a client that fits its description; `npm run regenerate` writes it", async () => {
    const { changes } = await generateSdk(BOOKSHOP, join(ROOT, "examples/bookshop/sdk"), {
      version: "1.0.0",
      check: true,
    });
    expect([...changes.write.map(({ path }) => path), ...changes.remove]).toEqual([]);
    expect(changes.kept).toBeGreaterThan(40);
  });

  test("is checked on pull requests and regenerated on pushes by the workflow", async () => {
    const workflow = load(await readFile(join(ROOT, ".github/workflows/regenerate-sdk.yml"), "utf8")) as {
      on: Record<string, { paths?: string[] }>;
      jobs: Record<string, { if: string; steps: { uses?: string; with?: Record<string, string> }[] }>;
    };
    expect(workflow.on.pull_request?.paths).toContain("examples/bookshop/**");
    expect(workflow.on.push?.paths).toEqual(workflow.on.pull_request?.paths);
    const uses = Object.entries(workflow.jobs).map(([name, { steps }]) => [
      name,
      steps.find(({ uses }) => uses === "./.github/actions/generate-sdk")?.with,
    ]);
    const client = { description: "examples/bookshop/api.yaml", folder: "examples/bookshop/sdk", version: "1.0.0" };
    expect(Object.fromEntries(uses)).toEqual({ check: { ...client, check: "true" }, regenerate: client });
  });
});
