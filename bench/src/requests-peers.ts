import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, median } from "./alternate.js";
import { type Call, CONNECTIONS, compareLoads, type Load } from "./load.js";
import { installMockPeers, JSON_SERVER, jsonServer, PRISM, prism } from "./mock-peers.js";
import { pipelinedLoad } from "./pipelined-load.js";
import { BIN, EXAMPLE } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, startSubject } from "./subject-process.js";

const AUTHOR = { name: "Ursula K. Le Guin", country: "US", bornOn: "1929-10-21" };
const RECORDS = 100;
const ROUNDS = 3;
const CALLS: readonly Call[] = [
  { name: "GET item", method: "GET", paths: ["/authors/7"] },
  { name: "GET list of 20, filter and total", method: "GET", paths: ["/authors?page=2&limit=20&country=US"] },
  { name: "PATCH", method: "PATCH", paths: ["/authors/7"], body: { biography: "Wrote about Earthsea." } },
  { name: "POST", method: "POST", paths: ["/authors"], body: AUTHOR },
];
/** json-server has paging parameters of its own. */
const JSON_SERVER_LIST = "/authors?_page=2&_per_page=20&country=US";

/** The same requests to other mock servers. They are much slower, so that few rounds tell enough. */
export async function benchRequestsPeers(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const running: RunningSubject[] = [];
  try {
    const peers = await installMockPeers();
    const authors = Array.from({ length: RECORDS }, (_, index) => ({ id: `${index + 1}`, ...AUTHOR }));
    const subjects = [
      await jsonServer(peers, folder, authors, {}),
      await prism(peers),
      { name: "mock-server", args: [BIN, EXAMPLE, "--port", "0", "--data-dir", join(folder, "data")] },
    ];
    for (const subject of subjects) running.push(await startSubject(subject));
    const [others, , ours] = running as [RunningSubject, RunningSubject, RunningSubject];
    for (let count = 0; count < RECORDS; count += 1) await create(ours.url);
    const rows: string[][] = [];
    for (const call of CALLS) {
      const loads = await compareLoads(running, ROUNDS, (server) =>
        server === others && call.name.startsWith("GET list") ? { ...call, paths: [JSON_SERVER_LIST] } : call,
      );
      rows.push(rowOf(call.name, running.map((server) => loads.get(server)) as [Load, Load, Load]));
    }
    const pipelined = await alternate(running, ROUNDS, (server) => pipelinedLoad(server, "/authors/7"));
    const middle = running.map((server) => {
      const loads = pipelined.get(server) ?? [];
      return { rate: median(loads.map(({ rate }) => rate)), cost: median(loads.map(({ cost }) => cost)) };
    });
    rows.splice(1, 0, rowOf("GET item, 16 in one piece", middle as [Load, Load, Load]));
    return {
      title: "Requests: other mock servers",
      text: `Requests per second to the bookshop's authors: ${RECORDS} records at the start, ${CONNECTIONS} connections, median of ${ROUNDS} alternating rounds. json-server ${JSON_SERVER} rewrites its file on each change and validates nothing. Prism ${PRISM} answers with the description's examples and stores nothing. All are called by the same client, which sends prepared bytes, one request at a time on each connection, and reads status and length. In the row "16 in one piece" each connection sends 16 requests at once, on fewer connections.`,
      header: [
        "request",
        "json-server",
        "Prism static",
        "mock-server",
        "to json-server",
        "by processor time",
        "to Prism",
        "by processor time",
      ],
      rows,
    };
  } finally {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(name: string, [json, still, own]: readonly [Load, Load, Load]): string[] {
  return [
    name,
    ...[json, still, own].map(({ rate }) => rate.toFixed(0)),
    (own.rate / json.rate).toFixed(1),
    (json.cost / own.cost).toFixed(1),
    (own.rate / still.rate).toFixed(1),
    (still.cost / own.cost).toFixed(1),
  ];
}

async function create(url: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/authors`, { method: "POST", headers, body: JSON.stringify(AUTHOR) });
  if (reply.status !== 201) throw new Error(`POST /authors answered ${reply.status}: ${await reply.text()}`);
}
