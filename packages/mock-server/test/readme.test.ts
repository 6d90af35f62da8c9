import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fakeTerminal } from "../../command-line/test/fake-terminal.js";
import { createProgram } from "../src/cli/program.js";
import { cutLike, playSteps, readSteps, rewriteOutput, withoutChance } from "./readme-session.js";

const TOUR = new URL("../../../docs/mock/tour.md", import.meta.url);
const OVERVIEW = new URL("../../../docs/mock/index.md", import.meta.url);
const ROOT_README = new URL("../../../README.md", import.meta.url);
const PACKAGE_README = new URL("../README.md", import.meta.url);

/** `UPDATE_README=1` writes what was printed into the README instead of comparing it. */
async function checkSession(readme: URL): Promise<void> {
  const markdown = await readFile(readme, "utf8");
  const steps = readSteps(markdown);
  const [, yaml] = /^```yaml\n([\s\S]*?)^```$/m.exec(markdown) ?? [];
  const outputs = await playSteps(steps, yaml === undefined ? {} : { "api.yaml": yaml });
  const printed = steps.map((step, index) => cutLike(step, outputs[index] ?? ""));
  if (process.env.UPDATE_README) return await rewriteOutput(readme, printed);
  for (const [index, step] of steps.entries()) {
    expect({ command: step.command, printed: withoutChance(printed[index] ?? "") }).toEqual({
      command: step.command,
      printed: withoutChance(step.printed),
    });
  }
}

test("the tour of the bookshop prints what it says", () => checkSession(TOUR));

test("the overview of the mock server prints what it says", () => checkSession(OVERVIEW));

test("the session in the package's README prints what it says", () => checkSession(PACKAGE_README));

test("every other command of the READMEs and of the pages about the mock server exists", async () => {
  const { scripts } = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8")) as {
    scripts: Record<string, string>;
  };
  const pages = (await readdir(new URL(".", TOUR))).map((name) => new URL(name, TOUR));
  const markdown = (
    await Promise.all([ROOT_README, PACKAGE_README, ...pages].map((page) => readFile(page, "utf8")))
  ).join("\n");
  const commands = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .map((line) => line.replace(/\s+#.*$/, ""));
  expect(commands).not.toEqual([]);
  for (const command of commands) {
    const [program = "", name = "", ...args] = command.split(" ");
    if (program === "npm" && name !== "install")
      expect(scripts).toHaveProperty(name === "run" ? (args[0] ?? "") : name);
    else if (program === "npx" && name === "mock-server") {
      await createProgram(fakeTerminal(), async () => {}).parseAsync(args, { from: "user" });
    }
  }
});

test("every error code is explained", async () => {
  const meanings = await readFile(new URL("../src/errors/meanings.md", import.meta.url), "utf8");
  const documented = [...meanings.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code = ""]) => code);
  expect(documented.sort()).toEqual((await declaredCodes()).sort());
});

/** The members of every `...ErrorCode` type that the command can end with. */
async function declaredCodes(): Promise<string[]> {
  const folders = ["../src/errors/", "../src/store/", "../../spec-core/src/errors/"];
  const codes: string[] = [];
  for (const folder of folders.map((path) => new URL(path, import.meta.url))) {
    for (const name of (await readdir(folder)).filter((file) => /-error\.ts$/.test(file))) {
      const text = await readFile(new URL(name, folder), "utf8");
      for (const [, members = ""] of text.matchAll(/type \w+ErrorCode =([^;]*);/g)) {
        codes.push(...[...members.matchAll(/"([A-Z_]+)"/g)].map(([, code = ""]) => code));
      }
    }
  }
  return codes;
}
