import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.js";
import { EXAMPLE } from "./places.js";
import type { Subject } from "./subject-process.js";

/** The last ones that run on Node 20. */
export const JSON_SERVER = "1.0.0-beta.3";
export const PRISM = "5.14.2";
const LIMIT_MS = 300_000;

/** Installs json-server and Prism into a folder of their own, once: nothing else here needs them. @returns that folder */
export async function installMockPeers(): Promise<string> {
  const folder = join(tmpdir(), "onespec-bench-mocks");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const packages = [`json-server@${JSON_SERVER}`, `@stoplight/prism-cli@${PRISM}`];
  await promisify(execFile)("npm", ["install", ...flags, ...packages], { cwd: folder, timeout: LIMIT_MS });
  return folder;
}

/** json-server over a file of its own. @param data folder in which the file is written */
export async function jsonServer(
  folder: string,
  data: string,
  authors: readonly object[],
  settings: object,
): Promise<Subject> {
  const file = join(data, "db.json");
  await writeFile(file, JSON.stringify({ authors, settings }));
  const bin = join(folder, "node_modules/json-server/lib/bin.js");
  return { name: "json-server", args: [bin, file, "--port", `${await freePort()}`, "--host", "127.0.0.1"] };
}

/** Prism, which answers with the description's examples and keeps nothing. */
export async function prism(folder: string): Promise<Subject> {
  const bin = join(folder, "node_modules/@stoplight/prism-cli/dist/index.js");
  return {
    name: "prism",
    args: [bin, "mock", EXAMPLE, "--port", `${await freePort()}`, "--host", "127.0.0.1", "--verboseLevel", "info"],
  };
}
