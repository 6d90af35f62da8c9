import { asArray, asObject, asText } from "../description/json.js";
import { readRawDocument } from "../description/raw-document.js";
import { rawOperations } from "../description/raw-operation.js";
import { rawPairs } from "../description/raw-pair.js";
import { createSchemaJudge } from "../judge/schema-judge.js";
import { createRandom } from "../request/random.js";
import { STYLES, type Style } from "../request/valid-value.js";
import { createApiClient } from "./api-client.js";
import type { ConformanceRun, Findings } from "./conformance-run.js";
import { runInvalid } from "./run-invalid.js";
import { runOperation } from "./run-operation.js";
import { runPair } from "./run-pair.js";
import { rawSingletons, runSingleton } from "./run-singleton.js";
import { type ServerProcess, startServer } from "./server-process.js";

export interface DescriptionOptions {
  readonly styles?: readonly Style[];
  /** Only operations whose `METHOD /path` contains this. */
  readonly only?: string;
  /** Flags for the server; a free port is always taken. */
  readonly flags?: readonly string[];
  /** A server that runs already, instead of one started here. */
  readonly url?: string;
}

/** What the test of one description found. */
export interface DescriptionReport {
  readonly name: string;
  readonly version: string;
  readonly operations: number;
  readonly startUpMs: number;
  readonly seconds: number;
  /** Set when the server did not start or did not stay up. */
  readonly crash: string | undefined;
  readonly findings: Findings;
}

const DEFAULT_FLAGS = ["--seed", "3", "--memory"];

/** Starts a server for a description and puts it through everything. Never throws for what the server does. */
export async function runDescription(
  name: string,
  file: string,
  options: DescriptionOptions = {},
): Promise<DescriptionReport> {
  const begin = performance.now();
  const findings: Findings = { answers: 0, failures: [], skipped: [], pairs: [], singletons: [], invalid: 0 };
  const raw = await readRawDocument(file);
  const operations = rawOperations(raw);
  const report = (startUpMs: number, crash: string | undefined): DescriptionReport => ({
    name,
    version: raw.version,
    operations: operations.length,
    startUpMs,
    seconds: (performance.now() - begin) / 1000,
    crash,
    findings,
  });
  let server: ServerProcess;
  try {
    server =
      options.url === undefined ? await startServer(file, options.flags ?? DEFAULT_FLAGS) : runningServer(options.url);
  } catch (error) {
    return report(Number.NaN, error instanceof Error ? error.message : String(error));
  }
  const judge = createSchemaJudge(raw);
  const client = createApiClient(server.url);
  try {
    const run: ConformanceRun = {
      raw,
      judge,
      client,
      operations,
      pairs: rawPairs(operations),
      random: createRandom(name),
      basePath: basePathOf(raw.root),
      deleted: new Set(),
      findings,
    };
    const isWanted = (key: string): boolean => options.only === undefined || key.includes(options.only);
    for (const style of options.styles ?? STYLES) {
      for (const operation of operations) {
        if (isWanted(operation.key) && server.crashed() === undefined) await runOperation(run, operation, style);
      }
      for (const pair of run.pairs) {
        if (isWanted(`PAIR ${pair.itemPath}`) && server.crashed() === undefined) await runPair(run, pair, style);
      }
      for (const singleton of rawSingletons(run)) {
        if (isWanted(singleton.read.key) && server.crashed() === undefined) await runSingleton(run, singleton, style);
      }
    }
    for (const operation of operations) {
      if (isWanted(operation.key) && server.crashed() === undefined) await runInvalid(run, operation);
    }
    return report(server.startUpMs, server.crashed());
  } finally {
    client.close();
    judge.close();
    await server.stop();
  }
}

function runningServer(url: string): ServerProcess {
  return { url, startUpMs: Number.NaN, crashed: () => undefined, stop: async () => {} };
}

/** The path of the first server with its variables' defaults. */
function basePathOf(root: Readonly<Record<string, unknown>>): string {
  const server = asObject(asArray(root.servers)[0]);
  const variables = asObject(server.variables);
  const url = (asText(server.url) ?? "").replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = asObject(variables[name]).default;
    return value === undefined ? whole : String(value);
  });
  try {
    const path = new URL(url, "http://host.test/").pathname.replace(/\/$/, "");
    return path.includes("%7B") ? "" : path;
  } catch {
    return "";
  }
}
