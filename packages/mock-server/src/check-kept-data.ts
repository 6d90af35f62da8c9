import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ApiDescription, parsePointer } from "@onespec/spec-core";
import { stateOwners } from "./behaviour/record/resource-state.js";
import { DEFAULT_OPTIONS } from "./config/mock-options.js";
import { type SeedProblem, SeedsError } from "./errors/options-error.js";
import { seedFiller } from "./mock-core.js";
import { openSeedBook } from "./seed/given/seed-book.js";
import { openJsonStore } from "./store/json/json-store.js";
import type { RecordStore } from "./store/record-store.js";
import { StoreError } from "./store/store-error.js";
import { findDrift, firstReasons } from "./watch/find-drift.js";

/** Stored records of one resource that do not match a description. */
export interface UnfitRecords {
  /** Name of the resource. For seeds, the file. */
  readonly name: string;
  /** Records that do not fit. */
  readonly unfit: number;
  /** The reasons: `3 /name is required`, `/name is required in 20 records`. */
  readonly reasons: readonly string[];
  /** The line of the first one, for seeds. */
  readonly line?: number | undefined;
}

export interface KeptDataOptions {
  /** The description that was served when the data was stored. Records that do not match it either are not reported. */
  readonly before?: ApiDescription;
}

/**
 * The records of a data directory that do not fit a description. Reads a copy, so a running server and the files are not disturbed.
 * @throws StoreError STORE_CORRUPT, STORE_UNREADABLE
 */
export async function checkDataDirectory(
  directory: string,
  api: ApiDescription,
  { before }: KeptDataOptions = {},
): Promise<readonly UnfitRecords[]> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-kept-"));
  try {
    const copy = join(folder, "data");
    await copyRecords(resolve(directory), copy);
    if ((await readdir(copy)).length === 0) {
      const hint = "Check the path, or leave the option out while there is no data.";
      throw new StoreError("STORE_UNREADABLE", `No mock server keeps its state in ${directory}.`, { hint });
    }
    return await unfitRecords(await openJsonStore({ directory: copy, durability: "os" }), api, before);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Finds records in a PostgreSQL database that do not match a description. Writes nothing, and servers may be running.
 * @param url address, as for `mock-server --store`
 * @throws StoreError STORE_URL_INVALID, STORE_DRIVER_MISSING, STORE_REFUSED, STORE_UNREACHABLE
 */
export async function checkStore(
  url: string,
  api: ApiDescription,
  { before }: KeptDataOptions = {},
): Promise<readonly UnfitRecords[]> {
  if (!/^postgres(?:ql)?:/.test(url)) {
    const hint = "Write postgres://user:password@host:5432/database; a folder is a data directory.";
    throw new StoreError("STORE_URL_INVALID", "The store is not the address of a PostgreSQL database.", { hint });
  }
  const { openPostgresStore } = await import("./store/postgres/postgres-store.js");
  return unfitRecords(await openPostgresStore(url, { readOnly: true }), api, before);
}

/** Closes the store. */
async function unfitRecords(
  store: RecordStore,
  api: ApiDescription,
  before: ApiDescription | undefined,
): Promise<readonly UnfitRecords[]> {
  try {
    const drifted = await findDrift(store, api, before);
    const found = drifted.map(({ resource, drifted: unfit, reasons }) => ({ name: resource, unfit, reasons }));
    const gone = await unreachable(await store.names, api, before, (name) => store.collection(name).count());
    return [...found, ...gone];
  } finally {
    await store.close();
  }
}

/**
 * The records of a folder of seeds that do not fit a description, by file.
 * @throws OptionsError SEEDS_UNREADABLE, TYPESCRIPT_UNSUPPORTED
 */
export async function checkSeeds(
  folder: string,
  api: ApiDescription,
  { before }: KeptDataOptions = {},
): Promise<readonly UnfitRecords[]> {
  const known = new Set(before === undefined ? [] : (await seedProblems(folder, before)).map(keyOf));
  const problems = (await seedProblems(folder, api)).filter((problem) => !known.has(keyOf(problem)));
  const byFile = new Map<string, SeedProblem[]>();
  for (const problem of problems) {
    const { file } = problem.location;
    byFile.set(file, [...(byFile.get(file) ?? []), problem]);
  }
  return [...byFile].map(([name, own]) => ({
    name,
    unfit: new Set(own.map(({ location }) => parsePointer(location.pointer)[0] ?? "")).size,
    reasons: firstReasons(own.map(({ message }) => message)),
    line: own[0]?.location.line,
  }));
}

const MOST_ATTEMPTS = 5;

/** Copies only the record files. Uploads, snapshots and the lock are in folders or begin with a dot. */
async function copyRecords(top: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await cp(top, copy, { recursive: true, filter: (path) => path === top || isRecordFile(top, path) });
    } catch (error) {
      // A running server may have folded a journal and deleted its file after it was listed, so try again.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === MOST_ATTEMPTS) throw error;
      await rm(copy, { recursive: true, force: true });
    }
  }
}

function isRecordFile(top: string, path: string): boolean {
  const name = path.slice(top.length + 1);
  return /^[^./\\][^/\\]*\.jsonl?$/.test(name);
}

/** Resources that the description no longer has, with records that no operation reaches. */
async function unreachable(
  names: readonly string[],
  api: ApiDescription,
  before: ApiDescription | undefined,
  count: (name: string) => PromiseLike<number> | number,
): Promise<UnfitRecords[]> {
  if (before === undefined) return [];
  const namesOf = ({ resources }: ApiDescription): ReadonlySet<string> =>
    new Set([...stateOwners(resources).values()].map(({ name }) => name));
  const [olds, news] = [namesOf(before), namesOf(api)];
  const gone = names.filter((name) => olds.has(name) && !news.has(name));
  const found = gone.map(async (name) => ({
    name,
    unfit: await count(name),
    reasons: ["the description no longer has this resource"],
  }));
  return (await Promise.all(found)).filter(({ unfit }) => unfit > 0);
}

async function seedProblems(folder: string, api: ApiDescription): Promise<readonly SeedProblem[]> {
  try {
    await openSeedBook(folder, api, DEFAULT_OPTIONS, seedFiller(DEFAULT_OPTIONS));
    return [];
  } catch (error) {
    if (error instanceof SeedsError) return error.problems;
    throw error;
  }
}

function keyOf({ message, location }: SeedProblem): string {
  return JSON.stringify([location.file, location.pointer, message]);
}
