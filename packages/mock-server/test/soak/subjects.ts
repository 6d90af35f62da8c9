import { once } from "node:events";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { framework, linkDependencies, packageFolder } from "../../../framework-cli/test/command-line/framework.js";
import { soakDescription } from "./soak-description.js";
import { sizeOfFolder, type WatchedProcess, watchProcess } from "./watched-process.js";

const MOCK = fileURLToPath(new URL("../../bin/mock-server.js", import.meta.url));
const SHOP = fileURLToPath(new URL("../../../../examples/shop", import.meta.url));
/** Sessions that nobody ends are forgotten after this, in milliseconds. */
const SESSION_IDLE_MS = 20_000;
/** The token that the application asks for; the mock checks none. */
export const TOKEN: string = "soak-token";
/** The webhook's receiver answers every so many deliveries with a 500, so that they are tried again. */
const FAILING_DELIVERY = 20;

export const SUBJECTS = ["mock", "mock-postgres", "app", "app-postgres"] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** A PostgreSQL of this run. */
export interface Postgres {
  readonly port: number;
  readonly password: string;
}

/** A server of ours that runs, with all its data in one place. */
export interface RunningSubject {
  readonly server: WatchedProcess;
  /** The size of its stored data, in bytes. */
  dataSize(): Promise<number>;
  /** Ends what is not the server itself. */
  close(): Promise<void>;
}

/** @param folder empty; @param postgres for those that are named after it */
export async function startSubject(name: SubjectName, folder: string, postgres?: Postgres): Promise<RunningSubject> {
  const database = name.endsWith("-postgres") ? await freshDatabase(name, postgres) : undefined;
  const data = join(folder, "data");
  await mkdir(data);
  const start = name.startsWith("mock") ? startMock : startApp;
  const { server, close } = await start(folder, data, database?.url);
  return {
    server,
    dataSize: async () => (database === undefined ? await sizeOfFolder(data) : await database.size()),
    async close() {
      await close?.();
      await database?.close();
    },
  };
}

interface Started {
  readonly server: WatchedProcess;
  close?(): Promise<void>;
}

async function startMock(folder: string, data: string, store: string | undefined): Promise<Started> {
  await writeFile(join(folder, "api.json"), await soakDescription("mock"));
  await writeFile(join(folder, "mock-server.config.json"), JSON.stringify({ sessionIdle: SESSION_IDLE_MS }));
  const receiver = await startReceiver();
  const args = [
    ...[MOCK, "api.json", "--port", "0", "--host", "127.0.0.1", "--quiet"],
    ...["--webhook-url", `authorCreated=${receiver.url}`, "--webhook-url", `authorDeleted=${receiver.url}`],
    ...(store === undefined ? ["--data-dir", data] : ["--store", store]),
  ];
  return { server: await watchProcess(args, folder, {}), close: receiver.close };
}

async function startReceiver(): Promise<{ readonly url: string; close(): Promise<void> }> {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.writeHead(received % FAILING_DELIVERY === 0 ? 500 : 204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An action that no description can express: events without end, from which clients disconnect. */
const TICKS = `import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { defineAction, reply } from "@onespec/framework-cli";

async function* ticks() {
  for (let n = 1; ; n++) {
    yield \`data: \${n}\\n\\n\`;
    await sleep(50);
  }
}
export default defineAction({
  method: "GET",
  path: "/ticks",
  handler: () => reply(200, Readable.from(ticks()), { "content-type": "text/event-stream" }),
});
`;

async function startApp(folder: string, data: string, url: string | undefined): Promise<Started> {
  const app = join(folder, "shop");
  await cp(SHOP, app, { recursive: true, filter: (path) => !/\/shop\/(node_modules|data|tests)$/.test(path) });
  await linkDependencies(app);
  await writeFile(join(folder, "api.json"), await soakDescription("app"));
  const database =
    url === undefined ? { dialect: "sqlite", storage: join(data, "shop.sqlite") } : { dialect: "postgres", url };
  await writeFile(join(app, "config/database.js"), `export default ${JSON.stringify(database)};\n`);
  await writeFile(join(app, "api/controllers/ticks.js"), TICKS);
  const env = { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", SHOP_TOKENS: TOKEN };
  for (const args of [["spec:import", join(folder, "api.json")], ["migrations:run"]]) {
    const { code, out, err } = await framework(args, app, env);
    if (code !== 0) throw new Error(`framework ${args.join(" ")}: ${out}${err}`);
  }
  return { server: await watchProcess([join(packageFolder, "bin/framework.js"), "lift", "--json"], app, env) };
}

async function freshDatabase(name: string, postgres: Postgres | undefined) {
  if (postgres === undefined) throw new Error(`${name} needs PostgreSQL.`);
  const { port, password } = postgres;
  const place = (database: string) => `postgres://framework:${password}@127.0.0.1:${port}/${database}`;
  const client = new pg.Client({ connectionString: place("postgres") });
  await client.connect();
  const database = name.replace("-", "_");
  await client.query(`CREATE DATABASE "${database}" TEMPLATE template0`);
  return {
    url: place(database),
    async size() {
      const { rows } = await client.query("SELECT pg_database_size($1) AS size", [database]);
      return Number(rows[0]?.size);
    },
    close: () => client.end(),
  };
}
