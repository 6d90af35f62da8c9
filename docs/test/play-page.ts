import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  linkDependencies,
  type Outcome,
  run,
  shellEnvironment,
} from "../../packages/framework-cli/test/command-line/framework.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BINS = {
  "mock-server": "packages/mock-server/bin/mock-server.js",
  "generate-sdk": "packages/sdk-gen/bin/generate-sdk.js",
  "onespec-gate": "packages/gate/bin/onespec-gate.js",
  framework: "packages/framework-cli/bin/framework.js",
};
/** Servers print these where nothing else was asked for; here they listen on free ones. */
const SHOWN = { mock: "localhost:3000", app: "127.0.0.1:1337", program: "localhost:8080" };

/** A command of a page, what the page says it prints, and what it printed. */
export interface Played {
  readonly command: string;
  readonly shown: string;
  readonly printed: string;
}

interface Server {
  readonly address: string;
  readonly shownAddress: string;
  /** The text that it printed at the start, as if it listened on the address that pages show. */
  readonly report?: string;
  stop(): Promise<void>;
}

/**
 * Does what a reader of the page does, in an empty folder: writes the files that are named above their blocks, applies the blocks of
 * `diff`, types the commands of the blocks of `console`. A server runs until the next one is started; `npm install` links this checkout.
 * @param given environment of the commands
 */
export async function playPage(page: URL, given: Readonly<Record<string, string>> = {}): Promise<readonly Played[]> {
  const markdown = await readFile(page, "utf8");
  const folder = await realpath(await mkdtemp(join(tmpdir(), "page-")));
  const bin = await shims(folder);
  const env = { PATH: `${bin}:${process.env.PATH}`, PORT: "0", ...given };
  const played: Played[] = [];
  let server: Server | undefined;
  // Servers of the page's own, in the background until its end.
  const programs: Server[] = [];
  let cwd = folder;
  try {
    for (const { name, language, text } of blocks(markdown)) {
      if (language === "diff") execFileSync("git", ["apply", "-"], { cwd, input: text });
      else if (language !== "console" && name !== undefined) {
        await mkdir(join(cwd, dirname(name)), { recursive: true });
        await writeFile(join(cwd, name), text);
      }
      if (language !== "console") continue;
      for (const { command, shown } of steps(text)) {
        let printed = "";
        const words = command.split(" ");
        if (words[0] === "cd") cwd = join(cwd, words[1] ?? "");
        if (/&& npm install$|^npm install/.test(command)) await install(cwd, command);
        else if (isServer(command)) {
          await server?.stop();
          server = await start(withAddresses(command, programs, "real"), cwd, env);
          printed = server.report ?? "…";
        } else if (command.endsWith(" &")) programs.push(await startProgram(command.slice(0, -2), cwd, env));
        else if (words[0] !== "cd") printed = await type(command, cwd, env, server ? [server, ...programs] : programs);
        played.push({ command, shown, printed: cutLike(shown, withoutChance(printed)) });
      }
    }
  } finally {
    await server?.stop();
    for (const program of programs) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return played;
}

/** Puts what was printed into the page. */
export async function rewritePage(page: URL, played: readonly Played[]): Promise<void> {
  const markdown = await readFile(page, "utf8");
  const rest = [...played];
  const written = markdown.replace(/^```console\n([\s\S]*?)^```$/gm, (_, text: string) => {
    const parts = rest
      .splice(0, steps(text).length)
      .map(({ command, printed }) => `$ ${command}\n${printed}`.trimEnd());
    return `\`\`\`console\n${parts.join("\n\n")}\n\`\`\``;
  });
  await writeFile(page, written);
}

function blocks(markdown: string): readonly { name: string | undefined; language: string; text: string }[] {
  const found = markdown.matchAll(/(?:^`([\w./-]+)`[^\n]*:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...found].map(([, name, language = "", text = ""]) => ({ name, language, text }));
}

function steps(text: string): readonly { command: string; shown: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...shown] = part.split("\n");
      return { command, shown: shown.join("\n").trim() };
    });
}

