import { basename } from "node:path";
import { loadDescription } from "@onespec/spec-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { type LiveDatabase, liveDatabases, liveMongo } from "../servers/live-databases.js";
import { createContractClient } from "./contract/contract-client.js";
import { bookshop, corpus } from "./contract/descriptions.js";
import { importApp, liftOn, type Running } from "./contract/imported-app.js";
import { startMock } from "./contract/mock-server.js";
import { type Walk, walkable, walkResource } from "./contract/walk-resource.js";

/** How many descriptions of the corpus beside the bookshop; `CONTRACT_APPS=all` takes every one. */
const { CONTRACT_APPS = "2" } = process.env;
const sources = [
  bookshop,
  ...(await chosen(CONTRACT_APPS === "all" ? Number.POSITIVE_INFINITY : Number(CONTRACT_APPS))),
];
const SERVERS = ["sqlite", "postgres", "mariadb"] as const;
/** How many of them on MongoDB, too. */
const ON_MONGO = 2;
const MINUTES = 60_000;

/** The smallest whose records a client can follow: those whose creation answers the record. */
async function chosen(count: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { file, crudPairs } of corpus()) {
    if (found.length === count) break;
    if (crudPairs > 0 && walkable(await loadDescription(file)).length > 0) found.push(file);
  }
  return found;
}

/** Walks of the resources that a server keeps, by resource name. */
type Walks = Readonly<Record<string, Walk>>;

async function walkAll(source: string, running: Running): Promise<Walks> {
  try {
    const api = await loadDescription(source);
    const client = createContractClient(api, running.url);
    const walks: Record<string, Walk> = {};
    for (const resource of walkable(api)) walks[resource.name] = await walkResource(client, resource);
    return walks;
  } finally {
    await running.stop();
  }
}

function faultsOf(walks: Walks): readonly string[] {
  return Object.entries(walks).flatMap(([name, walk]) =>
    walk.filter((line) => line.startsWith("!")).map((line) => `${name} ${line}`),
  );
}

describe.each(sources.map((source) => [basename(source), source]))("%s", (_name, source) => {
  let folder: string;
  let parent: Awaited<ReturnType<typeof emptyFolder>>;
  let mock: Walks;
  let databases: readonly LiveDatabase[];

  beforeAll(async () => {
    parent = await emptyFolder();
    [folder, mock, databases] = await Promise.all([
      importApp(parent.path, source),
      startMock(source).then((running) => walkAll(source, running)),
      liveDatabases(),
    ]);
  }, 3 * MINUTES);
  afterAll(() => parent.remove());

  test("the mock server keeps its resources as described", () => {
    expect(Object.keys(mock).length).toBeGreaterThan(0);
    expect(faultsOf(mock)).toEqual([]);
  });

  test.for(SERVERS)("lifted on %s it does the same", { timeout: 3 * MINUTES }, async (name, { skip }) => {
    const database = databases.find((one) => one.name === name);
    if (database === undefined || database.skip !== undefined) return skip(database?.skip);
    const walks = await walkAll(source, await liftOn(folder, database.config));
    expect(faultsOf(walks)).toEqual([]);
    expect(walks).toEqual(mock);
  });

  test.runIf(sources.indexOf(source) < ON_MONGO)(
    "lifted on mongodb it does the same",
    { timeout: 3 * MINUTES },
    async ({ skip }) => {
      const database = await liveMongo();
      if (database.skip !== undefined) return skip(database.skip);
      const walks = await walkAll(source, await liftOn(folder, database.config));
      expect(faultsOf(walks)).toEqual([]);
      expect(walks).toEqual(mock);
    },
  );
});
