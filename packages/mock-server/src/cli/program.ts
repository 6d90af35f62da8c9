import { readFileSync } from "node:fs";
import { addCompletionOption, DIAGNOSTIC_FORMATS, type DiagnosticFormat, type Terminal } from "@onespec/command-line";
import { Command, InvalidArgumentError, Option } from "commander";
import type { ConfigFile } from "../config/config-file.js";
import { isHttpUrl } from "../config/is-http-url.js";
import { DEFAULT_OPTIONS } from "../config/mock-options.js";
import { parseBasePath } from "../config/parse-base-path.js";
import { parseMoment } from "../config/parse-moment.js";
import { parseSize } from "../config/parse-size.js";
import { parseDelay } from "../faults/parse-delay.js";

/** The flags that were given; what was not is for the config file and the defaults to say. */
export interface ServeFlags extends Partial<Omit<ConfigFile, "operations" | "handlers" | "seeds">> {
  /** Path of the config file. */
  readonly config?: string;
  readonly check?: boolean;
  readonly format?: DiagnosticFormat;
  readonly explain?: boolean;
  /** Folder. */
  readonly handlers?: string;
  /** Folder. */
  readonly seeds?: string;
}

const EXAMPLES = `
Examples:
  mock-server api.yaml                      serve api.yaml on port ${DEFAULT_OPTIONS.port}, empty, and remember what is written
  mock-server api.yaml --seed 10            begin with ten records in each resource
  mock-server api.yaml --memory --port 0    keep nothing on disk, take any free port
  mock-server api.yaml --check              say what is wrong with api.yaml, and serve nothing
  mock-server https://example.com/api.yaml  serve a description from the web
`;

