import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Outcome, runInProcess } from "../../command-line/test/run-in-process.js";
import { main } from "../dist/cli/main.js";

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

const generate = (...args: readonly string[]): Promise<Outcome> =>
  runInProcess(main, args, folder, { annotationRoot: join(folder, "..") });

test("--format github turns notes on the description into annotations, with files named from the workspace", async () => {
  const { code, out } = await generate("api.yaml", "sdk", "--dry-run", "--format", "github");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^::warning file=sdk-format-[^/]+\/api\.yaml,line=6,col=\d+,title=unknown-type::There is no type "int"/,
  );
});

test("--format github annotates a description that cannot be read", async () => {
  const { code, out } = await generate("gone.yaml", "sdk", "--format", "github");
  expect(code).toBe(1);
  expect(out).toMatch(/^::error file=.*gone\.yaml,title=DESCRIPTION_NOT_FOUND::/);
});

test("--format json is the report for programs, notes on the description in it", async () => {
  const { out } = await generate("api.yaml", "sdk", "--dry-run", "--format", "json");
  expect(JSON.parse(out)).toMatchObject({ operations: 1, diagnostics: [{ code: "unknown-type" }] });
});

test("--completion needs neither description nor folder", async () => {
  const { code, out } = await generate("--completion", "bash");
  expect(code).toBe(0);
  expect(out).toContain("complete -o default -F _generate_sdk generate-sdk");
});
