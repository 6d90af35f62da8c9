// Writes the pages of docs/reference that list options: commands and flags from the command definitions, config keys from what checks
// them. With --check it writes nothing and exits with 1 when a page is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNote, RULES } from "../packages/contract-check/dist/run/rules.js";
import { createProgram as framework } from "../packages/framework-cli/dist/cli/program.js";
import { createProgram as mockServer } from "../packages/mock-server/dist/cli/program.js";
import { configSchema } from "../packages/mock-server/dist/config/parse-config.js";
import { createProgram as generateSdk } from "../packages/sdk-gen/dist/cli/program.js";
import { settingRows } from "./settings-table.mjs";

const folder = fileURLToPath(new URL("../docs/reference", import.meta.url));
const terminal = { out: () => {}, err: () => {}, outColor: false };
const MARK = "<!-- Made by `npm run docs:reference`. Edit the definition of the command or the config key. -->";

const pages = {
  "mock-server.md": [
    "# mock-server",
    MARK,
    "Each flag is also a key of the [config file](config.md), in camel case. A flag on the command line wins.",
    ...commandParts(mockServer(terminal, async () => {})),
    "`NO_COLOR` turns colours off; they are also off when the output is not a terminal. `ONESPEC_DEBUG=1` does what `--debug` does.",
    exitCodes({
      0: "Stopped by Ctrl-C or SIGTERM with everything written, or printed help or the version.",
      1: "The server could not start, or had to stop. `--check` found errors. `check` found something, or operations were left out for lack of credentials.",
      2: "The command line is wrong, or `check` could not begin.",
    }),
    "A second Ctrl-C ends the server immediately. The next start recovers what the journal holds.",
  ],
  "check-rules.md": [
    "# Rules of the check",
    MARK,
    "[`mock-server check`](../check.md) reports these mistakes of a server. The name of a rule stands in brackets behind a finding.",
    table(
      ["rule", "meaning"],
      rulesOf((rule) => !isNote(rule)),
    ),
    "These are remarks, which do not fail the check:",
    table(["remark", "meaning"], rulesOf(isNote)),
  ],
  "generate-sdk.md": [
    "# generate-sdk",
    MARK,
    ...commandParts(generateSdk(terminal, async () => {})),
    exitCodes({
      0: "Done, or with `--check`: the client is up to date.",
      1: "Stale, rejected or unreadable. Standard error says what to do. Nothing was written.",
      130: "Stopped by Ctrl-C. Nothing was written.",
    }),
  ],
  "framework.md": [
    "# framework",
    MARK,
    "Inside an application, run `node run bin/framework.js <command>`. Every command also takes `--help` and `--json`.",
    ...framework(terminal, {}, "framework")
      .commands.filter((command) => command.name() !== "help")
      .flatMap((command) => [`## ${command.name()}`, ...commandParts(command, ["--json"])]),
    exitCodes({
      0: "Done.",
      1: "Could not be done. Standard error says what to do.",
      3: "The command has questions. Answer them with `--answers`.",
    }),
  ],
  "config.md": [
    "# Config files",
    MARK,
    "## mock-server.config",
    "Put `mock-server.config.ts`, `.mjs`, `.js`, `.json` or `.yaml` beside the description or into the working directory. A config file beside a description elsewhere can run code, so name it with `--config`. Paths are relative to the file.",
    '```js\nexport default {\n  seed: 10,\n  memory: true,\n  delay: "100-500",\n  operations: { cancelOrder: { moves: { status: "cancelled" } } },\n};\n```',
    'In a `.json` file, `"$schema": "./node_modules/@onespec/mock-server/schemas/config.json"` makes editors complete and check the keys.',
    table(["key", "value", "flag"], mockKeys()),
    "`operations` holds the fields of [x-mock](x-mock.md) by operation id.",
    "## generate-sdk",
    "The file of `--config` holds the keys of [x-onespec](x-onespec.md).",
    "## Application settings",
    "Each file in `config/` of an application is a section. `config/environments/<NODE_ENV>.js` overrides any of them, and `.env` is loaded into `process.env`. Other files are your own: `config/mail.js` is `config.custom.mail`.",
    settingRows().join("\n"),
  ],
};

for (const [name, parts] of Object.entries(pages)) {
  const file = join(folder, name);
  const text = `${parts.join("\n\n")}\n`;
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`docs/reference/${name} is stale.\n  hint: npm run docs:reference, and commit it`);
    process.exitCode = 1;
  }
}

function rulesOf(isChosen) {
  return Object.entries(RULES)
    .filter(([rule]) => isChosen(rule))
    .map(([rule, title]) => [code(rule), title]);
}

/** Usage, description, arguments, options and subcommands of a command. */
function commandParts(command, leftOut = []) {
  const args = command.registeredArguments.map((argument) => [
    code(argument.name()),
    argument.description + (argument.argChoices === undefined ? "" : `: ${argument.argChoices.map(code).join(", ")}`),
  ]);
  const options = command.options
    .filter(({ hidden, long }) => !hidden && !leftOut.includes(long))
    .map(({ argChoices, defaultValue, description, flags }) => [
      code(flags),
      sentence(description) + (argChoices === undefined ? "" : ` One of ${argChoices.map(code).join(", ")}.`),
      defaultValue === undefined || typeof defaultValue === "boolean" ? "" : code(defaultValue),
    ]);
  const names = [command.parent?.name(), command.name()].filter((name) => name !== undefined).join(" ");
  const words = command.registeredArguments.map(argumentText).join(" ");
  return [
    `${sentence(command.description())}`,
    `\`\`\`sh\n${[names, words, options.length > 0 ? "[options]" : ""].filter((word) => word !== "").join(" ")}\n\`\`\``,
    ...(args.some(([, text]) => text !== "") ? [table(["argument", "meaning"], args)] : []),
    ...(options.length > 0 ? [table(["option", "meaning", "default"], options)] : []),
    ...command.commands.flatMap((child) => [`## ${command.name()} ${child.name()}`, ...commandParts(child)]),
  ];
}

function argumentText(argument) {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function mockKeys() {
  const flags = new Map(
    mockServer(terminal, async () => {}).options.map((option) => [option.attributeName(), option.flags]),
  );
  return Object.entries(configSchema().properties)
    .filter(([key]) => key !== "$schema")
    .map(([key, { description = "" }]) => [code(key), description, flags.has(key) ? code(flags.get(key)) : ""]);
}

function exitCodes(codes) {
  const all = { 2: "The command line is wrong.", 70: "A bug in Onespec. Please report it.", ...codes };
  return `## Exit codes\n\n${table(["code", "meaning"], Object.entries(all))}\n\n[The codes of all commands](../errors.md#exit-codes).`;
}

function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  return lines.join("\n");
}

function cell(text) {
  const [...parts] = String(text).replaceAll("|", "\\|").replaceAll("\n", " ").split("`");
  // Outside of code, `<folder>` would be an element of HTML.
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll("<", "&lt;") : part)).join("`");
}

function code(text) {
  return `\`${text}\``;
}

function sentence(text) {
  const [first = ""] = text;
  return text === "" ? "" : `${first.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
