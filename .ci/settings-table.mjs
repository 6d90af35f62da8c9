// The settings of an application as rows of a table: keys and values from what checks them, meanings from their doc comments.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults } from "../packages/framework-cli/dist/config/app-config.js";
import { CONFIG_RULES } from "../packages/framework-cli/dist/config/config-rules.js";

const root = fileURLToPath(new URL("../packages", import.meta.url));

export function settingRows() {
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
