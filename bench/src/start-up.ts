import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, median } from "./alternate.js";
import { BIN, BUNDLER, EXAMPLE, FLOORS, GITHUB } from "./places.js";
import type { Report } from "./report.js";
import { type Subject, startSubject } from "./subject-process.js";

interface Case {
  readonly name: string;
  readonly file: string;
  /** A real operation of the description. */
  readonly path: string;
  readonly flags: readonly string[];
  /** Bare Fastify can read JSON alone. */
  readonly hasFloor: boolean;
}

/** From the start of the process until the first operation of the description is answered, beside bare Fastify and JSON.parse. */
export async function benchStartUp(rounds: number): Promise<Report> {
  execFileSync(process.execPath, [BUNDLER]);
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const onDisk = ["--data-dir", folder];
  const cases: Case[] = [
    {
      name: "GitHub, 13 MB JSON, first list",
      file: GITHUB,
      path: "/repos/octokit/rest.js/issues",
      flags: onDisk,
      hasFloor: true,
    },
    { name: "GitHub, first single answer", file: GITHUB, path: "/user", flags: onDisk, hasFloor: true },
    { name: "GitHub, --seed 10", file: GITHUB, path: "/gists", flags: ["--memory", "--seed", "10"], hasFloor: true },
    { name: "bookshop, 30 KB YAML", file: EXAMPLE, path: "/books", flags: ["--memory"], hasFloor: false },
    {
      name: "bookshop, --seed 10",
      file: EXAMPLE,
      path: "/books",
      flags: ["--memory", "--seed", "10"],
      hasFloor: false,
    },
  ];
  try {
    const rows: string[][] = [];
    for (const each of cases) rows.push(await row(each, rounds));
    return {
      title: "Start-up",
      text: "Milliseconds from the start of the process until the first operation of the description is answered. The floor is bare Fastify with one route, after `JSON.parse` of the same file. Memory is the peak of the process.",
      header: ["description", "floor ms", "mock-server ms", "ratio", "floor MB", "mock-server MB"],
      rows,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function row({ name, file, path, flags, hasFloor }: Case, rounds: number): Promise<string[]> {
  const ours: Subject = { name: "mock-server", args: [BIN, file, "--port", "0", ...flags] };
  const floor: Subject = { name: "floor", args: [join(FLOORS, "start-up.mjs"), file, path] };
  const results = await alternate(hasFloor ? [floor, ours] : [ours], rounds, (subject) => startOnce(subject, path));
  const timeOf = (subject: Subject): number => median((results.get(subject) ?? []).map(({ ms }) => ms));
  const memoryOf = (subject: Subject): number => median((results.get(subject) ?? []).map(({ peak }) => peak)) / 1e6;
  return [
    name,
    hasFloor ? timeOf(floor).toFixed(0) : "",
    timeOf(ours).toFixed(0),
    hasFloor ? (timeOf(ours) / timeOf(floor)).toFixed(2) : "",
    hasFloor ? memoryOf(floor).toFixed(0) : "",
    memoryOf(ours).toFixed(0),
  ];
}

async function startOnce(subject: Subject, path: string): Promise<{ readonly ms: number; readonly peak: number }> {
  const server = await startSubject(subject);
  try {
    await readAnswer(`${server.url}${path}`);
    const ms = performance.now() - server.spawnedAt;
    const memory = await server.memory();
    return { ms, peak: memory?.peak ?? Number.NaN };
  } finally {
    await server.stop();
  }
}

function readAnswer(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (reply) => {
      reply.resume();
      reply.once("end", () =>
        reply.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${reply.statusCode}`)),
      );
    }).once("error", reject);
  });
}
