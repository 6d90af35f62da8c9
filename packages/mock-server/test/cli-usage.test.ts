import { describe, expect, test } from "vitest";
import { fakeTerminal } from "../../command-line/test/fake-terminal.js";
import { main } from "../src/cli/main.js";

async function run(...args: string[]) {
  const terminal = fakeTerminal();
  const exitCode = await main(args, terminal);
  return { exitCode, stdout: terminal.stdout, stderr: terminal.stderr };
}

test("--help prints usage, options and examples on standard output", async () => {
  const { exitCode, stdout, stderr } = await run("--help");
  expect(exitCode).toBe(0);
  expect(stderr).toBe("");
  expect(stdout).toContain("Usage: mock-server [options] <description>");
  expect(stdout).toContain("--seed <count>");
  expect(stdout).toContain("Examples:");
});

test("--version prints the package's version", async () => {
  const { exitCode, stdout } = await run("--version");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("wrong usage ends with exit code 2 and one message", () => {
  test.each([
    { name: "no description", args: [], says: "missing required argument 'description'" },
    { name: "a seed that is no number", args: ["api.yaml", "--seed", "abc"], says: "'abc' is invalid" },
    { name: "a negative seed", args: ["api.yaml", "--seed", "-1"], says: "--seed" },
    { name: "half a seed", args: ["api.yaml", "--seed", "1.5"], says: "'1.5' is invalid" },
    { name: "an option without its value", args: ["api.yaml", "--seed"], says: "argument missing" },
    { name: "a port that does not exist", args: ["api.yaml", "--port", "99999"], says: "from 0 to 65535" },
    { name: "a port in words", args: ["api.yaml", "--port", "http"], says: "'http' is invalid" },
    { name: "an empty data directory", args: ["api.yaml", "--data-dir", ""], says: "Expected a path" },
    { name: "an unknown durability", args: ["api.yaml", "--durability", "tape"], says: "os, disk" },
    { name: "an unknown option", args: ["api.yaml", "--prot", "1"], says: "Did you mean --port?" },
    {
      name: "an option before a subcommand",
      args: ["--port", "4000", "proxy", "a.yaml", "http://localhost:1"],
      says: "--port stands before proxy.",
    },
    { name: "two descriptions", args: ["a.yaml", "b.yaml"], says: "too many arguments: b.yaml." },
    {
      name: "a command that is not needed",
      args: ["serve", "b.yaml"],
      says: "Leave that word out: mock-server b.yaml.",
    },
    { name: "a port without its flag", args: ["a.yaml", "3001"], says: "npm run mock -- --port 3001" },
    {
      name: "three arguments of a command",
      args: ["proxy", "a.yaml", "http://a", "b"],
      says: "too many arguments: b.",
    },
    { name: "no description, with an example", args: ["--memory"], says: "Example: mock-server api.yaml." },
    {
      name: "no address",
      args: ["check", "a.yaml"],
      says: "Example: mock-server check api.yaml http://localhost:8080.",
    },
    {
      name: "memory and a data directory",
      args: ["a.yaml", "--memory", "--data-dir", "d"],
      says: "cannot be used with",
    },
  ])("$name", async ({ args, says }) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^error: .*\n {2}hint: .*See mock-server (check |proxy )?--help\.\n$/);
    expect(stderr).toContain(says);
  });
});

test("an unexpected error is called a bug, shows no stack, and says how to see one", async () => {
  const { formatError } = await import("@onespec/command-line");
  const { exitCode, text } = formatError(new TypeError("x is not a function"), {
    program: "mock-server",
    color: false,
    debug: false,
  });
  expect(exitCode).toBe(70);
  expect(text).toContain("TypeError: x is not a function");
  expect(text).toContain("--debug");
  expect(text).not.toMatch(/^\s+at /m);
  expect(formatError(new Error("x"), { program: "mock-server", color: false, debug: true }).text).toMatch(/^\s+at /m);
});

test("a hostile text cannot steer the terminal", async () => {
  const { formatProblem } = await import("@onespec/command-line");
  expect(formatProblem("error", { message: "a\u001b[2Jb\nc" }, false)).toBe("error: a [2Jb c\n");
});
