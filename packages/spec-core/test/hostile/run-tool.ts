import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const TOOLS = ["mock-server", "generate-sdk", "framework"] as const;
export type Tool = (typeof TOOLS)[number];

/** How a tool got on with a description. */
export interface ToolOutcome {
  /** `works`, the code of the error that was reported, or what is wrong. */
  readonly outcome: string;
  readonly isFine: boolean;
  /** Of processor time. */
  readonly seconds: number;
  /** Held at most. */
  readonly megabytes: number;
  readonly said: string;
}

export interface ToolLimits {
  /** Of processor time; the process is ended by the system above. */
  readonly seconds: number;
  /** Of JavaScript objects. */
  readonly megabytes: number;
  /** Waited for at most, in milliseconds: far more than processor time takes. */
  readonly patience: number;
}

const packages = new URL("../../../", import.meta.url);
const BINS: Readonly<Record<Tool, string>> = {
  "mock-server": fileURLToPath(new URL("mock-server/bin/mock-server.js", packages)),
  "generate-sdk": fileURLToPath(new URL("sdk-gen/bin/generate-sdk.js", packages)),
  framework: fileURLToPath(new URL("framework-cli/bin/framework.js", packages)),
};
const MEASURE = pathToFileURL(fileURLToPath(new URL("measure-process.mjs", import.meta.url))).href;
const HOSTILE_TEXT = `${"a".repeat(5_000)}!`;

/** Runs the command on the description as people would, in an empty folder inside `folder`, and looks how it ends. */
export async function runTool(tool: Tool, file: string, folder: string, limits: ToolLimits): Promise<ToolOutcome> {
  const place = join(folder, tool);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const measure = join(folder, `${tool}.json`);
  await rm(measure, { force: true });
  const args = {
    "mock-server": [file, "--host", "127.0.0.1", "--port", "0", "--seed", "2", "--data-dir", join(place, "data")],
    "generate-sdk": [file, join(place, "sdk"), "1.0.0"],
    framework: ["new", "app", "--spec", file],
  }[tool];
  const command = `ulimit -t ${limits.seconds}; exec "$0" "$@"`;
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      command,
      process.execPath,
      `--max-old-space-size=${limits.megabytes}`,
      "--import",
      MEASURE,
      BINS[tool],
      ...args,
    ],
    { cwd: place, env: { ...process.env, MEASURE_FILE: measure, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.out = keep(output.out + text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.err = keep(output.err + text);
  });
  const asked: string[] = [];
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    child.kill("SIGKILL");
  }, limits.patience);
  if (tool === "mock-server") await useServer(child, () => output.out, ended, asked);
  const { code, signal } = await ended;
  clearTimeout(timer);
  const taken = await readFile(measure, "utf8").then(
    (text) => JSON.parse(text) as { seconds: number; megabytes: number },
    () => ({ seconds: Number.NaN, megabytes: Number.NaN }),
  );
  const outcome = isOver
    ? "waited for too long"
    : signal === "SIGXCPU" || signal === "SIGKILL" || code === 152 || code === 137
      ? `more than ${limits.seconds} s`
      : signal !== null || code === 134
        ? `ended by ${signal ?? code}: ${/heap out of memory/.test(output.err) ? "out of memory" : output.err.slice(0, 200)}`
        : outcomeOf(code, output.err, asked);
  return {
    outcome,
    isFine: isFine(outcome) && !(taken.megabytes > limits.megabytes),
    ...taken,
    said: output.err.slice(0, 2_000),
  };
}

/** Does a tool that ends like this work, or say with a code why not? */
export function isFine(outcome: string): boolean {
  return /^(?:works|[A-Z]+(?:_[A-Z]+)+|[a-z]+(?:-[a-z]+)+)$/.test(outcome);
}

function keep(text: string): string {
  return text.length > 200_000 ? text.slice(0, 100_000) : text;
}

function outcomeOf(code: number | null, err: string, asked: readonly string[]): string {
  const bad = asked.find((status) => /^5(?!01)\d\d |^no answer/.test(status));
  if (code === 70 || /\n\s+at .*:\d+:\d+/.test(err) || /internal-error|INTERNAL/.test(err))
    return `a bug of ours: ${err.slice(0, 500)}`;
  if (bad !== undefined) return `answered ${bad}`;
  if (code === 0) return "works";
  const reported = [...err.matchAll(/(?:^| )error: .*\[([A-Z]+(?:_[A-Z]+)+|[a-z]+(?:-[a-z]+)+)\]$/gm)].map(
    ([, found]) => found,
  );
  return reported[0] ?? `ended with ${code} and no code: ${err.slice(0, 300)}`;
}

/** Asks a server the first things that anybody asks, and ends it. */
async function useServer(
  child: ChildProcess,
  printed: () => string,
  ended: Promise<unknown>,
  asked: string[],
): Promise<void> {
  const url = await new Promise<string | undefined>((resolve) => {
    child.stdout?.on("data", () => {
      const found = /^(?:Address +(http:\S+)[\s\S]*^Ready |(http:\S+)$)/m.exec(printed());
      const address = found?.[1] ?? found?.[2];
      if (address) resolve(address);
    });
    void ended.then(() => resolve(undefined));
  });
  if (url === undefined) return;
  const body = JSON.stringify({ id: "1", p: HOSTILE_TEXT, [HOSTILE_TEXT]: 1 });
  const post = { method: "POST", headers: { "content-type": "application/json" }, body };
  const deep = { ...post, body: JSON.stringify({ id: "2", p: { end: "x", a: { a: { a: 1 } }, k: "a", kind: "a" } }) };
  const get = `/things?q=${HOSTILE_TEXT}`;
  const requests: [string, RequestInit][] = [
    ["/things", {}],
    [get, {}],
    ["/things", post],
    ["/things", deep],
    ["/things/1", {}],
    ["/p5", {}],
  ];
  for (const [path, init] of requests) {
    const status = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(120_000) }).then(
      async (response) => {
        const text = await response.text();
        return `${response.status} ${text.slice(0, 300)}`;
      },
      (error: unknown) => `no answer to ${path}: ${String(error)} ${String((error as Error).cause ?? "")}`,
    );
    asked.push(status);
  }
  child.kill("SIGTERM");
}
