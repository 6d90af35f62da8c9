import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packageFolder } from "../command-line/framework.js";

/** The text of each file, by its path in the application. */
export type AppFiles = Readonly<Record<string, string>>;

/** An application in a temporary folder that finds this package as an installed one. */
export interface TemporaryApp {
  readonly folder: string;
  write(files: AppFiles): Promise<void>;
  remove(): Promise<void>;
}

export async function temporaryApp(files: AppFiles): Promise<TemporaryApp> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "framework-runtime-")));
  const write = async (given: AppFiles): Promise<void> => {
    for (const [path, content] of Object.entries(given)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  };
  await write({
    "package.json": '{ "name": "shop", "type": "module" }',
    "config/app.js": "export default {};",
    ...files,
  });
  await mkdir(join(folder, "api/controllers"), { recursive: true });
  await mkdir(join(folder, "node_modules/@onespec"), { recursive: true });
  await symlink(packageFolder, join(folder, "node_modules/@onespec/framework-cli"));
  return { folder, write, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** `framework lift` as a process of its own. */
export interface Lifted {
  readonly url: string;
  readonly process: ChildProcess;
  readonly report: {
    readonly pendingMigrations: readonly string[];
    readonly warnings: readonly string[];
    readonly phases: readonly { readonly name: string }[];
  };
  /** All it has printed so far. */
  output(): string;
  /** Waits until it has printed a text. */
  printed(text: string): Promise<void>;
  /** Sends a signal, and answers the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Lifts on any free port. @throws with what was printed when it ends before it listens */
export async function lift(
  folder: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Lifted> {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const args = [join(packageFolder, "bin/framework.js"), "lift", "--port", "0", "--json", ...flags];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...inherited, NO_COLOR: "1", ...env } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const printed = async (wanted: string): Promise<void> => {
    while (!text.includes(wanted)) {
      if (child.exitCode !== null) throw new Error(`lift ended with code ${child.exitCode}:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await printed('"event":"listening"');
  await printed("\n");
  const line = text.split("\n").find((each) => each.includes('"event":"listening"')) ?? "";
  const report = JSON.parse(line);
  return {
    url: report.url,
    process: child,
    report,
    output: () => text,
    printed,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** An answer with its body parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of the body.
export async function send(url: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: any }> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get("content-type") ?? "");
  return { status: answer.status, headers: answer.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}

export function json(method: string, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** A file of `api/controllers`. */
export function action(source: string): string {
  return `import { defineAction, HttpError, reply } from "@onespec/framework-cli";\nexport default defineAction(${source});\n`;
}
