import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, median } from "./alternate.js";
import { BUNDLER, EXAMPLE, GITHUB, SDK_BIN } from "./places.js";
import type { Report } from "./report.js";
import { installPeers, PEERS } from "./sdk-peers.js";

interface Generator {
  readonly name: string;
  readonly command: (description: string, output: string) => readonly string[];
}

const DESCRIPTIONS = [
  { name: "bookshop, 29 operations", file: EXAMPLE },
  { name: "GitHub, 1,223 operations", file: GITHUB },
];
const LIMIT_MS = 180_000;

/** Time of the whole process from nothing to files, ours beside other generators. */
export async function benchSdkGenerate(rounds: number): Promise<Report> {
  execFileSync(process.execPath, [BUNDLER]);
  const { modules, node } = await installPeers();
  const ours: Generator = {
    name: "generate-sdk",
    command: (description, output) => [SDK_BIN, description, output, "1.0.0"],
  };
  const peers = PEERS.map(
    ({ name, script, args }): Generator => ({
      name,
      command: (description, output) => [join(modules, script), ...args(description, output)],
    }),
  );
  const rows: string[][] = [];
  for (const { name, file } of DESCRIPTIONS) {
    const results = await alternate([ours, ...peers], Math.min(rounds, 5), (each) => timed(node, each, file));
    const [own = Number.NaN, ...others] = [ours, ...peers].map((each) => median(results.get(each) ?? []));
    const ratio = own / Math.min(...others);
    rows.push([name, seconds(own), ...others.map(seconds), ratio.toFixed(2)]);
  }
  return {
    title: "SDK: generating",
    text: `Seconds from the start of the process to its end, into an empty folder (in memory if possible), median of alternating rounds. All run on the Node version that the peers need, with their default output. openapi-typescript writes types only, the others a client. generate-sdk also writes the runtime with query engine and validator, a page per resource and a manifest. The ratio is to the fastest peer.`,
    header: ["description", "generate-sdk", ...peers.map(({ name }) => name), "ratio"],
    rows,
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

/** In memory where the system has such a folder: some file systems make new files slowly where many were removed just before. */
const OUTPUT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

async function timed(node: string, { name, command }: Generator, description: string): Promise<number> {
  const folder = await mkdtemp(join(OUTPUT, "onespec-bench-"));
  const output = join(folder, "out");
  await mkdir(output);
  try {
    const started = performance.now();
    await run(node, command(description, output), folder, name);
    return performance.now() - started;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(node: string, args: readonly string[], folder: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: LIMIT_MS,
      env: { ...process.env, CI: "1", DO_NOT_TRACK: "1", REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}: ${errors.slice(-500)}`)),
    );
  });
}