/** The command line of mock-server. It throws commander's errors instead of ending the process. */
export function createProgram(
  terminal: Pick<Terminal, "out" | "outColor">,
  action: (source: string, flags: ServeFlags) => Promise<void>,
): Command {
  const program = new Command("mock-server")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      // Errors are thrown as well, and reported where all errors are.
      writeErr: () => {},
      getOutHasColors: () => terminal.outColor,
    })
    .description("Serve a live, stateful, persistent HTTP backend from one OpenAPI description.")
    .argument("<description>", "path or URL of the OpenAPI description (YAML or JSON; 3.0, 3.1, 3.2 or Swagger 2.0)")
    .addOption(
      new Option("--seed <count>", "records to make in each resource that is empty")
        .default(DEFAULT_OPTIONS.seed)
        .argParser((text) => parseInteger(text, "a whole number from 0", Number.MAX_SAFE_INTEGER)),
    )
    .addOption(
      new Option("--seeds <folder>", "records to begin with: <resource>.json, .yaml, .js or .ts").argParser(parseText),
    )
    .addOption(
      new Option("--port <number>", "TCP port; 0 takes a free one")
        .default(DEFAULT_OPTIONS.port)
        .argParser((text) => parseInteger(text, "a port is a whole number from 0 to 65535", 65_535)),
    )
    .addOption(
      new Option(
        "--host <name>",
        `address to listen on (default: ${DEFAULT_OPTIONS.host}, in a container 0.0.0.0)`,
      ).argParser(parseText),
    )
    .addOption(
      new Option("--data-dir <folder>", "where the JSON files are kept")
        .default(DEFAULT_OPTIONS.dataDir, DEFAULT_OPTIONS.dataDir)
        .argParser(parseText),
    )
    .addOption(new Option("--memory", "keep nothing on disk").conflicts(["dataDir", "durability", "store"]))
    .addOption(
      new Option("--store <place>", "where the state lives: postgres://user@host/database, memory: or a folder")
        .conflicts(["dataDir"])
        .argParser(parseText),
    )
    .addOption(
      new Option("--seed-value <text>", "text from which all made-up data follows").default(
        DEFAULT_OPTIONS.seedValue,
        DEFAULT_OPTIONS.seedValue,
      ),
    )
    .addOption(
      new Option(
        "--fixed-time <moment>",
        "write this moment, such as 2026-01-31T12:00:00Z, in place of the time",
      ).argParser((text) => {
        const moment = parseMoment(text);
        if (moment === undefined) throw new InvalidArgumentError("Expected a moment, such as 2026-01-31T12:00:00Z.");
        return moment;
      }),
    )
    .addOption(
      new Option(
        "--durability <level>",
        "when a write is acknowledged: once the system has it, or once the disk has it",
      )
        .default(DEFAULT_OPTIONS.durability, DEFAULT_OPTIONS.durability)
        .choices(["os", "disk"]),
    )
    .addOption(
      new Option(
        "--body-limit <size>",
        "largest request body, such as 200mb; larger ones are 413 (default: 10mb)",
      ).argParser((text) => {
        const size = parseSize(text);
        if (size === undefined) throw new InvalidArgumentError("Expected a size, such as 512kb, 200mb or 2gb.");
        return size;
      }),
    )
    .addOption(
      new Option("--auth <mode>", "credentials: not looked at, well-formed, or among those of --credentials")
        .default(DEFAULT_OPTIONS.auth, DEFAULT_OPTIONS.auth)
        .choices(["off", "shape", "enforce"]),
    )
    .addOption(
      new Option("--credentials <file>", "JSON or YAML file of the credentials that are accepted").argParser(parseText),
    )
    .addOption(
      new Option("--validate <mode>", "requests that break the contract: refused, answered with a warning, or answered")
        .default(DEFAULT_OPTIONS.validate, DEFAULT_OPTIONS.validate)
        .choices(["strict", "warn", "off"]),
    )
    .addOption(
      new Option("--delay <ms>", "hold each answer back: 250, or 100-500 for a time in between").argParser((text) => {
        const delay = parseDelay(text);
        if (!delay) throw new InvalidArgumentError("Expected milliseconds, such as 250 or 100-500.");
        return delay;
      }),
    )
    .addOption(
      new Option("--on-delete <mode>", "what depends on a record that is deleted: stays, goes with it, or keeps it")
        .default(DEFAULT_OPTIONS.onDelete, DEFAULT_OPTIONS.onDelete)
        .choices(["keep", "cascade", "restrict"]),
    )
    .addOption(
      new Option("--error-rate <share>", "share of the requests that fail on purpose, such as 0.1")
        .default(DEFAULT_OPTIONS.errorRate)
        .argParser((text) => {
          const rate = text.trim() === "" ? Number.NaN : Number(text);
          if (!(rate >= 0 && rate <= 1)) throw new InvalidArgumentError("Expected a number from 0 to 1.");
          return rate;
        }),
    )
    .addOption(
      new Option("--base-path <path>", "path under which everything is served as well, such as /api").argParser(
        (text) => {
          const path = parseBasePath(text);
          if (path === undefined) throw new InvalidArgumentError("Expected a path, such as /api.");
          return path;
        },
      ),
    )
    .addOption(
      new Option("--config <file>", "config file; else mock-server.config.* beside the description or here").argParser(
        parseText,
      ),
    )
    .addOption(
      new Option("--handlers <folder>", "your own code for operations: <operationId>.ts or .js").argParser(parseText),
    )
    .addOption(new Option("--callbacks", "send the callbacks that operations declare, to this machine alone"))
    .addOption(
      new Option("--callbacks-allow <hosts>", "other hosts they may go to: hooks.example.com,*.example.org").argParser(
        (text) =>
          parseText(text)
            .split(",")
            .map((host) => host.trim()),
      ),
    )
    .addOption(
      new Option(
        "--webhook-url <name=url>",
        "send this webhook there when it happens; may be given several times",
      ).argParser((text, urls: Readonly<Record<string, string>> = {}) => {
        const [, name = "", url] = /^([^=]+)=(.+)$/.exec(text) ?? [];
        if (!isHttpUrl(url))
          throw new InvalidArgumentError("Expected name=address, such as petAdded=http://localhost:4000/hook.");
        return { ...urls, [name]: url };
      }),
    )
    .addOption(new Option("--explain", "print what each operation was taken for, why, and where each parameter goes"))
    .addOption(
      new Option("--watch", "serve the new version when the description, a handler or a seed changes; state stays"),
    )
    .addOption(new Option("--lenient", "start although some operations are broken, and leave those out"))
    .addOption(
      new Option(
        "--allow-refs",
        "follow references to http(s) addresses, and to files outside the folder of the description",
      ),
    )
    // What it was called before.
    .addOption(new Option("--allow-remote-refs").implies({ allowRefs: true }).hideHelp())
    .addOption(new Option("--quiet", "print the address and nothing else"))
    .addOption(new Option("--check", "say everything that is wrong with the description, and serve nothing"))
    .addOption(
      new Option("--format <format>", "the same, for people, programs or annotations of a pull request").choices(
        DIAGNOSTIC_FORMATS,
      ),
    )
    .addOption(new Option("--debug", "show the stack of unexpected errors"))
    .version(packageVersion(), "--version", "print the version")
    .helpOption("--help", "print this help")
    .addHelpText("after", EXAMPLES)
    .action((source: string, flags: Readonly<Record<string, unknown>>, command: Command) =>
      action(source, givenFlags(command, flags)),
    );
  return addCompletionOption(program, terminal.out);
}

/** Without the defaults, which stand in the help only: a config file comes between. */
function givenFlags(command: Command, flags: Readonly<Record<string, unknown>>): ServeFlags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === "cli"));
}

function parseInteger(text: string, expected: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) throw new InvalidArgumentError(`Expected ${expected}.`);
  return value;
}

function parseText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text;
}

function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
