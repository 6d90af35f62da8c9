// `npm run realworld`: runs the Postman collection of the RealWorld project against this example on SQLite and on PostgreSQL, and
// against the mock of its description. Names of targets run these alone: `npm run realworld -- sqlite`.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { framework } from "../../../packages/framework-cli/test/command-line/framework.js";
import { json, lift, send } from "../../../packages/framework-cli/test/runtime/running-app.js";
import { setup, teardown } from "../../../packages/framework-cli/test/servers/global-setup.js";
import { startMock } from "../../../packages/framework-cli/test/spec/contract/mock-server.js";

const APP = fileURLToPath(new URL("..", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const COLLECTION = join(
  resolve(ROOT, process.env.REALWORLD_DIR ?? "../shared/realworld"),
  "Conduit.postman_collection.json",
);

/** A server of the Conduit API. */
interface Target {
  readonly url: string;
  /** Does it know who reads, and whom they follow? */
  readonly knowsReaders: boolean;
  stop(): Promise<unknown>;
}

const folder = await mkdtemp(join(tmpdir(), "realworld-"));
const TARGETS: Readonly<Record<string, () => Promise<Target | string>>> = {
  sqlite: () => liftApp({ DATABASE_FILE: join(folder, "conduit.sqlite") }),
  async postgres() {
    const { liveDatabases } = await import("../../../packages/framework-cli/test/servers/live-databases.js");
    const live = (await liveDatabases()).find(({ name }) => name === "postgres");
    if (live === undefined || live.skip !== undefined) return live?.skip ?? "PostgreSQL is not installed.";
    const { username = "", password = "", host = "", port, database = "" } = live.config;
    return liftApp({ DATABASE_URL: `postgres://${username}:${password}@${host}:${port}/${database}` });
  },
  async mock() {
    const mock = await startMock(join(APP, "api.yaml"), ["--seed", "10"]);
    return { url: `${mock.url}/api`, knowsReaders: false, stop: () => mock.stop() };
  },
};

/** Sets the application up on a database and lifts it. */
async function liftApp(database: Readonly<Record<string, string>>): Promise<Target> {
  const env = { NODE_ENV: "development", ...database };
  const migrated = await framework(["migrations:run"], APP, env);
  if (migrated.code !== 0) throw new Error(`${migrated.out}${migrated.err}`);
  const lifted = await lift(APP, [], env);
  const url = `${lifted.url}/api`;
  const author = { username: "johnjacob", email: "john@jacob.example", password: "johnnyjacob" };
  const signedUp = await send(`${url}/users`, json("POST", { user: author }));
  if (signedUp.status !== 201) throw new Error(`The author cannot sign up:\n${lifted.output()}`);
  const { body } = signedUp;
  const article = {
    title: "Dragons",
    description: "How they fly.",
    body: "Like so.",
    tagList: ["dragons", "training"],
  };
  await send(`${url}/articles`, json("POST", { article }, { authorization: `Token ${body.user.token}` }));
  return { url, knowsReaders: true, stop: () => lifted.end() };
}

/** The reader of the collection follows the author and likes an article, so that no list is empty and every assertion runs. */
async function readAlong(url: string, globals: string): Promise<void> {
  const { values } = JSON.parse(await readFile(globals, "utf8"));
  const token = values.find(({ key }: { key: string }) => key === "token").value;
  const post = (path: string) => send(`${url}${path}`, json("POST", {}, { authorization: `Token ${token}` }));
  await post("/profiles/johnjacob/follow");
  const { body } = await send(`${url}/articles?author=johnjacob`);
  await post(`/articles/${body.articles[0].slug}/favorite`);
}

/** The folders of the collection after the one that signs in. */
const FOLDERS = ["Articles", "Articles, Favorite, Comments", "Profiles", "Tags"];

interface Outcome {
  readonly total: number;
  readonly failed: readonly string[];
}

async function runFolders(url: string, folders: readonly string[], globals: string): Promise<Outcome> {
  const report = join(folder, "report.json");
  const variables = { APIURL: url, USERNAME: "reader", EMAIL: "reader@mail.example", PASSWORD: "password" };
  const args = [
    ...["--yes", "newman@6", "run", COLLECTION, "--reporters", "json", "--reporter-json-export", report],
    ...folders.flatMap((name) => ["--folder", name]),
    ...(existsSync(globals) ? ["--globals", globals] : []),
    ...["--export-globals", globals],
    ...Object.entries(variables).flatMap(([name, value]) => ["--global-var", `${name}=${value}`]),
  ];
  await new Promise((done, fail) => {
    spawn("npx", args, { stdio: ["ignore", "ignore", "inherit"] })
      .on("error", fail)
      .on("exit", done);
  });
  const { run } = JSON.parse(await readFile(report, "utf8"));
  const failed = run.failures.map(
    ({ parent, source, error }: Record<string, Record<string, string>>) =>
      `${parent?.name} / ${source?.name}: ${error?.test ?? error?.message}`,
  );
  return { total: run.stats.assertions.total, failed };
}

async function play(name: string): Promise<boolean> {
  const target = await TARGETS[name]?.();
  if (target === undefined) throw new Error(`There is no target ${name}: ${Object.keys(TARGETS).join(", ")}.`);
  if (typeof target === "string") {
    console.log(`${name}: skipped. ${target}`);
    return true;
  }
  try {
    const globals = join(folder, `${name}.json`);
    const first = await runFolders(target.url, ["Auth"], globals);
    if (target.knowsReaders) await readAlong(target.url, globals);
    const rest = await runFolders(target.url, FOLDERS, globals);
    const failed = [...first.failed, ...rest.failed];
    const total = first.total + rest.total;
    console.log(`${name}: ${total - failed.length} of ${total} assertions pass.`);
    for (const line of failed) console.log(`  ${line}`);
    return failed.length === 0;
  } finally {
    await target.stop();
  }
}

if (existsSync(COLLECTION)) {
  await setup();
  try {
    const chosen = process.argv.slice(2);
    for (const name of chosen.length > 0 ? chosen : Object.keys(TARGETS)) {
      const isWell = await play(name);
      // The mock is there to compare with: it knows the description alone.
      if (!isWell && name !== "mock") process.exitCode = 1;
    }
  } finally {
    await teardown();
    await rm(folder, { recursive: true, force: true });
  }
} else {
  console.error(`${COLLECTION} is not there.
  hint: get api/Conduit.postman_collection.json from https://github.com/gothinkster/realworld and name its folder in REALWORLD_DIR`);
  process.exitCode = 1;
}
