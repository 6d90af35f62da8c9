import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COMMENT_MARKER } from "../dist/index.js";

const ACTION = fileURLToPath(new URL("../../../.github/actions/gate/", import.meta.url));
const SHOP = fileURLToPath(new URL("../../../examples/shop", import.meta.url));
const BIN = fileURLToPath(new URL("../bin/onespec-gate.js", import.meta.url));

const API = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get: { operationId: listPets, responses: { 200: { description: OK, content: { application/json: { schema: { type: array, items: { $ref: schemas.yaml#/Pet } } } } } } }
    post: { operationId: createPet, requestBody: { content: { application/json: { schema: { $ref: schemas.yaml#/Pet } } } }, responses: { 201: { description: Created, content: { application/json: { schema: { $ref: schemas.yaml#/Pet } } } } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getPet, responses: { 200: { description: OK, content: { application/json: { schema: { $ref: schemas.yaml#/Pet } } } } } }
`;
const SCHEMAS = `Pet:
  type: object
  required: [id, name]
  properties: { id: { type: integer, readOnly: true }, name: { type: string }, tag: { type: string } }
`;

let folder: string;
let work: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-gate-action-"));
  const origin = join(folder, "origin");
  await mkdir(join(origin, "seeds"), { recursive: true });
  git(origin, "init", "--quiet", "--initial-branch=main");
  await writeFile(join(origin, "api.yaml"), API);
  await writeFile(join(origin, "schemas.yaml"), SCHEMAS);
  await writeFile(join(origin, "seeds/pets.yaml"), "- { id: 1, name: Rex }\n");
  commit(origin, "Base");
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
  // A checkout of one commit, as actions/checkout makes it.
  git(origin, "switch", "--quiet", "--create", "change");
  await writeFile(join(origin, "schemas.yaml"), SCHEMAS.replace("[id, name]", "[id, name, tag]"));
  commit(origin, "Change");
  work = join(folder, "work");
  git(folder, "clone", "--quiet", "--depth=1", "--branch=change", `file://${origin}`, "work");
});
afterEach(() => rm(folder, { recursive: true }));

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

function commit(cwd: string, message: string): void {
  git(cwd, "add", ".");
  git(cwd, "-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", message);
}

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
  const temp = join(folder, "temp");
  await mkdir(temp, { recursive: true });
  const all = {
    ...process.env,
    ...{
      DESCRIPTION: "api.yaml",
      BASE: "main",
      GATE: `${process.execPath} ${BIN}`,
      GITHUB_ACTIONS: "",
      RUNNER_TEMP: temp,
    },
    ...{ GITHUB_WORKSPACE: work, ...files, ...env },
  };
  const ran = await new Promise<Pick<Step, "code" | "out" | "err">>((resolve) => {
    execFile("bash", [join(ACTION, "gate.sh")], { cwd: work, env: all }, (error, out, err) =>
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

test("compares with the base of a pull request, in files that the description refers to", async () => {
  const base = git(join(folder, "origin"), "rev-parse", "main");
  const { code, out, summary, outputs } = await step({ BASE: base, SEEDS: "seeds" });
  expect({ code, outputs }).toMatchObject({ code: 1, outputs: { breaking: "true" } });
  expect(out).toContain(
    "::error file=schemas.yaml,line=4,title=Breaking change%3A client::`schema Pet, tag`: `pets.create({ tag })`: `tag` is required now; `Pet.tag` is always present now\n",
  );
  expect(summary.split("\n")[0]).toBe(COMMENT_MARKER);
  expect(summary).toContain("- `seeds/pets.yaml:1` 1 record no longer fits: `/0/tag is required`\n");
  expect(await readFile(outputs.comment ?? "", "utf8")).toBe(summary);
  expect(git(work, "worktree", "list").split("\n")).toHaveLength(1);
  expect(git(work, "status", "--short")).toBe("");
  expect((await step({ BASE: base, SEEDS: "seeds" })).summary).toBe(summary);
});

test("takes the application as it is in the base, with the packages that are installed", async () => {
  const origin = join(folder, "origin");
  git(origin, "switch", "--quiet", "main");
  const isSource = (path: string): boolean => !path.includes("node_modules");
  await cp(SHOP, join(origin, "shop"), { recursive: true, filter: isSource });
  const contract = await readFile(join(SHOP, ".framework/contract.json"), "utf8");
  await writeFile(join(origin, "shop.json"), contract);
  commit(origin, "Shop");
  git(work, "fetch", "--quiet", "origin", "main");
  git(work, "switch", "--quiet", "--detach", "FETCH_HEAD");
  await symlink(join(SHOP, "node_modules"), join(work, "shop/node_modules"));
  const { paths, components, ...rest } = JSON.parse(contract);
  components.schemas.AuthorFields.properties.nickname = { type: "string", maxLength: 40 };
  await writeFile(join(work, "shop.json"), JSON.stringify({ ...rest, paths, components }));
  // What was imported here already is no news in the base.
  await rm(join(work, "shop/.framework"), { recursive: true });
  const { code, summary } = await step({ DESCRIPTION: "shop.json", BASE: "HEAD", APP: "shop" });
  expect(code).toBe(0);
  expect(summary).toContain("- The migration `adds column nickname to authors`\n");
  const isNew = await step({ DESCRIPTION: "shop.json", BASE: "HEAD", APP: "seeds/none" });
  expect(isNew).toMatchObject({ code: 0, err: "The application is new: it is not compared.\n" });
});

test("reports only, if it is told not to fail", async () => {
  expect(await step({ FAIL: "false" })).toMatchObject({ code: 0, outputs: { breaking: "true" } });
});

test("passes if nothing breaks, and if the description is new", async () => {
  const same = await step({ BASE: "HEAD" });
  expect(same).toMatchObject({ code: 0, out: "", outputs: { breaking: "false" } });
  expect(same.summary).toContain("**No changes.**");
  await writeFile(join(work, "other.yaml"), API);
  const fresh = await step({ DESCRIPTION: "other.yaml", BASE: "HEAD" });
  expect(fresh).toMatchObject({ code: 0, outputs: { breaking: "false" } });
  expect(fresh.summary).toBe(`${COMMENT_MARKER}\nThe description is new: there is nothing to compare it with.\n`);
});

test("passes on why it cannot compare", async () => {
  const { code, err, summary, outputs } = await step({ BASE: "HEAD", SEEDS: "nowhere", GITHUB_ACTIONS: "true" });
  expect({ code, summary, outputs }).toEqual({ code: 2, summary: "", outputs: {} });
  const [, pause] = /^::stop-commands::(pause-[\da-f]{32})\n/.exec(err) ?? [];
  expect(err).toContain("--seeds: there is no folder nowhere. [DATA_MISSING]");
  expect(err).toContain(`\n::${pause}::\n`);
});

test.each(["--upload-pack=touch pwned", "$(touch pwned)", "main; touch pwned", "no-such-branch"])(
  "takes the base %j for a commit",
  async (base) => {
    const { code } = await step({ BASE: base });
    expect(code).toBeGreaterThan(1);
    expect(await readdir(work)).not.toContain("pwned");
  },
);

test("gives every input to the script, and every output of the script to the job", async () => {
  const action = load(await readFile(join(ACTION, "action.yml"), "utf8")) as {
    inputs: Record<string, unknown>;
    outputs: Record<string, unknown>;
    runs: { steps: { env: Record<string, string>; run: string }[] };
  };
  const [{ env, run } = { env: {}, run: "" }] = action.runs.steps;
  expect(run).toContain("gate.sh");
  expect(Object.values(env)).toEqual(Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`));
  const script = await readFile(join(ACTION, "gate.sh"), "utf8");
  for (const variable of Object.keys(env)) expect(script).toContain(`\${${variable}:`);
  const { outputs } = await step({ BASE: "HEAD" });
  expect(Object.keys(action.outputs).sort()).toEqual(Object.keys(outputs).sort());
});
