import { addCompletionOption, packageVersion, type Terminal } from "@onespec/command-line";
import { Command, Option } from "commander";
import type { GateFlags } from "../commands/gate.js";
import { REPORT_FORMATS } from "../model/report-format.js";

const EXAMPLES = `
Examples:
  onespec-gate old.yaml new.yaml                          changes of the client, by the names that callers write
  onespec-gate old.yaml new.yaml --seeds seeds            also seeds that no longer fit
  onespec-gate old.yaml new.yaml --app shop               also the migration that the app needs, and the data that it loses
  onespec-gate old.yaml new.yaml --format markdown        a comment for a pull request
  git show main:api.yaml > old.yaml                       the old description from version control

Exit codes: 0 nothing breaks, 1 something breaks, 2 wrong usage or unreadable file.
`;

/** The command line of onespec-gate. Throws commander's errors instead of ending the process. */
export function createProgram(
  terminal: Terminal,
  action: (before: string, after: string, flags: GateFlags) => Promise<void>,
): Command {
  const program = new Command("onespec-gate")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => {},
      getOutHasColors: () => terminal.outColor,
    })
    .description("Compare two versions of an OpenAPI description: what breaks in clients, kept data and applications.")
    .argument("<before>", "path or URL of the old description")
    .argument("<after>", "path or URL of the new description")
    .option("--data-dir <folder>", "data directory of mock-server: report records that no longer fit")
    .option("--store <url>", "PostgreSQL database of mock-server: report records that no longer fit")
    .option("--seeds <folder>", "seeds of mock-server: report records that no longer fit")
    .option("--app <folder>", "application that imported the old description: report lost columns and migrations")
    .option("--config <file>", "configuration of generate-sdk: a .json, .js or .mjs file")
    .option("--semver", "accept breaking changes of the client if info.version is raised as semver requires")
    .addOption(new Option("--format <format>", "format of the report").choices(REPORT_FORMATS).default("text"))
    .option("--comment <file>", "also write the report as Markdown to this file")
    .option(
      "--allow-refs",
      "follow references to http(s) addresses, and to files outside the folder of the description",
    )
    .option("--debug", "show the stack of unexpected errors")
    .version(packageVersion(import.meta.url), "--version", "print the version")
    .helpOption("--help", "print this help")
    .addHelpText("after", EXAMPLES)
    .action((before: string, after: string, flags: GateFlags) => action(before, after, flags));
  return addCompletionOption(program, terminal.out);
}
