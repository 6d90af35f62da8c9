import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sharedServer, stopServers } from "../../../framework-cli/test/servers/server-folder.js";
import { startPostgres } from "../../../framework-cli/test/servers/start-postgres.js";
import { type SoakReport, soak } from "./soak.js";
import { type Postgres, SUBJECTS, startSubject } from "./subjects.js";
import type { Look } from "./verdict.js";

const HELP = `Usage: npx tsx packages/mock-server/test/soak/main.ts [--minutes 30] [--subject ${SUBJECTS.join("|")}]...

Mixed load on servers as their users start them, all at once unless some are named; says whether memory, files and handles stay.

  --minutes <n>   of load on each (default: 30)
  --rate <n>      requests a second to each (default: 60)
  --look <s>      seconds between two looks (default: 10)
  --json <file>   writes every look there
`;

/** @returns the exit code: 1 when something did not stay as it was */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "30" },
      subject: { type: "string", multiple: true, default: [...SUBJECTS] },
      rate: { type: "string", default: "60" },
      look: { type: "string", default: "10" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const subjects = SUBJECTS.filter((name) => values.subject.includes(name));
  const seconds = Number(values.minutes) * 60;
  if (values.help || subjects.length === 0 || !(seconds > 0)) {
    process.stderr.write(HELP);
    return values.help ? 0 : 2;
  }
  const folder = await mkdtemp(join(tmpdir(), "onespec-soak-"));
  try {
    const postgres = subjects.some((name) => name.endsWith("-postgres")) ? await postgresIn(folder) : undefined;
    const options = { seconds, rate: Number(values.rate), lookSeconds: Number(values.look), restSeconds: 12 };
    const reports = await Promise.all(
      subjects.map(async (name) => {
        const own = join(folder, name);
        await mkdir(own);
        const subject = await startSubject(name, own, postgres);
        try {
          return await soak(name, subject, options, (look) => console.log(`${name.padEnd(13)} ${line(look)}`));
        } finally {
          await subject.server.stop();
          await subject.close();
        }
      }),
    );
    for (const report of reports) console.log(summary(report));
    if (values.json)
      await writeFile(values.json, JSON.stringify(reports.map((one) => ({ ...one, statuses: [...one.statuses] }))));
    return reports.every(({ findings }) => findings.every(({ holds }) => holds)) ? 0 : 1;
  } finally {
    await stopServers(folder);
  }
}

async function postgresIn(folder: string): Promise<Postgres> {
  const server = await sharedServer(folder, "postgres", startPostgres);
  if ("missing" in server) throw new Error(server.missing);
  return server;
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

function line({ second, resident, heap, turnMs, files, handles, answers }: Look): string {
  const collected = heap === undefined ? "" : `, heap ${megabytes(heap)}, longest turn ${turnMs?.toFixed(0)} ms`;
  return `${second.toFixed(0)} s: ${answers} answers, resident ${megabytes(resident)}, files ${megabytes(files)}, ${handles} handles${collected}`;
}

function summary({ subject, findings, statuses, cut, surprises }: SoakReport): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  return [
    `\n${subject}: ${counts.join(", ")}; ${cut} cut`,
    ...findings.map(({ what, holds, told }) => `  ${holds ? "ok    " : "FAILED"} ${what}: ${told}`),
    ...surprises.map((what) => `         ${what}`),
  ].join("\n");
}

process.exitCode = await main(process.argv.slice(2));
