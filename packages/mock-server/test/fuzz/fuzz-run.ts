import { type ChildProcess, fork } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { createRandom } from "../../conformance/request/random.js";
import type { DescriptionFile } from "../../conformance/run/find-descriptions.js";
import type { MockOptions } from "../../src/config/mock-options.js";
import { type RawAnswer, RawConnection } from "./raw-connection.js";
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

export interface Stall {
  readonly milliseconds: number;
  /** The request that came last before it. */
  readonly after: string;
  /** Milliseconds of garbage collection in it. */
  readonly collecting: number;
}

export interface FuzzReport {
  readonly name: string;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** What must not be: each with the number of the request that shows it. */
  readonly findings: readonly string[];
  readonly stalls: readonly Stall[];
  /** Longest delay of the event loop that Node measured, in milliseconds, whoever had the processor. */
  readonly delay: number;
  /** Megabytes in use before and after, once the state was reset. */
  readonly heap: readonly [before: number, after: number];
}

const CONNECTIONS = 8;

/** Attacks a server of each description, one after the other, in a process of its own that may write to its data folder only. */
export async function fuzz(
  descriptions: readonly DescriptionFile[],
  options: FuzzOptions,
  told: (report: FuzzReport) => void = () => undefined,
): Promise<readonly FuzzReport[]> {
  const data = join(options.folder, "data");
  await mkdir(data, { recursive: true });
  const target = new Target(data);
  const reports: FuzzReport[] = [];
  try {
    for (const [index, description] of descriptions.entries()) {
      const report = await fuzzOne(target, description, index, data, options);
      reports.push(report);
      told(report);
    }
  } finally {
    target.end();
  }
  return reports;
}

async function fuzzOne(
  target: Target,
  { name, file }: DescriptionFile,
  index: number,
  data: string,
  { seed, requests, store }: FuzzOptions,
): Promise<FuzzReport> {
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  const api = await loadDescription(file);
  if (api.operations.length === 0) return { name, requests: 0, statuses, findings, stalls: [], delay: 0, heap: [0, 0] };
  const place = store === undefined ? { dataDir: join(data, `d${index}`) } : { store: `${store}#fuzz${index}` };
  const { url, heap: before } = await target.ask("open", {
    description: file,
    options: { ...VARIANTS[index % VARIANTS.length], ...place },
  });
  const port = Number(new URL(url as string).port);
  const documented = failuresInPlaceOfAnswers(api);
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new RawConnection(port);
      while (next < requests) {
        const number = next++;
        const request = writeRequest(api, createRandom(`${seed}/${name}/${number}`));
        const answer = await connection.send(request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const wrong = documented.has(answer.status) ? undefined : whatIsWrong(request, answer);
        if (wrong !== undefined)
          findings.push(`#${number} ${request.method} ${request.target.slice(0, 160)}: ${wrong}`);
      }
      connection.close();
    }),
  );
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

/** Each description meets one of these, so that all of them are met. */
const VARIANTS: readonly Partial<MockOptions>[] = [
  { seed: 3 },
  { seed: 2, validate: "warn" },
  { seed: 2, auth: "shape", onDelete: "cascade" },
  { seed: 2, validate: "off", callbacks: true },
  { seed: 3, onDelete: "restrict", basePath: "/deep/base" },
];

function whatIsWrong(
  { asksForStatus, isBroken, cutAfter, target }: WrittenRequest,
  answer: RawAnswer,
): string | undefined {
  if (answer.fault !== undefined) return answer.fault;
  if (/^x-injected/im.test(answer.head)) return "a header was injected";
  if (answer.status === 0) return isBroken || cutAfter !== undefined ? undefined : "closed without an answer";
  if (answer.status < 500 || asksForStatus || /[?&]__code=/.test(target)) return undefined;
  return `answers ${answer.status}`;
}

/** The process of the server, asked in turn. */
class Target {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #errors = "";
  #asked = 0;
  #ended: number | string | undefined;

  constructor(data: string) {
    const entry = fileURLToPath(new URL("./fuzz-target.mjs", import.meta.url));
    const permission = process.allowedNodeEnvironmentFlags.has("--permission")
      ? "--permission"
      : "--experimental-permission";
    const flags = [
      permission,
      "--allow-fs-read=*",
      `--allow-fs-write=${data}/*`,
      "--expose-gc",
      "--max-old-space-size=1024",
    ];
    this.#child = fork(entry, { execArgv: flags, cwd: data, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#child.on("message", (answer: Record<string, unknown>) => this.#waiting.get(answer.id as number)?.(answer));
    this.#child.stdout?.resume();
    this.#child.stderr?.on("data", (text: Buffer) => {
      if (!/ExperimentalWarning|--trace-warnings/.test(text.toString())) this.#errors += text.toString();
    });
    this.#child.once("exit", (code, signal) => {
      this.#ended = code ?? signal ?? "?";
      for (const settle of this.#waiting.values())
        settle({ ok: false, message: `it ended with ${this.#ended}: ${this.#errors}` });
    });
  }

  async ask(command: string, rest: object = {}): Promise<Record<string, unknown>> {
    if (this.#ended !== undefined) throw new Error(`The server ended with ${this.#ended}: ${this.#errors}`);
    const id = this.#asked++;
    const answer = await new Promise<Record<string, unknown>>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, command, ...rest });
    });
    this.#waiting.delete(id);
    if (answer.ok !== true) throw new Error(`${command}: ${String(answer.message)}`);
    return answer;
  }

  takeErrors(): readonly string[] {
    const said = this.#errors;
    this.#errors = "";
    return said === "" ? [] : [`standard error: ${said}`];
  }

  end(): void {
    this.#child.kill();
  }
}
