import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { framework } from "../../command-line/framework.js";
import { bookshop, corpus } from "../../spec/contract/descriptions.js";
import { importApp } from "../../spec/contract/imported-app.js";
import type { FuzzedApp } from "./fuzz-run.js";

/** In bytes. Larger descriptions are for the long form: to make up requests to them takes longer than to answer these. */
const LARGEST = 400_000;

/** The bookshop, and descriptions of the corpus that keep records: small, middling and large ones. */
export function fuzzedSources(count: number): readonly string[] {
  const kept = corpus().filter(({ file, crudPairs }) => crudPairs > 0 && statSync(file).size <= LARGEST);
  const step = kept.length / count;
  return [
    bookshop,
    ...Array.from(
      { length: Math.min(count, kept.length) },
      (_, at) => kept[Math.floor((at + 0.5) * step)]?.file ?? bookshop,
    ),
  ];
}

/**
 * Imports a description into an application of its own, and runs its migrations.
 * @param server an administrator's URL of a PostgreSQL, where a database is made for it; SQLite without it
 */
export async function importFuzzed(parent: string, source: string, index: number, server?: string): Promise<FuzzedApp> {
  const place = join(parent, `of-${index}`);
  await mkdir(place);
  const folder = await importApp(place, source);
  // Production rejects schemes without a policy, so one policy of the application's own lets everybody in.
  await rm(join(folder, "api/policies"), { recursive: true, force: true });
  await mkdir(join(folder, "api/policies"));
  await writeFile(join(folder, "api/policies/everybody.js"), "export default () => true;\n");
  await writeFile(join(folder, "config/policies.js"), 'export default { "*": ["everybody"] };\n');
  const database =
    server === undefined
      ? { dialect: "sqlite", storage: join(place, "data.sqlite") }
      : { dialect: "postgres", url: await createOnServer(server) };
  await writeFile(join(folder, "config/database.js"), `export default ${JSON.stringify(database)};\n`);
  const run = await framework(["migrations:run"], folder);
  if (run.code !== 0) throw new Error(`${run.out}${run.err}`);
  return { source, folder };
}

async function createOnServer(server: string): Promise<string> {
  const url = new URL(server);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `fuzz_${randomBytes(6).toString("hex")}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
