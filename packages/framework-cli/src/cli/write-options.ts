import type { Command } from "commander";

/** The options of every command that writes files. */
export function withWriteOptions(command: Command): Command {
  return command
    .option("--dry-run", "show the difference and write nothing")
    .option("--force", "replace files that are in the way")
    .option("--json", "print the result as JSON");
}
