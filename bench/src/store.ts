import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { growthAuthor } from "./growth-author.js";
import { CONNECTIONS } from "./load.js";
import { BIN, EXAMPLE, FLOORS } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, type Stall, startSubject } from "./subject-process.js";

const RECORDS = 100_000;
/** A long file waits for half a minute of rest before it is folded. */
const FOLD_LIMIT_MS = 90_000;

/** Measures the cost of storing 100,000 records: bytes written for each record, and the longest stalls of the server. */
export async function benchStore(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const server = await startSubject({
    name: "mock-server",
    args: ["--import", join(FLOORS, "stall-probe.mjs"), BIN, EXAMPLE, "--port", "0", "--data-dir", folder],
  });
  try {
    const { id: _, createdAt: __, ...author } = growthAuthor(1);
    await post(server, author, 2000);
    await server.longestStall();
    const before = (await server.written()) ?? Number.NaN;
    const { bytes, rate } = await post(server, author, RECORDS);
    const underLoad = await server.longestStall();
    await folded(folder);
    const atRest = await server.longestStall();
    const written = ((await server.written()) ?? Number.NaN) - before - bytes;
    const { size } = await stat(join(folder, "authors.json"));
    const own = size / (RECORDS + 2000);
    return {
      title: "Store",
      text: `${CONNECTIONS} connections post ${RECORDS} authors of ${own.toFixed(0)} bytes to an empty server (${rate.toFixed(0)} per second). Then the server is idle until all records are merged into the JSON file. Bytes count all writes to files. A stall is the longest delay of a timer of one millisecond. "Work" is the part of it in which the main thread ran, garbage collection included. In the rest it waited for other processes, other threads or the disk.`,
      header: ["figure", "measured", "target"],
      rows: [
        ["bytes written, to the size of the records", `${(written / RECORDS / own).toFixed(2)} x`, "under 4 x"],
        ["longest stall while posting, merging included", stallText(underLoad), ""],
        [`longest stall while merging ${RECORDS} records, idle`, stallText(atRest), "under 20 ms"],
      ],
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function stallText({ stall, work }: Stall): string {
  return `${stall.toFixed(1)} ms, ${work.toFixed(1)} of work`;
}

/** @returns what came back, in bytes, and the rate, in records a second */
async function post(server: RunningSubject, author: object, amount: number): Promise<{ bytes: number; rate: number }> {
  const result = await autocannon({
    url: `${server.url}/authors`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(author),
    connections: CONNECTIONS,
    amount,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} of the records were not taken`);
  return { bytes: result.throughput.total, rate: amount / result.duration };
}

async function folded(folder: string): Promise<void> {
  for (const end = performance.now() + FOLD_LIMIT_MS; performance.now() < end; await sleep(200)) {
    if (!(await readdir(folder)).some((name) => name.startsWith("authors.journal"))) return;
  }
  throw new Error(`The journal was not folded in ${FOLD_LIMIT_MS} ms.`);
}
