import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FRAMEWORK, FRAMEWORK_BIN } from "./places.js";

/** An application as the command line makes it: one resource, migrated, logging as little as the floors do. */
export interface FrameworkApp {
  readonly folder: string;
  /** The SQLite file or the PostgreSQL URL that the floors use. */
  readonly place: string;
}

const CONFIG = `export default {
  name: "bench", host: "127.0.0.1", port: 0, log: { level: "warn" }, shutdownDelayMs: 0, shutdownDeadlineMs: 2000,
};
`;
const HELLO = `import { defineAction } from "@onespec/framework-cli";

export default defineAction({ method: "GET", path: "/hello", handler: () => ({ hello: "world" }) });
`;

/** @param url of an empty PostgreSQL database; without it the application stands on SQLite */
export function createFrameworkApp(parent: string, url: string | undefined): FrameworkApp {
  const folder = join(parent, "shop");
  run(parent, ["new", "shop"]);
  mkdirSync(join(folder, "node_modules/@onespec"), { recursive: true });
  symlinkSync(FRAMEWORK, join(folder, "node_modules/@onespec/framework-cli"), "dir");
  writeFileSync(join(folder, "config/app.js"), CONFIG);
  const place = url ?? join(folder, "data/bench.sqlite");
  const database = url === undefined ? { dialect: "sqlite", storage: place } : { dialect: "postgres", url };
  writeFileSync(join(folder, "config/database.js"), `export default ${JSON.stringify(database)};\n`);
  const fields = ["title:string{120}!", "isbn:string{20}", "pages:integer", "price:decimal{10,2}", "inPrint:boolean"];
  run(folder, ["resources:generate", "Book", ...fields, "published:date"]);
  writeFileSync(join(folder, "api/controllers/hello.js"), HELLO);
  run(folder, ["migrations:run"]);
  return { folder, place };
}

function run(cwd: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FRAMEWORK_BIN, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`framework ${args.join(" ")} failed: ${stdout}${stderr}`);
}