/** A folder for PATH whose `npx` runs the commands of this checkout. */
export async function shims(folder: string): Promise<string> {
  const bin = join(folder, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  const cases = Object.entries(BINS).map(
    ([name, path]) => `${name}) exec "${process.execPath}" "${join(ROOT, path)}" "$@" ;;`,
  );
  await writeFile(
    join(bin, "npx"),
    `#!/bin/sh\n[ "$1" = --no-install ] && shift\nname=$1; shift\ncase $name in\n${cases.join("\n")}\nesac\nexit 127\n`,
    {
      mode: 0o755,
    },
  );
  return bin;
}

/** What `npm install` would bring, out of this checkout. */
async function install(cwd: string, command: string): Promise<void> {
  const isApp = await readFile(join(cwd, "bin/framework.js")).then(
    () => true,
    () => false,
  );
  if (isApp) return linkDependencies(cwd);
  await mkdir(join(cwd, "node_modules/@onespec"), { recursive: true });
  for (const [, name = ""] of command.matchAll(/ @onespec\/([\w-]+)/g))
    await symlink(join(ROOT, "packages", name), join(cwd, "node_modules/@onespec", name));
  if (command.includes(" @modelcontextprotocol/sdk")) await linkSdk(cwd);
}

/** The one package of others that a page asks for. */
async function linkSdk(cwd: string): Promise<void> {
  await mkdir(join(cwd, "node_modules/@modelcontextprotocol"), { recursive: true });
  const name = "node_modules/@modelcontextprotocol/sdk";
  await symlink(join(ROOT, "packages/mock-server", name), join(cwd, name));
}

function isServer(command: string): boolean {
  return (
    / lift$/.test(command) ||
    (command.startsWith("npx mock-server ") &&
      !/--(?:check|format|completion|from-har)\b|^npx mock-server check /.test(command))
  );
}

function start(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const isApp = command.endsWith(" lift");
  const words = isApp ? command.split(" ") : [...command.split(" "), "--port", "0"];
  const child = spawn(words[0] ?? "", words.slice(1), { cwd, env: { ...shellEnvironment(), ...env } });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  let said = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk;
      const [, address] = /http:\/\/((?:localhost|127\.0\.0\.1):\d+)/.exec(said) ?? [];
      if (address === undefined || !said.includes("stops it")) return;
      const shownAddress = isApp ? SHOWN.app : SHOWN.mock;
      const stop = async (): Promise<void> => {
        child.kill();
        await ended;
      };
      resolve({ address, shownAddress, report: said.trim().replaceAll(address, shownAddress), stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`${command} ended: ${said}`)));
  });
}

/** A program of the page that says at which address it listens. */
async function startProgram(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const [program = "", ...words] = command.split(" ");
  const child = spawn(program, words, { cwd, env: { ...shellEnvironment(), ...env } });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk;
      const [, found] = /http:\/\/((?:localhost|127\.0\.0\.1):\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`${command} ended: ${said}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { address, shownAddress: SHOWN.program, stop };
}

/** The text with the addresses that servers have, or with those that the page shows. */
function withAddresses(text: string, servers: readonly Server[], which: "real" | "shown"): string {
  return servers.reduce((result, { address, shownAddress }) => {
    return which === "real" ? result.replaceAll(shownAddress, address) : result.replaceAll(address, shownAddress);
  }, text);
}

async function type(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  servers: readonly Server[],
): Promise<string> {
  const [, script] = /^node (\S+\.m?js)$/.exec(command) ?? [];
  const there = (text: string): string => withAddresses(text, servers, "real");
  const back = (text: string): string => withAddresses(text, servers, "shown");
  const source = script === undefined ? undefined : await readFile(join(cwd, script), "utf8");
  if (script !== undefined && source !== undefined) await writeFile(join(cwd, script), there(source));
  const { code, out, err }: Outcome = await run("sh", ["-c", there(command)], cwd, env);
  if (script !== undefined && source !== undefined) await writeFile(join(cwd, script), source);
  if (code === 127) throw new Error(`There is no way to run this command: ${command}: ${err}`);
  return back(command.startsWith("curl") ? out : out + err).trim();
}

/** As much of what was printed as the page shows: a last line `…` cuts it short. */
function cutLike(shown: string, printed: string): string {
  const lines = shown.split("\n");
  if (shown === "" || lines.at(-1) !== "…") return printed;
  return [...printed.split("\n").slice(0, lines.length - 1), "…"].join("\n");
}

/** Values that differ from run to run give way to those of one run. */
function withoutChance(text: string): string {
  return (
    text
      .replace(/\b20\d{12}(?=-)/g, "20260131123000")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T12:30:00.000Z")
      .replace(/\b\d+(?:\.\d+)? ms\b/g, "9 ms")
      .replace(/\bin \d+\.\d s\b/g, "in 0.2 s")
      // Printed in containers, where the server listens on all addresses.
      .replace(", open to other machines (0.0.0.0); --host 127.0.0.1 closes it", "")
      // The number of files of a client is of no interest here.
      .replace(/\b(version [\d.]+), \d+ written/g, "$1, 30 written")
      .replace(/\b[1-9]\d* unchanged/g, "24 unchanged")
  );
}
