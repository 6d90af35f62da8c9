import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "sdk-format-"));
afterAll(() => rm(folder, { recursive: true }));

await writeFile(
  join(folder, "api.yaml"),
  `openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
paths:
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: int } }]
      responses: { '200': { description: ok } }
`,
);

function generate(...args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const env = { ...process.env, GITHUB_WORKSPACE: join(folder, "..") };
  return spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: "utf8", env });
}

test("--format github turns notes on the description into annotations, with files named from the workspace", () => {
  const { status, stdout } = generate("api.yaml", "sdk", "--dry-run", "--format", "github");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^::warning file=sdk-format-[^/]+\/api\.yaml,line=6,col=\d+,title=unknown-type::There is no type "int"/,
  );
});

test("--format github annotates a description that cannot be read", () => {
  const { status, stdout } = generate("gone.yaml", "sdk", "--format", "github");
  expect(status).toBe(1);
  expect(stdout).toMatch(/^::error file=.*gone\.yaml,title=DESCRIPTION_NOT_FOUND::/);
});

test("--format json is the report for programs, notes on the description in it", () => {
  const { stdout } = generate("api.yaml", "sdk", "--dry-run", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({ operations: 1, diagnostics: [{ code: "unknown-type" }] });
});

test("--completion needs neither description nor folder", () => {
  const { status, stdout } = generate("--completion", "bash");
  expect(status).toBe(0);
  expect(stdout).toContain("complete -o default -F _generate_sdk generate-sdk");
});
