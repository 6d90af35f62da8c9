import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Call, CONNECTIONS, compareLoads, type Load } from "./load.js";
import { BIN, EXAMPLE, FLOORS } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, startSubject } from "./subject-process.js";

const AUTHOR = {
  name: "Ursula K. Le Guin",
  country: "US",
  bornOn: "1929-10-21",
  website: "https://www.ursulakleguin.com/",
};
const RECORDS = 100;
const IDS = Array.from({ length: RECORDS }, (_, index) => index + 1);
const PAGES = [1, 2, 3, 4, 5];

/** Calls that keep the number of records come first, because the floor scans all records for each list. */
const CALLS: readonly Call[] = [
  { name: "GET item", method: "GET", paths: IDS.map((id) => `/authors/${id}`) },
  { name: "GET singleton", method: "GET", paths: ["/settings"] },
  {
    name: "GET list of 20, filter and total",
    method: "GET",
    paths: PAGES.map((page) => `/authors?page=${page}&limit=20&country=US`),
  },
  {
    name: "PATCH",
    method: "PATCH",
    paths: IDS.map((id) => `/authors/${id}`),
    body: { biography: "Wrote about Earthsea." },
  },
  { name: "POST", method: "POST", paths: ["/authors"], body: AUTHOR },
];

/** Requests for the bookshop's authors, on JSON files, beside hand-written Fastify + Map + ajv that keeps nothing. */
export async function benchRequests(rounds: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const running: RunningSubject[] = [];
  try {
    running.push(await startSubject({ name: "floor", args: [join(FLOORS, "requests.mjs")] }));
    running.push(
      await startSubject({ name: "mock-server", args: [BIN, EXAMPLE, "--port", "0", "--data-dir", folder] }),
    );
    for (const server of running) for (let count = 0; count < RECORDS; count += 1) await fill(server.url);
    const rows: string[][] = [];
    for (const call of CALLS) {
      const loads = await compareLoads(running, rounds, () => call);
      const [floor, ours] = running.map((server) => loads.get(server)) as [Load, Load];
      rows.push([
        call.name,
        floor.rate.toFixed(0),
        ours.rate.toFixed(0),
        (ours.rate / floor.rate).toFixed(2),
        floor.cost.toFixed(1),
        ours.cost.toFixed(1),
        (floor.cost / ours.cost).toFixed(2),
      ]);
    }
    return {
      title: "Requests",
      text: `Requests to the bookshop's authors: ${RECORDS} records at the start, ${CONNECTIONS} connections, median of ${rounds} alternating rounds after 3 s of load. Requests per second, and the server's processor time per request in microseconds. The floor is hand-written Fastify + Map + ajv in memory; mock-server writes its journal. The client reads items in turn and lists page by page; it sends prepared bytes and reads status and length.`,
      header: ["request", "floor", "mock-server", "ratio", "floor µs", "mock-server µs", "ratio"],
      rows,
    };
  } finally {
    for (const server of running) await server.stop();
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
