import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { loadDescription } from "@onespec/spec-core";
import { createRandom } from "../../../../contract-check/src/request/random.js";
import { AskedProcess } from "../../../../mock-server/test/fuzz/asked-process.js";
import { type AttackReport, attack, faultOf, type Stall } from "../../../../mock-server/test/fuzz/attack.js";
import type { RawAnswer, RawConnection } from "../../../../mock-server/test/fuzz/raw-connection.js";
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

export interface FuzzReport extends AttackReport {
  /** Timers, connections and files that are open before and after. */
  readonly handles: readonly [before: number, after: number];
}

/** Requests that every application gets before it is measured: plans and validators are made with the first of each. */
const WARM_UP = 400;

/** Attacks a lifted application, in a process of its own. */
export async function fuzzApp({ source, folder }: FuzzedApp, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, environment = "production" } = options;
  const name = basename(source);
  const api = await loadDescription(source);
  const entry = fileURLToPath(new URL("./fuzz-target.mjs", import.meta.url));
  const flags = ["--expose-gc", "--max-old-space-size=512"];
  const target = new AskedProcess(entry, { what: "application", flags, cwd: folder });
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  try {
    const { url } = await target.ask("open", { folder, environment });
    const port = Number(new URL(url as string).port);
    const send = async (connection: RawConnection, number: number): Promise<void> => {
      const request = writeRequest(api, createRandom(`${seed}/${name}/${number}`));
      const answer = await connection.send(request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const wrong = whatIsWrong(request, answer);
      if (wrong !== undefined) findings.push(`#${number} ${request.method} ${request.target.slice(0, 160)}: ${wrong}`);
    };
    await attack(port, 0, WARM_UP, send);
    const { heap: before } = await target.ask("memory");
    await target.ask("watch");
    const { handles } = await target.ask("measure");
    await attack(port, WARM_UP, Math.max(requests, WARM_UP), send);
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
      findings: [...findings, ...target.takeErrors()],
      stalls: measured.stalls as Stall[],
      heap: [before as number, after as number],
      handles: [handles as number, measured.handles as number],
    };
  } finally {
    target.end();
  }
}

/** Reports failures. An imported application may answer only 501, from operations that nobody has written yet. */
function whatIsWrong(request: WrittenRequest, answer: RawAnswer): string | undefined {
  const fault = faultOf(request, answer);
  if (fault !== undefined || answer.status < 500 || answer.status === 501) return fault;
  return `answers ${answer.status}`;
}
