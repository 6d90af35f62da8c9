import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeFolder, type RunningServer, startProcess } from "./run-command.js";

const ROOT = new URL("../../../", import.meta.url);
const PRINTED_URL = "http://localhost:3000";
const run = promisify(execFile);

/** A command of a `console` block and what the README says it prints. */
export interface Step {
  readonly command: string;
  readonly printed: string;
}

/** Commands begin with `$ `; what follows is their output, which a last line `…` cuts short. */
export function readSteps(markdown: string): Step[] {
  const steps: { command: string; lines: string[] }[] = [];
  for (const [, block = ""] of markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)) {
    for (const line of block.trimEnd().split("\n")) {
      if (line.startsWith("$ ")) steps.push({ command: line.slice(2), lines: [] });
      else steps.at(-1)?.lines.push(line);
    }
  }
  return steps.map(({ command, lines }) => ({ command, printed: lines.join("\n").trim() }));
}

/**
 * Runs the steps one after the other in a folder of their own and gives what each one printed, as if on port 3000.
 * A step that starts a server kills the one before it without warning, so that what it kept is put to the test.
 */
export async function playSteps(
  steps: readonly Step[],
  files: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const folder = await makeFolder(files);
  const printed: string[] = [];
  let server: RunningServer | undefined;
  for (const { command } of steps) {
    const args = await serverArguments(command);
    if (args !== undefined) {
      await server?.end("SIGKILL");
      server = await startProcess(args, folder);
      printed.push(withUrl(server.report.trim(), server.url, PRINTED_URL));
    } else if (server === undefined || !command.startsWith("curl ")) {
      throw new Error(`There is no way to run this command: ${command}`);
    } else {
      const { stdout } = await run("sh", ["-c", withUrl(command, PRINTED_URL, server.url)], { cwd: folder });
      printed.push(withUrl(stdout.trim(), server.url, PRINTED_URL));
    }
  }
  return printed;
}

/** As much of what was printed as the README shows. */
export function cutLike(step: Step, printed: string): string {
  const shown = step.printed.split("\n");
  if (shown.at(-1) !== "…") return printed;
  return [...printed.split("\n").slice(0, shown.length - 1), "…"].join("\n");
}

/** Puts the output that was seen into a README in place of the one it shows. */
export async function rewriteOutput(readme: URL, printed: readonly string[]): Promise<void> {
  const markdown = await readFile(readme, "utf8");
  let index = 0;
  const rewritten = markdown.replace(/^```console\n([\s\S]*?)^```$/gm, (_, block: string) => {
    const commands = block.split("\n").filter((line) => line.startsWith("$ "));
    const parts = commands.map((command) => [command, printed[index++] ?? ""].join("\n").trimEnd());
    return `\`\`\`console\n${parts.join("\n\n")}\n\`\`\``;
  });
  await writeFile(readme, rewritten);
}

/** Values that differ from run to run give way to their kind. */
export function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\bin \d+ ms\b/g, "in <n> ms");
}

/** What `npm start` or `npx mock-server ...` hands to the command; `undefined` for other commands. */
async function serverArguments(command: string): Promise<string[] | undefined> {
  if (command.startsWith("npx mock-server ")) return command.split(" ").slice(2);
  if (command !== "npm start") return undefined;
  const { scripts } = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8")) as {
    scripts: { start: string };
  };
  const [, description = "", ...flags] = scripts.start.split(" ");
  return [join(fileURLToPath(ROOT), description), ...flags];
}

function withUrl(text: string, from: string, to: string): string {
  return text.replaceAll(from, to);
}
