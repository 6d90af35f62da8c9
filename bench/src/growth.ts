import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, median } from "./alternate.js";
import { growthAuthor } from "./growth-author.js";
import { type Call, compareLoads, type Load } from "./load.js";
import { BIN, EXAMPLE, FLOORS } from "./places.js";
import type { Report } from "./report.js";
import { type RunningSubject, type Stall, type Subject, startSubject } from "./subject-process.js";

const MANY = 100_000;
const FEW = 1000;
const AUTHOR = { name: "Ursula K. Le Guin", country: "US", bornOn: "1929-10-21" };

const FILTERED: Call = {
  name: "filtered list page",
  method: "GET",
  paths: [1, 2, 3, 4, 5].flatMap((page) =>
    ["US", "DE"].map((from) => `/authors?page=${page}&limit=20&country=${from}`),
  ),
};
const SORTED: Call = {
  name: "filtered and sorted list page",
  method: "GET",
  paths: FILTERED.paths.flatMap((path) => [`${path}&sort=name`, `${path}&sort=-name`]),
};
const NEW_ORDER = "/authors?page=1&limit=20&country=US&sort=-name";
const ITEM: Call = {
  name: "GET item",
  method: "GET",
  paths: Array.from({ length: FEW }, (_, index) => `/authors/${index + 1}`),
};
const POST: Call = { name: "POST", method: "POST", paths: ["/authors"], body: AUTHOR };

/** What 100,000 records cost: answers beside those of 1,000 and of the floor, the start, and memory. */
export async function benchGrowth(rounds: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const running: RunningSubject[] = [];
  const start = async (subject: Subject): Promise<RunningSubject> => {
    const server = await startSubject(subject);
    running.push(server);
    return server;
  };
  try {
    const few = await subjectWith(folder, FEW);
    const many = await subjectWith(folder, MANY);
    const none = await subjectWith(folder, 0);
    const starts = (await alternate([many], 3, firstAnswerMs)).get(many) ?? [];
    const memory = await alternate([none, many], 3, memoryAfterUse);
    const [empty = Number.NaN, full = Number.NaN] = [none, many].map((one) => median(memory.get(one) ?? []));
    const firstSort = await stallOfFirstSort(many);
    const small = await start(few);
    const large = await start(many);
    const floor = await start({
      name: "floor",
      args: [join(FLOORS, "requests.mjs"), join(folder, `data-${MANY}`, "authors.json")],
    });
    const compare = async (base: RunningSubject, call: Call): Promise<string> => {
      const loads = await compareLoads([base, large], rounds, () => call);
      const [low, high] = [base, large].map((server) => loads.get(server)) as [Load, Load];
      const byWork = low.cost / high.cost;
      return `${(high.rate / low.rate).toFixed(2)} x; by processor time ${byWork.toFixed(2)} x (${high.cost.toFixed(1)} µs)`;
    };
    return {
      title: "Growth",
      text: `${MANY} authors of 300 bytes in JSON files, compared with ${FEW} authors and with a floor of Fastify + Map that scans all ${MANY} for a list. Median of ${rounds} alternating rounds, of 3 for start and memory. Memory is measured after ${FEW} reads and lists.`,
      header: ["figure", "measured", "target"],
      rows: [
        ["filtered list page, to the floor that scans", await compare(floor, FILTERED), "20 x"],
        [`GET item, to ${FEW} records`, await compare(small, ITEM), ""],
        [`filtered and sorted list page, to ${FEW} records`, await compare(small, SORTED), "0.8 x"],
        [
          "first list in a new order, others answered meanwhile",
          `${firstSort.answerMs.toFixed(0)} ms; longest stall ${firstSort.stall.toFixed(1)} ms, ${firstSort.work.toFixed(1)} of work`,
          "under 20 ms",
        ],
        [`POST, to ${FEW} records`, await compare(small, POST), "0.9 x"],
        [`restart until the first answer`, `${(median(starts) / 1000).toFixed(2)} s`, "under 1.5 s"],
        [`memory above the empty server`, `${((full - empty) / 2 ** 20).toFixed(0)} MB`, "under 120 MB"],
      ],
    };
  } finally {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A server whose data directory holds that many authors. */
async function subjectWith(folder: string, count: number): Promise<Subject> {
  const directory = join(folder, `data-${count}`);
  await mkdir(directory);
  const lines = Array.from({ length: count }, (_, index) => JSON.stringify(growthAuthor(index + 1)));
  if (count > 0) await writeFile(join(directory, "authors.json"), `[\n${lines.join(",\n")}\n]\n`);
  return { name: "mock-server", args: [BIN, EXAMPLE, "--port", "0", "--quiet", "--data-dir", directory] };
}

/** How long the first list in an order takes, for which an index is built, and how long the server stands still for it. */
async function stallOfFirstSort(subject: Subject): Promise<Stall & { readonly answerMs: number }> {
  const server = await startSubject({
    ...subject,
    args: ["--import", join(FLOORS, "stall-probe.mjs"), ...subject.args],
  });
  const ask = async (path: string): Promise<void> => void (await (await fetch(`${server.url}${path}`)).text());
  try {
    for (const path of [...ITEM.paths.slice(0, 100), ...FILTERED.paths]) await ask(path);
    await server.longestStall();
    const asked = performance.now();
    // Backwards: authors come by name where no order is asked for.
    await ask(NEW_ORDER);
    const answerMs = performance.now() - asked;
    return { ...(await server.longestStall()), answerMs };
  } finally {
    await server.stop();
  }
}

async function firstAnswerMs(subject: Subject): Promise<number> {
  const server = await startSubject(subject);
  try {
    const reply = await fetch(`${server.url}/authors/77`);
    if (reply.status !== 200) throw new Error(`GET /authors/77 answered ${reply.status}`);
    return performance.now() - server.spawnedAt;
  } finally {
    await server.stop();
  }
}

/** Resident memory when it has served and come to rest, in bytes. */
async function memoryAfterUse(subject: Subject): Promise<number> {
  const server = await startSubject(subject);
  try {
    for (let id = 1; id <= FEW; id += 1) {
      await (await fetch(`${server.url}/authors/${id}`)).text();
      await (await fetch(`${server.url}/authors?limit=20&page=${id % 50}`)).text();
    }
    return (await server.memory())?.now ?? Number.NaN;
  } finally {
    await server.stop();
  }
}
