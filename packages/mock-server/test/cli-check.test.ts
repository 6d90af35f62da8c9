import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { makeFolder, runCommand } from "./run-command.js";

const BIN = fileURLToPath(new URL("../bin/mock-server.js", import.meta.url));
const DESCRIPTION = `openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
paths:
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: int } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: string } } } } }
`;
const BROKEN = DESCRIPTION.replace("{ type: string }", "{ $ref: '#/components/schemas/50%:gone,x' }");

async function check(yaml: string, ...flags: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(["api.yaml", ...flags], await makeFolder({ "api.yaml": yaml }));
}

describe("--check", () => {
  test("reports what is read leniently, serves nothing and exits with 0", async () => {
    const { exitCode, stdout, stderr } = await check(DESCRIPTION, "--check");
    expect(stdout).toContain("api.yaml:6:");
    expect(stdout).toContain('warning: There is no type "int"');
    expect(stderr).toBe("api.yaml: 1 operation, 0 errors, 1 warning.\n");
    expect(exitCode).toBe(0);
  });

  test("ends with 1 when an operation could not be served", async () => {
    expect(await check(BROKEN, "--check")).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("points to nothing"),
    });
  });

  test.skipIf(process.platform === "win32")("a description may come through a pipe", async () => {
    const folder = await makeFolder({ "api.yaml": DESCRIPTION.replace("type: int }", "type: integer }") });
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", `cat api.yaml | '${BIN}' /dev/stdin --check`], {
      cwd: folder,
    });
    expect([stdout, stderr]).toEqual(["", "/dev/stdin: 1 operation, 0 errors, 0 warnings.\n"]);
  });

  test("an invalid x-mock is a remark", async () => {
    const odd = DESCRIPTION.replace("    get:\n", "    get:\n      x-mock: { stauts: 200 }\n");
    const { stdout } = await check(odd, "--check");
    expect(stdout).toContain("did you mean `status`?");
  });
});

describe("--format", () => {
  test("github: annotations with file, line and column, escaped for workflow commands", async () => {
    const { exitCode, stdout } = await check(BROKEN, "--format", "github");
    const [first = ""] = stdout.split("\n");
    expect(first).toMatch(/^::error file=api\.yaml,line=7,col=\d+,title=unresolved-reference::/);
    expect(first).toContain("50%25:gone,x points to nothing.%0A");
    expect(exitCode).toBe(1);
  });

  test("github: a file's name cannot break out of its property", async () => {
    const folder = await makeFolder({ "a,b:c%.yaml": BROKEN });
    const { stdout } = await runCommand(["a,b:c%.yaml", "--format", "github"], folder);
    expect(stdout).toMatch(/^::error file=a%2Cb%3Ac%25\.yaml,line=7/);
  });

  test("json: a list of all remarks", async () => {
    const { stdout, stderr } = await check(BROKEN, "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject([
      { severity: "error", code: "unresolved-reference", file: "api.yaml", line: 7 },
      { code: "unknown-type" },
    ]);
    expect(stderr).toBe("");
  });

  test("github: a description that cannot be read is an annotation, too", async () => {
    const { exitCode, stdout } = await check("openapi: [", "--format", "github");
    expect(stdout).toMatch(/^::error file=api\.yaml,line=\d+,col=\d+,title=DESCRIPTION_SYNTAX::/);
    expect(exitCode).toBe(1);
  });
});

describe("--completion", () => {
  test("bash completes options, and the choices of one that has some, without a description", async () => {
    const { execFileSync } = await import("node:child_process");
    const { exitCode, stdout } = await check(DESCRIPTION, "--completion", "bash");
    expect(exitCode).toBe(0);
    const complete = (...words: readonly string[]): string =>
      execFileSync(
        "bash",
        [
          "-c",
          `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mock_server; echo "\${COMPREPLY[@]}"`,
          "-",
          "mock-server",
          ...words,
        ],
        { encoding: "utf8" },
      ).trim();
    expect(complete("api.yaml", "--auth", "")).toBe("off shape enforce");
    expect(complete("--see")).toBe("--seed --seeds --seed-value");
  });

  test.each(["zsh", "fish"])("%s has a completion script that names every option", async (shell) => {
    const { stdout } = await runCommand(["--completion", shell], await makeFolder());
    for (const option of ["seed-value", "completion", "help"]) expect(stdout).toContain(option);
  });
});
