import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createProgram } from "../src/cli/program.js";
import { fakeTerminal } from "./fake-terminal.js";
import { cutLike, playSteps, readSteps, rewriteOutput, withoutChance } from "./readme-session.js";

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

test("the session in the repository's README prints what it says", () => checkSession(ROOT_README));

test("the session in the package's README prints what it says", () => checkSession(PACKAGE_README));

test("every other command of the READMEs for this package exists", async () => {
  const { scripts } = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8")) as {
    scripts: Record<string, string>;
  };
  const markdown = (await readFile(ROOT_README, "utf8")) + (await readFile(PACKAGE_README, "utf8"));
  const commands = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .map((line) => line.replace(/\s+#.*$/, ""));
  expect(commands).not.toEqual([]);
  for (const command of commands) {
    const [program = "", name = "", ...args] = command.split(" ");
    if (program === "npm") expect(scripts).toHaveProperty(name);
    else if (program === "npx" && name === "mock-server") {
      await createProgram(fakeTerminal(), async () => {}).parseAsync(args, { from: "user" });
    }
  }
});

describe("the package's README is complete", () => {
  test("its table of options is the command's own", async () => {
    const table = tableBelow(await readFile(PACKAGE_README, "utf8"), "Options");
    const { options } = createProgram(fakeTerminal(), async () => {});
    expect(table).toEqual(
      options
        .filter(({ hidden }) => !hidden)
        .map(({ flags, description, defaultValue, argChoices }) => [
          `\`${flags}\``,
          description +
            (argChoices === undefined ? "" : ` (${argChoices.map((choice) => `\`${choice}\``).join(", ")})`),
          defaultValue === undefined ? "" : `\`${defaultValue}\``,
        ]),
    );
  });

  test("it explains every error code", async () => {
    const documented = tableBelow(await readFile(PACKAGE_README, "utf8"), "Errors").map(([code = ""]) => code);
    expect(documented.map((code) => code.replaceAll("`", "")).sort()).toEqual((await declaredCodes()).sort());
  });
});

/** The cells of the first table under a heading. */
function tableBelow(markdown: string, heading: string): string[][] {
  const [, section = ""] = markdown.split(`\n## ${heading}\n`);
  const [table = ""] = /(^\|.*\|\n)+/m.exec(section) ?? [];
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

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
