import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { CONNECTIONS } from "./load.js";
import { BIN, EXAMPLE } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, startSubject } from "./subject-process.js";

/** Requests in all: `ONESPEC_LONG=1` asks for the day's worth. */
const REQUESTS = process.env.ONESPEC_LONG === "1" ? 5_000_000 : 500_000;
const LOOKS = 10;
const RECORDS = 1000;
const AUTHOR = { name: "Ursula K. Le Guin", country: "US", bornOn: "1929-10-21" };
const HEADERS = { "content-type": "application/json" };

/** A long run of mixed requests over records whose number stays: does memory, do the files stay as well? */
export async function benchSteady(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const server = await startSubject({
    name: "mock-server",
    args: [BIN, EXAMPLE, "--port", "0", "--data-dir", folder],
  });
  try {
    for (let id = 1; id <= RECORDS; id += 1) {
      await (
        await fetch(`${server.url}/authors`, { method: "POST", headers: HEADERS, body: JSON.stringify(AUTHOR) })
      ).text();
    }
    const rows: string[][] = [];
    let done = 0;
    for (let look = 0; look <= LOOKS; look += 1) {
      if (look > 0) done += await mixed(server, REQUESTS / LOOKS);
      const { now, peak } = (await server.memory()) ?? { now: Number.NaN, peak: Number.NaN };
      const megabytes = [now, peak, await sizeOf(folder)].map((bytes) => (bytes / 2 ** 20).toFixed(1));
      rows.push([`${done}`, ...megabytes]);
    }
    return {
      title: "Steady",
      text: `${REQUESTS} requests on ${CONNECTIONS} connections. One author is deleted for each that is created, so ${RECORDS} remain; in between authors are read, listed and changed. Resident memory and files of the data directory, in MB.`,
      header: ["requests", "memory", "peak", "files"],
      rows,
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each connection creates an author, reads, lists, changes and deletes it. @returns how many requests were answered */
async function mixed({ url }: RunningSubject, amount: number): Promise<number> {
  let turn = 0;
  const write = { headers: HEADERS };
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    amount,
    requests: [
      {
        ...write,
        method: "POST",
        path: "/authors",
        body: JSON.stringify(AUTHOR),
        onResponse(status, body, context) {
          if (status === 201) Object.assign(context, { id: (JSON.parse(body) as { readonly id: number }).id });
        },
      },
      { method: "GET", setupRequest: (request) => ({ ...request, path: `/authors/${(turn++ % RECORDS) + 1}` }) },
      {
        method: "GET",
        setupRequest: (request) => ({ ...request, path: `/authors?limit=20&page=${(turn++ % 50) + 1}` }),
      },
      {
        ...write,
        method: "PATCH",
        setupRequest: (request) => ({
          ...request,
          path: `/authors/${(turn % RECORDS) + 1}`,
          body: JSON.stringify({ biography: `Change ${turn++}.` }),
        }),
      },
      {
        method: "DELETE",
        setupRequest: (request, context) => ({
          ...request,
          path: `/authors/${(context as { readonly id?: number }).id}`,
        }),
      },
    ],
  });
  const failed = result.non2xx + result.errors;
  // Where the run ends between a creation and its deletion the next one cleans up nothing: a handful in each look.
  if (failed > 0) throw new Error(`${failed} requests failed.`);
  return result.requests.total;
}

/** In bytes. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder)) {
    sum += await stat(join(folder, name)).then(
      ({ size }) => size,
      // Folded away between the two looks.
      () => 0,
    );
  }
  return sum;
}
