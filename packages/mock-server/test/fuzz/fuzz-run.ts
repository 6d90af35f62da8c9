import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiDescription, loadDescription, sampleSchema } from "@onespec/spec-core";
import { createRandom } from "../../../contract-check/src/request/random.js";
import type { DescriptionFile } from "../../conformance/run/find-descriptions.js";
import type { MockOptions } from "../../src/config/mock-options.js";
import { AskedProcess } from "./asked-process.js";
import { type AttackReport, attack, faultOf, type Stall } from "./attack.js";
import { writeBrokenRequest } from "./broken-requests.js";
import type { RawAnswer } from "./raw-connection.js";
import { type WrittenRequest, writeRequest } from "./write-request.js";

export interface FuzzOptions {
  readonly seed: string;
  /** Requests to each description. */
  readonly requests: number;
  /** A folder of ours; the only one that the server may write to is in it. */
  readonly folder: string;
  /** PostgreSQL, in place of JSON files. */
  readonly store?: string;
}

export interface FuzzReport extends AttackReport {
  /** Longest delay of the event loop that Node measured, in milliseconds, whoever had the processor. */
  readonly delay: number;
}

/** One of so many requests is no proper one. */
const BROKEN_EVERY = 60;
/** Statuses of a server that does not know a method or a version of HTTP. @see RFC 9110, sections 15.6.2 and 15.6.6 */
const NOT_HTTP: ReadonlySet<number> = new Set([501, 505]);

/** Attacks a server of each description, one after the other, in a process of its own that may write to its data folder only. */
export async function fuzz(
  descriptions: readonly DescriptionFile[],
  options: FuzzOptions,
  told: (report: FuzzReport) => void = () => undefined,
): Promise<readonly FuzzReport[]> {
  const data = join(options.folder, "data");
  await mkdir(data, { recursive: true });
  const plane = await loadDescription(fileURLToPath(new URL("../../control/openapi.json", import.meta.url)));
  const target = startTarget(data);
  const reports: FuzzReport[] = [];
  try {
    for (const [index, description] of descriptions.entries()) {
      const report = await fuzzOne({ target, plane, data, options }, description, index);
      reports.push(report);
      told(report);
    }
  } finally {
    target.end();
  }
  return reports;
}

interface FuzzParts {
  readonly target: AskedProcess;
  readonly plane: ApiDescription;
  readonly data: string;
  readonly options: FuzzOptions;
}

async function fuzzOne(
  { target, plane, data, options: { seed, requests, store } }: FuzzParts,
  { name, file }: DescriptionFile,
  index: number,
): Promise<FuzzReport> {
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  const api = await loadDescription(file);
  if (api.operations.length === 0) return { name, requests: 0, statuses, findings, stalls: [], delay: 0, heap: [0, 0] };
  const place = store === undefined ? { dataDir: join(data, `d${index}`) } : { store: `${store}?schema=fuzz${index}` };
  const variant = { ...VARIANTS[index % VARIANTS.length], ...place };
  const open = (options: object) => target.ask("open", { description: file, options });
  // Samples may break rules that only seeds have; then it is served without them.
  const { url, heap: before } = await open({ ...variant, seeds: seedsOf(api) }).catch(() => open(variant));
  const port = Number(new URL(url as string).port);
  const documented = failuresInPlaceOfAnswers(api);
  await attack(port, 0, requests, async (connection, number) => {
    const random = createRandom(`${seed}/${name}/${number}`);
    const request = writeRequest(api, random, plane);
    if (random.below(BROKEN_EVERY) === 0) {
      const bytes = writeBrokenRequest(request.target.replace(/\?.*$/, ""), random);
      const { status } = await connection.sendBroken(bytes);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isKnown = documented.has(status) || NOT_HTTP.has(status) || isPageNotBuilt(request.target, status);
      if (status >= 500 && !isKnown)
        findings.push(`#${number} ${JSON.stringify(bytes.toString("latin1", 0, 160))}: answers ${status}`);
      return;
    }
    const answer = await connection.send(request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const wrong = documented.has(answer.status) ? undefined : whatIsWrong(request, answer);
    if (wrong !== undefined) findings.push(`#${number} ${request.method} ${request.target.slice(0, 160)}: ${wrong}`);
  });
  const health = await fetch(`${url}/__mock/reset`, { method: "POST" });
  if (!health.ok) findings.push(`it does not answer afterwards: ${health.status}`);
  const { bugs, stalls, delay } = await target.ask("measure");
  findings.push(...(bugs as string[]).map((bug) => `bug: ${bug}`));
  const { heap: after } = await target.ask("memory");
  await target.ask("close");
  return {
    name,
    requests,
    statuses,
    findings: [...findings, ...target.takeErrors()],
    stalls: stalls as Stall[],
    delay: delay as number,
    heap: [before as number, after as number],
  };
}

/** Statuses from 500 that operations document with nothing better beside them. */
function failuresInPlaceOfAnswers({ operations }: ApiDescription): ReadonlySet<number> {
  const only = operations.filter(({ responses }) => responses.every(({ status }) => /^5\d\d$/.test(status)));
  return new Set(only.flatMap(({ responses }) => responses.map(({ status }) => Number(status))));
}

/** A record of each of the first resources, as a person would give them. */
function seedsOf({ resources, schemas }: ApiDescription): Record<string, readonly unknown[]> {
  const few = [...resources].slice(0, 3);
  return Object.fromEntries(
    few.flatMap(({ name, schema }) => {
      const made = sampleSchema(schemas, schema, { seed: "given", view: "response" });
      return made.ok ? [[name, [made.value]]] : [];
    }),
  );
}

/** Each description meets one of these, so that all of them are met. */
const VARIANTS: readonly Partial<MockOptions>[] = [
  { seed: 3 },
  { seed: 2, validate: "warn" },
  { seed: 2, auth: "shape", onDelete: "cascade" },
  { seed: 2, validate: "off", callbacks: true },
  { seed: 3, onDelete: "restrict", basePath: "/deep/base" },
];

function whatIsWrong(request: WrittenRequest, answer: RawAnswer): string | undefined {
  const fault = faultOf(request, answer);
  const { asksForStatus, target } = request;
  if (fault !== undefined || answer.status < 500 || asksForStatus || /[?&]__code=/.test(target)) return fault;
  return isPageNotBuilt(target, answer.status) ? undefined : `answers ${answer.status}`;
}

/** A checkout may lack the page, which is built apart. */
function isPageNotBuilt(target: string, status: number): boolean {
  return status === 503 && /^\/__mock\/(?:docs\.html|console\/)/.test(target);
}

/** @param data the only folder that it may write to */
function startTarget(data: string): AskedProcess {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const flags = [
    permission,
    "--allow-fs-read=*",
    `--allow-fs-write=${data}/*`,
    // Threads do the long computations; without them these would block the event loop.
    "--allow-worker",
    "--disable-warning=SecurityWarning",
    "--expose-gc",
    // As the command does.
    "--no-parallel-scavenge",
    "--max-old-space-size=1024",
  ];
  const entry = fileURLToPath(new URL("./fuzz-target.mjs", import.meta.url));
  return new AskedProcess(entry, { what: "server", flags, cwd: data });
}
