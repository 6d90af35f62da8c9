import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { alternate, median } from "./alternate.js";
import { BIN, EXAMPLE, FLOORS } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, type Subject, startSubject } from "./subject-process.js";

interface Call {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly body?: object;
}

const AUTHOR = {
  name: "Ursula K. Le Guin",
  country: "US",
  bornOn: "1929-10-21",
  website: "https://www.ursulakleguin.com/",
};
const CALLS: readonly Call[] = [
  { name: "GET item", method: "GET", path: "/authors/7" },
  { name: "GET singleton", method: "GET", path: "/settings" },
  { name: "GET list of 20, filter and total", method: "GET", path: "/authors?limit=20&country=US" },
  { name: "PATCH", method: "PATCH", path: "/authors/7", body: { biography: "Wrote about Earthsea." } },
  { name: "POST", method: "POST", path: "/authors", body: AUTHOR },
];
const CONNECTIONS = 16;
const RECORDS = 100;

/** Requests a second for the bookshop's authors, on JSON files, beside hand-written Fastify + Map + ajv that keeps nothing. */
export async function benchRequests(rounds: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const floor: Subject = { name: "floor", args: [join(FLOORS, "requests.mjs")] };
  const ours: Subject = { name: "mock-server", args: [BIN, EXAMPLE, "--port", "0", "--data-dir", folder] };
  const running = new Map<Subject, RunningSubject>();
  try {
    for (const subject of [floor, ours]) {
      const server = await startSubject(subject);
      running.set(subject, server);
      for (let count = 0; count < RECORDS; count += 1) await fill(server.url);
    }
    const rows: string[][] = [];
    for (const call of CALLS) {
      const results = await alternate([floor, ours], rounds, (subject) => rate(running.get(subject)?.url ?? "", call));
      const [low = Number.NaN, high = Number.NaN] = [floor, ours].map((subject) => median(results.get(subject) ?? []));
      rows.push([call.name, low.toFixed(0), high.toFixed(0), (high / low).toFixed(2)]);
    }
    return {
      title: "Requests",
      text: `Requests a second of the bookshop's authors, ${RECORDS} records at first, ${CONNECTIONS} connections, median of ${rounds} alternating rounds. The floor is hand-written Fastify + Map + ajv that keeps nothing; mock-server writes its journal.`,
      header: ["request", "floor", "mock-server", "ratio"],
      rows,
    };
  } finally {
    for (const server of running.values()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(url: string): Promise<void> {
  const reply = await fetch(`${url}/authors`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(AUTHOR),
  });
  if (reply.status !== 201) throw new Error(`POST /authors answered ${reply.status}: ${await reply.text()}`);
}

async function rate(url: string, { method, path, body }: Call): Promise<number> {
  const result = await autocannon({
    url: `${url}${path}`,
    method,
    connections: CONNECTIONS,
    duration: 2,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  return result.requests.average;
}
