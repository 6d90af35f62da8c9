import { join } from "node:path";
import { type Call, CONNECTIONS, compareLoads, type Load } from "./load.js";
import { BIN, EXAMPLE, FLOORS } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, startSubject } from "./subject-process.js";

const AUTHOR = { name: "Ursula K. Le Guin", country: "US", bornOn: "1929-10-21" };
const IDS = Array.from({ length: 100 }, (_, index) => index + 1);

const CALLS: readonly Call[] = [
  { name: "GET item", method: "GET", paths: IDS.map((id) => `/authors/${id}`) },
  { name: "GET list of 20", method: "GET", paths: [1, 2, 3, 4, 5].map((page) => `/authors?page=${page}&limit=20`) },
  {
    name: "PATCH",
    method: "PATCH",
    paths: IDS.map((id) => `/authors/${id}`),
    body: { biography: "Wrote about Earthsea." },
  },
  { name: "POST", method: "POST", paths: ["/authors"], body: AUTHOR },
];

/** The proxy that checks both sides, beside @fastify/http-proxy that checks nothing, in front of one hand-written server. */
export async function benchProxy(rounds: number): Promise<Report> {
  const running: RunningSubject[] = [];
  const start = async (name: string, ...args: readonly string[]): Promise<RunningSubject> => {
    const subject = await startSubject({ name, args });
    running.push(subject);
    return subject;
  };
  try {
    const upstream = await start("upstream", join(FLOORS, "requests.mjs"));
    for (const _ of IDS) await fill(upstream.url);
    const floor = await start("http-proxy", join(FLOORS, "proxy.mjs"), upstream.url);
    const ours = await start("mock-server proxy", BIN, "proxy", EXAMPLE, upstream.url, "--port", "0", "--quiet");
    const rows: string[][] = [];
    for (const call of CALLS) {
      const loads = await compareLoads([floor, ours], rounds, () => call);
      const [plain, checked] = [loads.get(floor), loads.get(ours)] as [Load, Load];
      rows.push([
        call.name,
        plain.rate.toFixed(0),
        checked.rate.toFixed(0),
        (plain.rate / checked.rate).toFixed(2),
        plain.cost.toFixed(1),
        checked.cost.toFixed(1),
        (checked.cost / plain.cost).toFixed(2),
      ]);
    }
    return {
      title: "Proxy",
      text: `Hand-written Fastify + Map behind a proxy, ${CONNECTIONS} connections, median of ${rounds} alternating rounds: requests per second, and the proxy's processor time per request in microseconds. @fastify/http-proxy checks nothing; mock-server proxy checks request and answer against the bookshop's description. A ratio of 1.2 means that mock-server proxy takes 1.2 times as long.`,
      header: ["request", "http-proxy", "mock-server proxy", "ratio", "http-proxy µs", "mock-server proxy µs", "ratio"],
      rows,
    };
  } finally {
    for (const server of running.reverse()) await server.stop();
  }
}

async function fill(url: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/authors`, { method: "POST", headers, body: JSON.stringify(AUTHOR) });
  if (reply.status !== 201) throw new Error(`POST /authors answered ${reply.status}: ${await reply.text()}`);
}
