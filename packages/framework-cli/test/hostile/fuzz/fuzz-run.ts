import { type ChildProcess, fork } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { createRandom } from "../../../../mock-server/conformance/request/random.js";
import { type RawAnswer, RawConnection } from "../../../../mock-server/test/fuzz/raw-connection.js";
import { type WrittenRequest, writeRequest } from "../../../../mock-server/test/fuzz/write-request.js";

export interface FuzzedApp {
  /** The description it was imported from. */
  readonly source: string;
  /** The application, with its migrations run. */
  readonly folder: string;
}

export interface FuzzOptions {
  readonly seed: string;
  /** Requests to each application. */
  readonly requests: number;
  /** Default `production`. */
  readonly environment?: string;
}

export interface Stall {
  readonly milliseconds: number;
  /** The request that came last before it. */
  readonly after: string;
}

export interface FuzzReport {
  readonly name: string;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** What must not be: each with the number of the request that shows it. */
  readonly findings: readonly string[];
  readonly stalls: readonly Stall[];
  /** Megabytes in use before and after. */
  readonly heap: readonly [before: number, after: number];
  /** Timers, connections and files that are open before and after. */
  readonly handles: readonly [before: number, after: number];
}

const CONNECTIONS = 8;
/** Requests that every application gets before it is measured: plans and validators are made with the first of each. */
const WARM_UP = 400;

/** Attacks a lifted application, in a process of its own. */
export async function fuzzApp({ source, folder }: FuzzedApp, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, environment = "production" } = options;
  const name = basename(source);
  const api = await loadDescription(source);
  const target = new Target(folder);
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  try {
    const { url } = await target.ask("open", { folder, environment });
    const port = Number(new URL(url as string).port);
    const attack = (from: number, to: number): Promise<void> =>
      attackWith(api, port, `${seed}/${name}`, from, to, ({ request, number, answer }) => {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const wrong = whatIsWrong(request, answer);
        if (wrong === undefined) return;
        findings.push(`#${number} ${request.method} ${request.target.slice(0, 160)}: ${wrong}`);
      });
    await attack(0, WARM_UP);
    const { heap: before } = await target.ask("memory");
    await target.ask("watch");
    const { handles } = await target.ask("measure");
    await attack(WARM_UP, Math.max(requests, WARM_UP));
    const measured = await target.ask("measure");
    findings.push(...(measured.bugs as string[]).map((bug) => `logged: ${bug}`));
    const health = await fetch(`${url}/health/live`);
    if (!health.ok) findings.push(`it does not answer afterwards: ${health.status}`);
    const { heap: after } = await target.ask("memory");
    await target.ask("close");
    return {
      name,
      requests,
      statuses,
      findings: [...findings, ...target.errors()],
      stalls: measured.stalls as Stall[],
      heap: [before as number, after as number],
      handles: [handles as number, measured.handles as number],
    };
  } finally {
    target.end();
  }
}

interface Attack {
  readonly number: number;
  readonly request: WrittenRequest;
  readonly answer: RawAnswer;
}

async function attackWith(
  api: ApiDescription,
  port: number,
  seed: string,
  from: number,
  to: number,
  note: (attack: Attack) => void,
): Promise<void> {
  let next = from;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new RawConnection(port);
      while (next < to) {
        const number = next++;
        const request = writeRequest(api, createRandom(`${seed}/${number}`));
        note({ number, request, answer: await connection.send(request) });
      }
      connection.close();
    }),
  );
}

/** What nobody has written yet says so: 501 is the only failure that an imported application may answer. */
function whatIsWrong({ isBroken, cutAfter }: WrittenRequest, answer: RawAnswer): string | undefined {
  if (answer.fault !== undefined) return answer.fault;
  if (/^x-injected/im.test(answer.head)) return "a header was injected";
  if (answer.status === 0) return isBroken || cutAfter !== undefined ? undefined : "closed without an answer";
  return answer.status < 500 || answer.status === 501 ? undefined : `answers ${answer.status}`;
}

/** The process of the application, asked in turn. */
class Target {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #errors = "";
  #asked = 0;
  #ended: number | string | undefined;

  constructor(folder: string) {
    const entry = fileURLToPath(new URL("./fuzz-target.mjs", import.meta.url));
    const flags = ["--expose-gc", "--max-old-space-size=512"];
    this.#child = fork(entry, { execArgv: flags, cwd: folder, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.#child.on("message", (answer: Record<string, unknown>) => this.#waiting.get(answer.id as number)?.(answer));
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
    if (this.#ended !== undefined) throw new Error(`The application ended with ${this.#ended}: ${this.#errors}`);
    const id = this.#asked++;
    const answer = await new Promise<Record<string, unknown>>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, command, ...rest });
    });
    this.#waiting.delete(id);
    if (answer.ok !== true) throw new Error(`${command}: ${String(answer.message)}`);
    return answer;
  }

  errors(): readonly string[] {
    return this.#errors === "" ? [] : [`standard error: ${this.#errors}`];
  }

  end(): void {
    this.#child.kill();
  }
}
