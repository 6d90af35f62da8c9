// Writes the JSON schemas of the config files out of what checks them. With --check nothing is written; stale is exit code 1.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configSchema as mockServer } from "../packages/mock-server/dist/config/parse-config.js";
import { configSchema as sdkGen } from "../packages/sdk-gen/dist/config/check-config.js";

const root = fileURLToPath(new URL("../packages", import.meta.url));
const schemas = { "mock-server/schemas/config.json": mockServer(), "sdk-gen/schemas/config.json": sdkGen() };

for (const [path, schema] of Object.entries(schemas)) {
  const file = join(root, path);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`packages/${path} is stale.\n  hint: npm run schemas, and commit it`);
    process.exitCode = 1;
  }
}
