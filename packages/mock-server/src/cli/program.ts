import { addCompletionOption, packageVersion, type Terminal } from "@onespec/command-line";
import { Command, InvalidArgumentError, Option } from "commander";
import type { CheckFlags } from "../commands/check.js";
import { DEFAULT_OPTIONS, type MockOptions, type ServeFlags } from "../config/mock-options.js";
import { OPTION_TABLE, type OptionSpec } from "../config/option-table.js";
import { pickBy } from "../model/pick-by.js";
import { checkCommand, requireAddress } from "./check-command.js";

const EXAMPLES = `
Examples:
  mock-server api.yaml                      serve api.yaml on port ${DEFAULT_OPTIONS.port}, without records
  mock-server api.yaml --seed 10            start with ten records in each resource
  mock-server api.yaml --memory --port 0    keep everything in memory, pick a free port
  mock-server api.yaml --check              report every problem of api.yaml and exit
  mock-server https://example.com/api.yaml  serve a description from the web
  mock-server mcp api.yaml                  serve tools that read and change records
  mock-server check api.yaml http://localhost:8080   check a running server against api.yaml
  mock-server proxy api.yaml http://localhost:8080   forward to a running server and report what breaks api.yaml
`;

/** Actions of the subcommands. */
export interface OtherActions {
  readonly mcp?: (source: string, flags: ServeFlags) => Promise<void>;
  readonly check?: (source: string, url: string, flags: CheckFlags) => Promise<void>;
  readonly proxy?: (source: string, flags: ServeFlags) => Promise<void>;
}

/** The command line of mock-server. It throws commander's errors instead of ending the process. */
export function createProgram(
  terminal: Pick<Terminal, "out" | "outColor">,
  action: (source: string, flags: ServeFlags) => Promise<void>,
  { check = async () => {}, mcp = async () => {}, proxy = async () => {} }: OtherActions = {},
): Command {
  const program = new Command("mock-server")
    .exitOverride()
    // Flags after a subcommand belong to the subcommand.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      // Commander also throws its errors, and `main` reports them together with all others.
      writeErr: () => {},
      getOutHasColors: () => terminal.outColor,
    })
    .usage("[options] <description>")
    .description("Serve an OpenAPI description as a mock server that stores what you write.")
    .argument(
      "<description>",
      "path or URL of the OpenAPI description (YAML or JSON; OpenAPI 3.0 to 3.2, Swagger 2.0)",
    );
  for (const [name, spec] of Object.entries(OPTION_TABLE)) {
    if (spec.flag) program.addOption(toOption(name, spec));
  }
  program
    // The former name of --allow-refs.
    .addOption(new Option("--allow-remote-refs").implies({ allowRefs: true }).hideHelp())
    .version(packageVersion(import.meta.url), "--version", "print the version")
    .helpOption("--help", "print this help")
    .addHelpText("after", EXAMPLES)
    .hook("preSubcommand", (root, command) => {
      const isGiven = (name: string): boolean => name !== "debug" && root.getOptionValueSource(name) === "cli";
      const stray = root.options.find((option) => isGiven(option.attributeName()))?.long;
      if (stray) root.error(`error: ${stray} stands before ${command.name()}.\n(Put options after ${command.name()}.)`);
    })
    .action((source: string, flags: Readonly<Record<string, unknown>>, command: Command) =>
      action(source, givenFlags(command, flags)),
    );
  for (const command of [checkCommand(check), proxyCommand(proxy), mcpCommand(mcp)])
    program.addCommand(command.copyInheritedSettings(program));
  return addCompletionOption(program.helpCommand(false), terminal.out);
}

/** `mock-server mcp`: offers the mock's tools to programs that speak the Model Context Protocol. */
function mcpCommand(action: (source: string, flags: ServeFlags) => Promise<void>): Command {
  const command = new Command("mcp")
    .description(
      "Serve the Model Context Protocol on standard input and output: tools to find, read and change records.",
    )
    .argument("<source>", "path or URL of a description, or the address of a running mock")
    .helpOption("--help", "print this help");
  for (const name of MCP_OPTIONS) command.addOption(toOption(name, OPTION_TABLE[name] as OptionSpec));
  return command.action((source: string, flags: Readonly<Record<string, unknown>>) =>
    action(source, givenFlags(command, flags)),
  );
}

/** Options that make no sense for a mock without HTTP. */
const MCP_OPTIONS = [
  "seed",
  "seeds",
  "dataDir",
  "memory",
  "store",
  "seedValue",
  "config",
  "allowRefs",
  "lenient",
] as const;

const PROXY_FLAGS = [
  "port",
  "host",
  "mock",
  "seeds",
  "seed",
  "handlers",
  "upstreamTimeout",
  "enforce",
  "record",
  "bodyLimit",
  "basePath",
  "lenient",
  "allowRefs",
  "quiet",
  "debug",
];
const PROXY_EXAMPLES = `
Examples:
  mock-server proxy api.yaml http://localhost:8080
  mock-server proxy api.yaml https://staging.example.com/v1 --mock 'POST /payments' --mock tag:beta
  mock-server proxy api.yaml http://localhost:8080 --enforce
  mock-server proxy api.yaml http://localhost:8080 --record recorded
`;

/**
 * `mock-server proxy`: the mock with an upstream. It checks requests and the real server's answers against the
 * description.
 */
function proxyCommand(action: (source: string, flags: ServeFlags) => Promise<void>): Command {
  const command = new Command("proxy")
    .description("Forward requests to a running server and report what breaks the description.")
    .argument("<description>", "path or URL of the OpenAPI description")
    .argument("<url>", "address of the server; a path in it replaces the path of the description's server")
    .helpOption("--help", "print this help")
    .addHelpText("after", PROXY_EXAMPLES)
    .action((source: string, upstream: string, flags: Readonly<Record<string, unknown>>, self: Command) => {
      requireAddress(upstream);
      return action(source, { memory: true, ...givenFlags(self, flags), upstream });
    });
  for (const [name, spec] of Object.entries(OPTION_TABLE)) {
    if (!spec.flag || !PROXY_FLAGS.includes(name)) continue;
    const option = toOption(name, spec);
    // The texts need not say "with --upstream": every proxy has one.
    option.description = option.description.replace(/^with --upstream(?: or --from-har)?: /, "");
    command.addOption(option);
  }
  return command;
}

/** Only flags that the user gave. Defaults are left out, since the config file overrides them. */
function givenFlags(command: Command, flags: Readonly<Record<string, unknown>>): ServeFlags {
  const isGiven = (name: string): boolean => ["cli", "implied"].includes(command.getOptionValueSource(name) ?? "");
  return pickBy(flags, (name) => isGiven(name));
}

function toOption(name: string, { expects, flag: [flags, help] = ["", ""], ...spec }: OptionSpec): Option {
  const { parse, choices, conflicts = [] } = spec;
  const option = new Option(flags, help).conflicts([...conflicts]);
  const value: unknown = DEFAULT_OPTIONS[name as keyof MockOptions];
  const isShown = (typeof value === "string" && value !== "") || typeof value === "number";
  if (isShown && !help.includes("default:")) option.default(value, String(value));
  if (choices) return option.choices(choices);
  if (!parse) return option;
  return option.argParser((text: string, previous: unknown) => {
    const parsed = parse(text, previous);
    if (parsed === undefined) throw new InvalidArgumentError(`Expected ${expects}.`);
    return parsed;
  });
}
