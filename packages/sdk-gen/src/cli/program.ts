import { addCompletionOption, DIAGNOSTIC_FORMATS, packageVersion, type Terminal } from "@onespec/command-line";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { GenerateFlags, Invocation } from "../commands/generate.js";
import { ADDITIONS, type Addition } from "../config/sdk-config.js";

const EXAMPLES = `
Examples:
  generate-sdk api.yaml ./sdk 1.0.0                 write version 1.0.0 of the client of api.yaml to ./sdk
  generate-sdk api.yaml ./sdk                       again after a change: writes only changed files, raises the version as the changes
                                                    require, and keeps --language, --with, --no-queries and --no-validation
  generate-sdk api.yaml ./sdk --check               in CI: exit 1 when ./sdk is stale, write nothing
  generate-sdk api.yaml ./sdk 1.1.0 --enforce-semver    reject a version that hides a breaking change
`;

/** The ending of a description. */
const FILE = /\.(ya?ml|json)$/i;

/** The command line of generate-sdk. Throws commander's errors instead of ending the process. */
export function createProgram(terminal: Terminal, action: (invocation: Invocation) => Promise<void>): Command {
  const program = new Command("generate-sdk")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => {},
      getOutHasColors: () => terminal.outColor,
    })
    .description("Generate a JavaScript client that reads like an ORM from one OpenAPI description.")
    .argument("<description>", "path or URL of the OpenAPI description (YAML or JSON; 3.0, 3.1, 3.2 or Swagger 2.0)")
    .argument("<folder>", "where to write the client")
    .argument(
      "[version]",
      "version of the client, such as 1.2.3 (default: the current one, raised as the changes require)",
    )
    .addOption(
      new Option(
        "--version [version]",
        "version of the client, as an option; alone, print the version of this command",
      ),
    )
    .addOption(new Option("--config <file>", "configuration that overrides the inference: a .json, .js or .mjs file"))
    .addOption(new Option("--no-config").hideHelp())
    .addOption(new Option("--check", "write nothing; exit 1 if the client is stale").conflicts(["dryRun", "force"]))
    .addOption(new Option("--dry-run", "write nothing; list the files that would change"))
    .addOption(new Option("--force", "overwrite edited files, and write into a folder that was not generated"))
    .addOption(new Option("--enforce-semver", "reject a version that hides a breaking change"))
    .addOption(
      new Option(
        "--allow-refs",
        "follow references to http(s) addresses, and to files outside the folder of the description",
      ),
    )
    .addOption(
      new Option("--lenient", "accept any value where a $ref leads nowhere, instead of rejecting the description"),
    )
    .addOption(
      new Option("--language <language>", "JavaScript with types (js, the default), or TypeScript source").choices([
        "js",
        "ts",
      ]),
    )
    .addOption(new Option("--validation").hideHelp())
    .addOption(new Option("--no-validation", "leave out schemas, and the code that checks calls, responses and models"))
    .addOption(new Option("--queries").hideHelp())
    .addOption(new Option("--no-queries", "leave out the query engine: lists are calls named `list`"))
    .addOption(
      new Option(
        "--with <modules>",
        `also write these modules, separated by commas: ${ADDITIONS.join(", ")}; or none`,
      ).argParser(additions),
    )
    // Its former name.
    .addOption(new Option("--allow-remote-refs").implies({ allowRefs: true }).hideHelp())
    // Commander would suggest `--with`.
    .addOption(new Option("--watch").hideHelp())
    .addOption(new Option("--json", "print the report as JSON"))
    .addOption(
      new Option(
        "--format <format>",
        "report as text, as JSON, or problems of the description as annotations of a pull request",
      )
        .choices(DIAGNOSTIC_FORMATS)
        .conflicts(["json"]),
    )
    .addOption(new Option("--verbose", "print how each resource is understood, and why"))
    .addOption(new Option("--debug", "show the stack of unexpected errors"))
    .helpOption("--help", "print this help")
    .addHelpText("after", EXAMPLES)
    .action((source: string, folder: string, version: string | undefined, flags: GenerateFlags) => {
      if (version !== undefined && flags.version !== undefined && version !== flags.version) {
        throw new InvalidArgumentError(`The version is given twice: ${version} and ${flags.version}.`);
      }
      if (FILE.test(folder) && !FILE.test(source) && !/^https?:/i.test(source))
        throw new InvalidArgumentError(
          `The description comes first, then the folder: generate-sdk ${folder} ${[source, version].filter(Boolean).join(" ")}`,
        );
      const wanted = version ?? flags.version;
      return action({ source, folder, flags: wanted === undefined ? flags : { ...flags, version: wanted } });
    });
  program.on("option:version", (version: string | null) => {
    if (version !== null) return;
    terminal.out(`${packageVersion(import.meta.url)}\n`);
    throw new CommanderError(0, "commander.version", "(version)");
  });
  program.on("option:watch", () => {
    throw new CommanderError(2, "commander.unknownOption", `unknown option '--watch'\n${WATCH_HINT}`);
  });
  return addCompletionOption(program, terminal.out);
}

const WATCH_HINT =
  "The client is generated once. To generate it after each change: npx nodemon --watch api.yaml --ext yaml,json --exec 'generate-sdk api.yaml ./sdk'.";

function additions(text: string, before: readonly Addition[] = []): readonly Addition[] {
  if (text === "none") return [];
  const names = text.split(",").map((name) => {
    const known = ADDITIONS.find((one) => one === name.trim());
    if (known === undefined) throw new InvalidArgumentError(`Allowed are ${ADDITIONS.join(", ")} and none.`);
    return known;
  });
  return [...before, ...names];
}
