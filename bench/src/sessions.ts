import { alternate, median } from "./alternate.js";
import { BIN, EXAMPLE } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, type Subject, startSubject } from "./subject-process.js";

const WORKERS = 20;
/** Per worker: what a test file does. */
const CALLS = 50;
const AUTHOR = JSON.stringify({ name: "Ursula K. Le Guin", country: "US" });

interface Cost {
  readonly readyMs: number;
  readonly workMs: number;
  readonly memoryMb: number;
}

/** 20 test workers on one server, each in a session, beside a server for each of them. */
export async function benchSessions(rounds: number): Promise<Report> {
  const ways = [WORKERS, 1];
  const results = await alternate(ways, rounds, measure);
  const figure = (way: number, of: (cost: Cost) => number): number => median((results.get(way) ?? []).map(of));
  const row = (name: string, of: (cost: Cost) => number): string[] => {
    const [many = Number.NaN, one = Number.NaN] = ways.map((way) => figure(way, of));
    return [name, many.toFixed(0), one.toFixed(0), (one / many).toFixed(2)];
  };
  return {
    title: "Sessions",
    text: `${WORKERS} test workers with the bookshop and 10 seeds; each sends ${CALLS} creates, reads and lists. One server in memory per worker, compared with one server and one session per worker. Median of ${rounds} alternating rounds.`,
    header: ["cost", `${WORKERS} servers`, `${WORKERS} sessions`, "ratio"],
    rows: [
      row("until all are ready, ms", ({ readyMs }) => readyMs),
      row("the work, ms", ({ workMs }) => workMs),
      row("memory at the end, MB", ({ memoryMb }) => memoryMb),
    ],
  };
}

async function measure(count: number): Promise<Cost> {
  const subject: Subject = { name: "mock-server", args: [BIN, EXAMPLE, "--port", "0", "--memory", "--seed", "10"] };
  const start = performance.now();
  const started = await Promise.allSettled(Array.from({ length: count }, () => startSubject(subject)));
  const servers = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  try {
    if (servers.length < count) throw new Error("Not every server started.");
    const readyMs = performance.now() - start;
    const urlOf = (worker: number): string => servers[worker % count]?.url ?? "";
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(urlOf(worker), worker, count === 1)));
    const workMs = performance.now() - start - readyMs;
    return { readyMs, workMs, memoryMb: await memoryOf(servers) };
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function work(url: string, worker: number, isShared: boolean): Promise<void> {
  const headers = {
    "content-type": "application/json",
    ...(isShared && { "mock-session": `worker-${worker}` }),
  };
  for (let call = 0; call < CALLS; call++) {
    const made = await fetch(`${url}/authors`, { method: "POST", headers, body: AUTHOR });
    const { id } = (await made.json()) as { readonly id: number };
    if (id !== 11 + call) throw new Error(`Worker ${worker} got author ${id}: it is not alone.`);
    await (await fetch(`${url}/authors/${id}`, { headers })).text();
    await (await fetch(`${url}/authors?limit=20`, { headers })).text();
  }
}

/** Resident memory, in MB. */
async function memoryOf(servers: readonly RunningSubject[]): Promise<number> {
  const all = await Promise.all(servers.map((server) => server.memory()));
  return all.reduce((sum, memory) => sum + (memory?.now ?? Number.NaN), 0) / 2 ** 20;
}
