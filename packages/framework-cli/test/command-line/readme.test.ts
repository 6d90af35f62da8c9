import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, framework, type Lifted, lift, linkDependencies, packageFolder, run } from "./framework.js";

const README = join(packageFolder, "README.md");
const PORT_SHOWN = "1337";
const { path: parent, remove } = await emptyFolder();
afterAll(remove);

interface Step {
  readonly command: string;
  readonly printed: string;
}

/** Commands begin with `$ `; what follows is their output. */
function readSteps(markdown: string): readonly Step[] {
  const [, block = ""] = /^```console\n([\s\S]*?)^```$/m.exec(markdown) ?? [];
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...printed] = part.split("\n");
      return { command, printed: printed.join("\n").trim() };
    });
}

/** Plays the steps as a newcomer types them. Dependencies are this checkout's; the port is a free one. */
async function play(steps: readonly Step[]): Promise<readonly string[]> {
  const bin = await mkdtemp(join(tmpdir(), "framework-bin-"));
  await writeFile(
    join(bin, "npx"),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(packageFolder, "bin/framework.js")}" "$@"\n`,
    { mode: 0o755 },
  );
  const env = { PATH: `${bin}:${process.env.PATH}`, PORT: "0" };
  const printed: string[] = [];
  let folder = parent;
  let server: Lifted | undefined;
  try {
    for (const { command } of steps) {
      if (command === "cd shop && npm install") {
        folder = join(parent, "shop");
        await linkDependencies(folder);
        printed.push("");
      } else if (command.endsWith(" lift")) {
        const [program = "", ...args] = command.split(" ");
        server = await lift(program, args, folder, env);
        printed.push(server.report);
      } else {
        const { out, err } = await run("sh", ["-c", command.replace(PORT_SHOWN, portOf(server))], folder, env);
        printed.push(command === "npm test" ? summary(out) : `${out}${command.startsWith("curl") ? "" : err}`);
      }
    }
  } finally {
    await server?.stop();
    await rm(bin, { recursive: true });
  }
  return printed.map((text) => withoutChance(text.replaceAll(portOf(server), PORT_SHOWN)).trim());
}

function portOf(server: Lifted | undefined): string {
  return server === undefined ? PORT_SHOWN : new URL(server.url).port;
}

/** How many tests passed: reporters differ between versions of Node. */
function summary(out: string): string {
  const count = (word: string): string => new RegExp(`(?:#|ℹ) ${word} (\\d+)`).exec(out)?.[1] ?? "?";
  return `${count("pass")} passed, ${count("fail")} failed`;
}

/** Values that differ from run to run give way to those of one run. */
function withoutChance(text: string): string {
  return text
    .replace(/\b20\d{12}(?=-)/g, "20260131123000")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T12:30:00.000Z")
    .replace(/\b\d+(?:\.\d+)? ms\b/g, "9 ms")
    .replace(/\((?:[a-z]+ \d+(?:, )?)+\)/g, "(…)");
}

test("the minute of the README prints what it says", async () => {
  const markdown = await readFile(README, "utf8");
  const steps = readSteps(markdown);
  const printed = await play(steps);
  if (process.env.UPDATE_README) {
    const block = steps.map(({ command }, at) => [`$ ${command}`, printed[at] ?? ""].join("\n").trimEnd()).join("\n\n");
    await writeFile(
      README,
      markdown.replace(/^```console\n[\s\S]*?^```$/m, () => `\`\`\`console\n${block}\n\`\`\``),
    );
    return;
  }
  expect(steps.map(({ command }, at) => ({ command, printed: printed[at] }))).toEqual(steps);
});

test("the README names commands that exist", async () => {
  const markdown = await readFile(README, "utf8");
  const { out } = await framework(["completion", "bash", "--json"], parent);
  const known: string[] = JSON.parse(out).commands.map(({ usage }: { usage: string }) => usage.split(" ")[0]);
  const named = tableBelow(markdown, "Commands").flatMap((row) =>
    [...row.matchAll(/`([\w:-]+)`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => name === undefined || !known.includes(name))).toEqual([]);
});

test("the meanings of errors name every code that is declared, and no other", async () => {
  const folder = fileURLToPath(new URL("../../src/errors/", import.meta.url));
  const sources = await Promise.all(
    (await readdir(folder)).filter((name) => name.endsWith(".ts")).map((name) => readFile(join(folder, name), "utf8")),
  );
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}\| "([A-Z_]+)"/gm)].map(([, code = ""]) => code),
  );
  expect(declared.length).toBeGreaterThan(30);
  const meanings = await readFile(join(folder, "meanings.md"), "utf8");
  const documented = [...meanings.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

function tableBelow(markdown: string, title: string): string[] {
  const [, section = ""] = new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, "m").exec(markdown) ?? [];
  return section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .slice(1);
}
