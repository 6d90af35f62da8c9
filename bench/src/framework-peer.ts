import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const PACKAGES: readonly string[] = [
  "@nestjs/common@11.2.10",
  "@nestjs/core@11.2.10",
  "@nestjs/platform-express@11.2.10",
  "class-transformer@0.5.1",
  "class-validator@0.15.1",
  "reflect-metadata@0.2.2",
  "rxjs@7.8.2",
];
const LIMIT_MS = 300_000;

/** Installs NestJS into a folder of its own, once: nothing else here needs it. @returns that folder */
export async function installNest(): Promise<string> {
  const folder = join(tmpdir(), "onespec-bench-nest");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await promisify(execFile)("npm", ["install", ...flags, ...PACKAGES], { cwd: folder, timeout: LIMIT_MS });
  return folder;
}
