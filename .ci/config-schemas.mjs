// Writes the JSON schemas of the config files from what checks them. With --check it writes nothing and exits with 1 when one is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configSchema as mockServer } from "../packages/mock-server/dist/config/parse-config.js";
import { configSchema as sdkGen } from "../packages/sdk-gen/dist/config/check-config.js";

const root = fileURLToPath(new URL("../packages", import.meta.url));
const json = (schema) => `${JSON.stringify(schema, null, 2)}\n`;
const texts = {
  "mock-server/schemas/config.json": json(mockServer()),
  "sdk-gen/schemas/config.json": json(sdkGen()),
};

for (const [path, text] of Object.entries(texts)) {
  const file = join(root, path);
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`packages/${path} is stale.\n  hint: npm run schemas, and commit it`);
    process.exitCode = 1;
  }
}
