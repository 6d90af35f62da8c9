import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { benchFrameworkMigrations } from "./framework-migrations.js";
import { benchFrameworkPostgres, benchFrameworkSqlite } from "./framework-requests.js";
import { benchFrameworkStart } from "./framework-start.js";
import { benchGrowth } from "./growth.js";
import { PERFORMANCE_PAGE } from "./places.js";
import { benchProxy } from "./proxy.js";
import { formatReport, type Report, replaceSection } from "./report.js";
import { benchRequests } from "./requests.js";
import { benchRequestsPeers } from "./requests-peers.js";
import { benchSdkBundle } from "./sdk-bundle.js";
import { benchSdkCall } from "./sdk-call.js";
import { benchSdkGenerate } from "./sdk-generate.js";
import { benchSdkValidate } from "./sdk-validate.js";
import { benchSessions } from "./sessions.js";
import { benchStartUp } from "./start-up.js";
import { benchSteady } from "./steady.js";
import { benchStore } from "./store.js";

const BENCHES: Readonly<Record<string, (rounds: number) => Promise<Report>>> = {
  "start-up": benchStartUp,
  requests: benchRequests,
  "requests-peers": benchRequestsPeers,
  proxy: benchProxy,
  store: benchStore,
  growth: benchGrowth,
  steady: benchSteady,
  sessions: benchSessions,
  "sdk-generate": benchSdkGenerate,
  "sdk-bundle": benchSdkBundle,
  "sdk-call": benchSdkCall,
  "sdk-validate": benchSdkValidate,
  "framework-sqlite": benchFrameworkSqlite,
  // Only where a server is named; a run of everything leaves it out otherwise.
  ...(process.env.BENCH_POSTGRES_URL !== undefined && { "framework-postgres": benchFrameworkPostgres }),
  "framework-start": benchFrameworkStart,
  "framework-migrations": benchFrameworkMigrations,
};
/** `sdk` and `framework` are all that begin with it. */
const meant = (name: string): string[] =>
  Object.keys(BENCHES).filter((each) => each === name || each.startsWith(`${name}-`));
const USAGE = `Usage: pnpm bench [${Object.keys(BENCHES).join("|")}|sdk|framework]... [--rounds n] [--write]

Without a name all of them run. --write puts the tables into docs/performance.md.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "7" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const names =
  positionals.length === 0
    ? Object.keys(BENCHES)
    : positionals.flatMap((name) => (BENCHES[name] ? [name] : meant(name)));
if (values.help || names.length === 0) {
  process.stderr.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  for (const name of names) await run(name);
}

async function run(name: string): Promise<void> {
  const report = await BENCHES[name]?.(Number(values.rounds));
  if (report === undefined) return;
  const section = formatReport(report, new Date().toISOString().slice(0, 10));
  process.stdout.write(`${section}\n`);
  if (!values.write) return;
  const page = await readFile(PERFORMANCE_PAGE, "utf8");
  await writeFile(PERFORMANCE_PAGE, replaceSection(page, section));
}
