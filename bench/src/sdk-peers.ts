import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A generator that ours is compared with. */
export interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  /** Its script, in its `node_modules`. */
  readonly script: string;
  readonly args: (description: string, output: string) => readonly string[];
}

export const PEERS: readonly Peer[] = [
  {
    name: "hey-api 0.99.0",
    packages: ["@hey-api/openapi-ts@0.99.0"],
    script: "@hey-api/openapi-ts/bin/run.js",
    args: (description, output) => ["-i", description, "-o", output],
  },
  {
    name: "orval 8.38.0",
    packages: ["orval@8.38.0"],
    script: "orval/dist/bin/orval.mjs",
    args: (description, output) => ["--input", description, "--output", join(output, "index.ts")],
  },
  {
    name: "openapi-typescript 7.13.0",
    packages: ["openapi-typescript@7.13.0"],
    script: "openapi-typescript/bin/cli.js",
    args: (description, output) => [description, "-o", join(output, "index.ts")],
  },
  {
    name: "Redocly 2.77.0",
    packages: ["@redocly/cli@2.77.0"],
    script: "@redocly/cli/bin/cli.js",
    args: (description, output) => ["generate-client", description, "-o", join(output, "client.ts")],
  },
];

/** Two of the peers ask for Node 22: all run on it, ours too. */
const NODE = "22.23.3";
const LIMIT_MS = 300_000;

/**
 * Installs the peers into a folder of their own, once: they are ten times what this repository needs otherwise.
 * @returns their `node_modules`, and the Node that all of them run on
 */
export async function installPeers(): Promise<{ readonly modules: string; readonly node: string }> {
  const folder = join(tmpdir(), "onespec-bench-peers");
  const runtime = `node-${process.platform}-${process.arch}`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const packages = [...PEERS.flatMap((peer) => peer.packages), "typescript@5.9.3", `${runtime}@${NODE}`];
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--engine-strict=false", "--loglevel=error"];
  await promisify(execFile)("npm", ["install", ...flags, ...packages], { cwd: folder, timeout: LIMIT_MS });
  const modules = join(folder, "node_modules");
  return { modules, node: join(modules, runtime, "bin/node") };
}
