import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkDependencies } from "../../../packages/framework-cli/test/command-line/framework.js";
import {
  type LiveDatabase,
  liveDatabases,
  liveMongo,
} from "../../../packages/framework-cli/test/servers/live-databases.js";
import { liftOn } from "../../../packages/framework-cli/test/spec/contract/imported-app.js";
import Client from "../../bookshop/sdk/index.js";
import { runScenario } from "../scenario/run-scenario.js";
import { BODY_LIMIT, type Target, TOKEN } from "./target.js";

const SHOP = fileURLToPath(new URL("../../shop", import.meta.url));

/** `examples/shop` lifted on a database. */
export function liftedApp(database: "sqlite" | "postgres" | "mariadb" | "mongodb", title: string): Target {
  return {
    name: `app, ${title}`,
    async run() {
      const live = await liveDatabase(database);
      if (live.skip !== undefined) return { missing: live.skip };
      const folder = await copyOfShop();
      try {
        const lifted = await liftOn(folder, live.config);
        try {
          return { steps: await runScenario(Client, { baseUrl: lifted.url, token: TOKEN, fetch }) };
        } finally {
          await lifted.stop();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function liveDatabase(name: string): Promise<LiveDatabase> {
  if (name === "mongodb") return liveMongo();
  const found = (await liveDatabases()).find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no harness for ${name}.`);
  return found;
}

/** The application as it stands in the repository, with a database that the environment names. */
async function copyOfShop(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "closed-loop-shop-"));
  await cp(SHOP, folder, { recursive: true, filter: (path) => !/\/(node_modules|data|tests)$/.test(path) });
  await linkDependencies(folder);
  await writeFile(join(folder, "config/database.js"), "export default JSON.parse(process.env.TEST_DATABASE);\n");
  const settings = { app: { bodyLimit: BODY_LIMIT, validateResponses: "error" }, shop: { tokens: [TOKEN] } };
  await writeFile(join(folder, "config/environments/development.js"), `export default ${JSON.stringify(settings)};\n`);
  return folder;
}
