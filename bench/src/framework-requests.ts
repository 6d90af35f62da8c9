import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { alternate, median } from "./alternate.js";
import { createFrameworkApp } from "./framework-app.js";
import { installNest } from "./framework-peer.js";
import { FLOORS, FRAMEWORK_BIN } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, type Subject, startSubject } from "./subject-process.js";

interface Call {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  /** @param at the number of the request */
  readonly body?: (at: number) => object;
}

const BOOK = {
  title: "Emma",
  isbn: "9780141439587",
  pages: 474,
  price: "9.99",
  inPrint: true,
  published: "1815-12-23",
};
const CALLS: readonly Call[] = [
  { name: "GET /hello", method: "GET", path: "/hello" },
  { name: "GET by id", method: "GET", path: "/books/500" },
  { name: "GET list of 20", method: "GET", path: "/books?limit=20" },
  { name: "POST", method: "POST", path: "/books", body: () => BOOK },
  // A title of its own each time: Sequelize sends no UPDATE for values that stay.
  { name: "PATCH", method: "PATCH", path: "/books/500", body: (at) => ({ title: `Emma ${at}` }) },
];
const CONNECTIONS = 16;
const RECORDS = 1000;

/** A generated resource on SQLite, beside the same written by hand. */
export function benchFrameworkSqlite(rounds: number): Promise<Report> {
  return benchFramework("SQLite", undefined, rounds);
}

/** The same on the PostgreSQL that BENCH_POSTGRES_URL names: an empty database, in which `books` is made and left. */
export function benchFrameworkPostgres(rounds: number): Promise<Report> {
  const url = process.env.BENCH_POSTGRES_URL;
  if (url === undefined) throw new Error("Set BENCH_POSTGRES_URL to the URL of an empty database.");
  return benchFramework("PostgreSQL", url, rounds);
}

async function benchFramework(product: string, url: string | undefined, rounds: number): Promise<Report> {
  const parent = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const running = new Map<Subject, RunningSubject>();
  process.env.NODE_ENV = "production";
  try {
    const { folder, place } = createFrameworkApp(parent, url);
    const nest = await installNest();
    const floor = (name: string, file: string, ...more: readonly string[]): Subject => ({
      name,
      args: [join(FLOORS, file), place, ...more],
    });
    const subjects: readonly Subject[] = [
      floor("Fastify + Sequelize", "framework-fastify-sequelize.mjs"),
      floor("Express + Sequelize", "framework-express-sequelize.mjs"),
      floor("NestJS + Sequelize", "framework-nest-sequelize.mjs", nest),
      floor("Fastify + driver", "framework-fastify-driver.mjs"),
      { name: "framework", args: [FRAMEWORK_BIN, "lift", "--port", "0"], cwd: folder },
    ];
    for (const subject of subjects) running.set(subject, await startSubject(subject));
    const last = running.get(subjects.at(-1) as Subject) as RunningSubject;
    for (let count = 0; count < RECORDS; count += 1) await send(last.url);
    const rows: string[][] = [];
    for (const call of CALLS) {
      const results = await alternate(subjects, rounds, (subject) => rate(running.get(subject)?.url ?? "", call));
      const rates = subjects.map((subject) => median(results.get(subject) ?? []));
      const [sequelize = Number.NaN, express = Number.NaN, peer = Number.NaN, , ours = Number.NaN] = rates;
      rows.push([
        call.name,
        ...rates.map((each) => each.toFixed(0)),
        (ours / sequelize).toFixed(2),
        (ours / express).toFixed(2),
        (ours / peer).toFixed(2),
      ]);
    }
    return {
      title: `A generated resource on ${product}`,
      text: `Requests per second of a resource that \`resources:generate\` made, in production, on ${product}: ${RECORDS} records at the start, ${CONNECTIONS} connections, median of ${rounds} alternating rounds. The peers are hand-written Fastify, hand-written Express and NestJS on Express, all with Sequelize's model instances, and hand-written Fastify with SQL on the bare driver. All use the same database.`,
      header: [
        "request",
        ...subjects.map(({ name }) => name),
        "to Fastify + Sequelize",
        "to Express + Sequelize",
        "to NestJS + Sequelize",
      ],
      rows,
    };
  } finally {
    for (const server of running.values()) await server.stop();
    await rm(parent, { recursive: true, force: true });
  }
}

async function send(url: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/books`, { method: "POST", headers, body: JSON.stringify(BOOK) });
  if (reply.status !== 201) throw new Error(`POST /books answered ${reply.status}: ${await reply.text()}`);
}

async function rate(url: string, { method, path, body }: Call): Promise<number> {
  let sent = 0;
  const setupRequest: autocannon.Request["setupRequest"] = (request) => {
    sent += 1;
    return { ...request, body: JSON.stringify(body?.(sent)) };
  };
  const result = await autocannon({
    url: `${url}${path}`,
    method,
    connections: CONNECTIONS,
    duration: 2,
    ...(body !== undefined && { headers: { "content-type": "application/json" }, requests: [{ setupRequest }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${path}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  }
  return result.requests.average;
}
