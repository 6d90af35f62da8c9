import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { CheckFlags } from "../commands/check.js";
import { SELECTOR_HELP } from "../config/operation-selector.js";
import { isHttpUrl } from "../config/parse-option.js";

const EXAMPLES = `
Examples:
  mock-server check api.yaml http://localhost:8080
  mock-server check api.yaml https://staging.example.com/v1 --read-only --rate 5
  mock-server check api.yaml http://localhost:8080 --auth bearerAuth=API_TOKEN --exclude 'POST /payments'
  mock-server check api.yaml http://localhost:8080 --baseline known.json --junit report.xml
  mock-server check api.yaml http://localhost:8080 --replay 81fb36-d2ab4e

Exit codes: 0 nothing new found, 1 something found or operations left out for lack of credentials, 2 wrong usage or no start.
`;

/** `mock-server check`: checks that a running server matches its description. */
export function checkCommand(action: (source: string, url: string, flags: CheckFlags) => Promise<void>): Command {
  return new Command("check")
    .description("Check a running server against its description, then remove the records that the check created.")
    .argument("<description>", "path or URL of the OpenAPI description")
    .argument("<url>", "address of the server; a path in it replaces the path of the description's server")
    .option("--read-only", "send only GET and HEAD")
    .addOption(list("--only <operations>", `check only these: ${SELECTOR_HELP}; repeat for more`))
    .addOption(list("--exclude <operations>", "never call these; repeat for more"))
    .option("--disposable", "also change and delete records that the check did not create")
    .option("--rate <number>", "maximum number of requests per second", positive)
    .option("--timeout <seconds>", "longest wait for an answer (default: 20)", positive)
    .option("--seconds <number>", "keep sending other broken requests for this long", positive)
    .addOption(
      new Option(
        "--auth <scheme=variable>",
        "credential of a security scheme, from this environment variable",
      ).argParser((text: string, previous: Readonly<Record<string, string>> = {}) => ({
        ...previous,
        ...credential(text),
      })),
    )
    .addOption(
      new Option("--header <name: value>", "send this header with every request").argParser(
        (text: string, previous: Readonly<Record<string, string>> = {}) => ({ ...previous, ...pair(text, ":") }),
      ),
    )
    .option("--seed <text>", "seed of all values; the same text gives the same values, and each report names its seed")
    .option("--replay <id>", "repeat the requests of one finding, and print each as a curl line")
    .option("--baseline <file>", "file of known findings, which do not fail the check")
    .option("--update-baseline", "write all findings to the baseline")
    .option("--allow-unchecked", "do not fail because operations were left out for lack of credentials")
    .option("--json", "print the report as JSON")
    .option("--junit <file>", "write a JUnit report")
    .option("--sarif <file>", "write a SARIF report")
    .option("--github", "print annotations for a GitHub workflow")
    .option("--allow-refs", "follow references of the description to http(s) addresses")
    .option("--debug", "show the stack of unexpected errors")
    .helpOption("--help", "print this help")
    .addHelpText("after", EXAMPLES)
    .action((source: string, url: string, flags: CheckFlags) => {
      requireAddress(url);
      return action(source, url, flags);
    });
}

/**
 * Checks the second argument of `check` and `proxy`. @throws InvalidArgumentError, which also reminds of the order of
 * the two arguments
 */
export function requireAddress(url: string): void {
  if (isHttpUrl(url)) return;
  const order = "The description comes first, then the address.";
  throw new InvalidArgumentError(`${url} is not an address such as http://localhost:8080. ${order}`);
}

function list(flags: string, help: string): Option {
  return new Option(flags, help).argParser((text: string, previous: readonly string[] = []) => [...previous, text]);
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new InvalidArgumentError("Expected a number above 0.");
  return number;
}

/** Commander's own error would print the text, which may be a token. */
function credential(text: string): Record<string, string> {
  try {
    return pair(text, "=");
  } catch {
    const message = "error: --auth takes scheme=VARIABLE.\n(Write the name of an environment variable, not the token.)";
    throw new CommanderError(1, "commander.invalidOptionArgument", message);
  }
}

function pair(text: string, separator: string): Record<string, string> {
  const at = text.indexOf(separator);
  const name = text.slice(0, at).trim();
  if (at < 1 || name === "" || text.slice(at + 1).trim() === "")
    throw new InvalidArgumentError(`Expected ${separator === "=" ? "scheme=VARIABLE" : "'Name: value'"}.`);
  return { [name]: text.slice(at + 1).trim() };
}
