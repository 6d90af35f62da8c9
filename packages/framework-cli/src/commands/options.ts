import { type Command, InvalidArgumentError, Option } from "commander";

/** Options of every command that writes files. @param force the effect of `--force` */
export function withWriteOptions(command: Command, force: string = "replace existing files"): Command {
  return command
    .option("--dry-run", "show the difference and write nothing")
    .option("--force", force)
    .option("--json", "print the result as JSON");
}

/** The option of every command that reads a description. */
export function referenceOption(): Option {
  return new Option(
    "--allow-refs",
    "follow references to http(s) addresses, and to files outside the folder of the description",
  );
}

/** The option of every command that makes something of a description. */
export function lenientOption(): Option {
  return new Option("--lenient", "use what can be read of a description with errors instead of rejecting it");
}

/** Parses a whole number of an option. */
export function wholeNumber(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,15}$/.test(text) && number >= minimum && number <= maximum) return number;
    const range = maximum === Number.MAX_SAFE_INTEGER ? `${minimum}` : `${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`It must be a whole number from ${range}.`);
  };
}

/** Parses seconds, from 0. */
export function parseSeconds(text: string): number {
  if (/^\d{1,6}(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds.");
}
