// Writes the JSON schemas of the config files out of what checks them, and the README's table of an application's settings out of
// their doc comments and defaults. With --check nothing is written; stale is exit code 1.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults } from "../packages/framework-cli/dist/config/app-config.js";
import { CONFIG_RULES } from "../packages/framework-cli/dist/config/config-rules.js";
import { configSchema as mockServer } from "../packages/mock-server/dist/config/parse-config.js";
import { configSchema as sdkGen } from "../packages/sdk-gen/dist/config/check-config.js";

const root = fileURLToPath(new URL("../packages", import.meta.url));
const json = (schema) => `${JSON.stringify(schema, null, 2)}\n`;
const texts = {
  "mock-server/schemas/config.json": json(mockServer()),
  "sdk-gen/schemas/config.json": json(sdkGen()),
  "framework-cli/README.md": withSettings(readFileSync(join(root, "framework-cli/README.md"), "utf8")),
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

/** @param {string} readme */
function withSettings(readme) {
  const table = /(?<=\n### Settings\n[\s\S]*?)\n\| setting [\s\S]*?\n(?=\n)/;
  return readme.replace(table, () => `\n${settingRows().join("\n")}\n`);
}

function settingRows() {
  const sections = [
    ["app", "config/app-config.ts", "ServerConfig"],
    ["database", "database/database-config.ts", "DatabaseConfig"],
    ["routes", "config/app-config.ts", "RoutesConfig"],
  ];
  const rows = sections.flatMap(([section, path, type]) => {
    const members = membersOf(join(root, "framework-cli/src", path), type);
    const missing = Object.keys(CONFIG_RULES[section].keys).filter((key) => !members.some(({ name }) => name === key));
    const bare = members.filter(({ meaning }) => meaning === "").map(({ name }) => name);
    if (missing.length + bare.length > 0)
      throw new Error(`${type} does not describe ${[...missing, ...bare].join(", ")}.`);
    return members.map(({ name, meaning }) => {
      const rule = ruleText(CONFIG_RULES[section].keys[name]);
      return `| \`${section}.${name}\` | ${rule} | ${defaultText(section, name)} | ${meaning} |`;
    });
  });
  return ["| setting | value | default | meaning |", "| --- | --- | --- | --- |", ...rows];
}

function membersOf(file, type) {
  const [, body = ""] =
    new RegExp(`export interface ${type} \\{\n([\\s\\S]*?)\n\\}`).exec(readFileSync(file, "utf8")) ?? [];
  const members = body.matchAll(/(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {2}readonly (\w+)\??:/gm);
  return [...members].map(([, comment = "", name]) => ({ name, meaning: comment.replace(/\s+(\* )?/g, " ").trim() }));
}

function ruleText(rule) {
  const range = () =>
    rule.maximum === undefined ? `, at least ${rule.minimum}` : `, ${rule.minimum} to ${rule.maximum}`;
  switch (rule.kind) {
    case "boolean":
      return "`true` or `false`";
    case "integer":
      return `whole number${range()}`;
    case "choice":
      return rule.values.map((value) => `\`${value}\``).join(", ");
    case "texts":
      return "list of texts";
    case "either":
      return rule.rules.map(ruleText).join(" or ");
    case "object":
      return `{ ${Object.entries(rule.keys)
        .map(([key, inner]) => `${key}: ${ruleText(inner)}`)
        .join(", ")} }`;
    case "map":
      return `object of ${rule.values.kind === "text" ? "texts" : "anything"}`;
    default:
      return rule.kind;
  }
}

/** In development; of others what differs. */
function defaultText(section, key) {
  const [usual, ...others] = ["development", "test", "production"].map((environment) => {
    const value = configDefaults(environment, "")[section][key];
    return [environment, value === undefined || value === "" ? "" : `\`${JSON.stringify(value)}\``];
  });
  const differing = others
    .filter(([, text]) => text !== usual[1])
    .map(([environment, text]) => `${text} in ${environment}`);
  return [usual[1], ...differing].filter((text) => text !== "").join("; ");
}
