import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));
const ACTIONS = fileURLToPath(new URL("../../../.github/actions/", import.meta.url));
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const COMMAND = `${process.execPath} ${fileURLToPath(new URL("../bin/mock-server.js", import.meta.url))}`;

const API = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      responses: { 200: { description: OK, content: { application/json: { schema: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } } } } } }
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-actions-"));
  await writeFile(join(folder, "api.yaml"), API);
});
afterEach(() => rm(folder, { recursive: true }));

interface Step {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs an action's script as a step of a job would. */
async function step(script: string, env: Readonly<Record<string, string>>, cwd = folder): Promise<Step> {
  const files = { GITHUB_STEP_SUMMARY: join(folder, "summary.md"), GITHUB_OUTPUT: join(folder, "outputs") };
  for (const file of Object.values(files)) await writeFile(file, "");
  const common = { RUNNER_TEMP: folder, GITHUB_WORKSPACE: folder, GITHUB_ACTIONS: "", DESCRIPTION: "api.yaml" };
  const all = { ...process.env, ...common, ...files, ...env };
  const ran = await new Promise<Pick<Step, "code" | "out" | "err">>((resolve) => {
    execFile("bash", [join(ACTIONS, script)], { cwd, env: all }, (error, out, err) =>
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

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}

/** Every input reaches the script, and every output of the script the job. */
async function expectWired(name: string, script: string, outputs: Readonly<Record<string, string>>): Promise<void> {
  const action = load(await readFile(join(ACTIONS, name, "action.yml"), "utf8")) as Action;
  const [{ env, run } = { env: {}, run: "" }] = action.runs.steps;
  expect(run).toContain(script);
  expect(Object.values(env)).toEqual(Object.keys(action.inputs).map((input) => `\${{ inputs.${input} }}`));
  const text = await readFile(join(ACTIONS, name, script), "utf8");
  for (const variable of Object.keys(env)) expect(text).toContain(`\${${variable}:`);
  expect(Object.keys(action.outputs).sort()).toEqual(Object.keys(outputs).sort());
}

describe("the action that starts a mock", () => {
  const start = (env: Readonly<Record<string, string>> = {}): Promise<Step> =>
    step("mock/start.sh", { SERVER: COMMAND, ARGUMENTS: "--host\n127.0.0.1\n", ...env });

  test("waits until it answers, and gives its address to the steps that follow", async () => {
    const { code, out, outputs } = await start({ SEED: "3", DESCRIPTION: BOOKSHOP });
    try {
      expect({ code, out }).toEqual({ code: 0, out: `Serving at ${outputs.url}\n` });
      const answer = await fetch(`${outputs.url}/authors`);
      expect({ status: answer.status, count: (await answer.json()).total }).toEqual({ status: 200, count: 3 });
      expect(await readdir(folder)).not.toContain(".mock-data");
      await expectWired("mock", "start.sh", outputs);
    } finally {
      process.kill(Number(outputs.pid));
    }
  });

  test("says why a mock did not start, and passes no workflow command of the description to the runner", async () => {
    await writeFile(join(folder, "api.yaml"), `openapi: "::error::said"\ninfo: {}\n`);
    const { code, out, err, outputs } = await start({ GITHUB_ACTIONS: "true" });
    expect({ code, outputs }).toEqual({ code: 1, outputs: {} });
    expect(out).toBe("::error title=Mock server::The mock server did not start. Its messages are above.\n");
    const [, pause] = /^::stop-commands::(pause-[\da-f]{32})\n/.exec(err) ?? [];
    expect(err).toContain("hint: ");
    expect(err.endsWith(`\n::${pause}::\n`)).toBe(true);
  });

  test("stops waiting for a server that never answers", async () => {
    const { code, out } = await start({ SERVER: "sleep 100;", TIMEOUT: "1", ARGUMENTS: "" });
    expect(code).toBe(1);
    expect(out).toMatch(/did not (start|answer within 1 s)/);
  });

  test.each(["--config=evil.mjs", "$(touch pwned)", "; touch pwned"])("takes %j for a path", async (description) => {
    await writeFile(join(folder, "evil.mjs"), 'import { writeFileSync } from "node:fs"; writeFileSync("pwned", "");');
    expect((await start({ DESCRIPTION: description })).code).toBe(1);
    expect(await readdir(folder)).not.toContain("pwned");
  });
});

describe("the action that checks a server", () => {
  test("annotates findings, writes SARIF and a summary, and accepts a baseline", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('[{ "name": "x\\n::error::said" }, { "nome": "::error::said" }]');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const check = (env: Readonly<Record<string, string>> = {}): Promise<Step> =>
        step("check/check.sh", { CHECKER: COMMAND, URL: url, GITHUB_ACTIONS: "true", ...env });
      const first = await check({ SARIF: "report.sarif" });
      expect(first).toMatchObject({ code: 1, outputs: { passed: "false", sarif: "report.sarif" } });
      const [stop, ...rest] = first.out.split("\n").filter((line) => line.startsWith("::"));
      const [resume, ...annotations] = rest;
      expect(resume).toBe(stop?.replace("stop-commands::", "").concat("::"));
      expect(annotations.length).toBeGreaterThan(0);
      for (const line of annotations)
        expect(line).toMatch(/^::error file=api\.yaml,line=5,col=\d+,title=body-invalid::GET \/pets: /);
      expect(first.summary).toMatch(/^## Contract check\n\n {4}✗ The body does not fit its schema\./);
      expect(JSON.parse(await readFile(join(folder, "report.sarif"), "utf8")).runs[0].results).not.toEqual([]);

      const written = await check({ BASELINE: "known.json", ARGUMENTS: "--update-baseline\n" });
      expect(written).toMatchObject({ code: 0, outputs: { passed: "true" } });
      const known = await check({ BASELINE: "known.json" });
      expect(known).toMatchObject({ code: 0, outputs: { passed: "true", sarif: "" } });
      expect(known.summary).toContain("Nothing new found.");
      await expectWired("check", "check.sh", known.outputs);
    } finally {
      server.close();
    }
  });

  test("reports why a check cannot start", async () => {
    const { code, err, outputs } = await step("check/check.sh", { CHECKER: COMMAND, URL: "nowhere" });
    expect({ code, outputs }).toMatchObject({ code: 2, outputs: { passed: "false" } });
    expect(err).toContain("nowhere is not an address such as http://localhost:8080");
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly WorkflowStep[] }>>;
}

interface WorkflowStep {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

describe("the workflow of the example's contract", async () => {
  const { jobs } = load(await readFile(join(ROOT, ".github/workflows/contract.yml"), "utf8")) as Workflow;
  const own = (job: string): WorkflowStep[] =>
    (jobs[job]?.steps ?? []).filter(({ uses }) => uses?.startsWith("./.github/actions/"));
  const actionOf = async ({ uses = "" }: WorkflowStep) => {
    const text = await readFile(join(ROOT, uses, "action.yml"), "utf8");
    return load(text) as Action & { readonly inputs: Readonly<Record<string, { readonly default?: string }>> };
  };

  test("gives each action inputs that it has, and all that it requires", async () => {
    expect(
      Object.keys(jobs)
        .flatMap(own)
        .map(({ uses }) => uses),
    ).toEqual(["gate", "mock", "check"].map((name) => `./.github/actions/${name}`));
    for (const each of Object.keys(jobs).flatMap(own)) {
      const { inputs } = await actionOf(each);
      const required = Object.entries(inputs).flatMap(([name, { default: value }]) =>
        value === undefined ? name : [],
      );
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(each.with ?? {})));
      expect(Object.keys(each.with ?? {})).toEqual(expect.arrayContaining(required));
    }
  });

  test("starts the mock and finds nothing wrong with it", async ({ onTestFinished }) => {
    const outputs: Record<string, Readonly<Record<string, string>>> = {};
    for (const each of own("check")) {
      const { inputs, runs } = await actionOf(each);
      const inputValue = (name: string): string =>
        (each.with?.[name] ?? inputs[name]?.default ?? "").replaceAll(
          /\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}/g,
          (_, id: string, output: string) => outputs[id]?.[output] ?? "",
        );
      const [{ env, run } = { env: {}, run: "" }] = runs.steps;
      const given = Object.entries(env).map(([variable, input]) => [
        variable,
        inputValue(/inputs\.(\w+)/.exec(input)?.[1] ?? ""),
      ]);
      const script = /GITHUB_ACTION_PATH\/([\w.]+)/.exec(run)?.[1] ?? "";
      const name = each.uses?.split("/").at(-1);
      const ran = await step(`${name}/${script}`, Object.fromEntries(given), ROOT);
      outputs[each.id ?? ""] = ran.outputs;
      if (ran.outputs.pid !== undefined) onTestFinished(() => void process.kill(Number(ran.outputs.pid)));
      expect({ code: ran.code, out: ran.out }).toMatchObject({ code: 0 });
      if (name === "check") expect(ran.summary).toContain("Nothing found.");
    }
  });
});
