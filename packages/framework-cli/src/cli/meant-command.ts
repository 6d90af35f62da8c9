import { CommanderError } from "commander";

/** Names of equivalent commands in other frameworks. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "db:migrate": "migrations:run",
  "db:migrate:status": "migrations:status",
  "db:migrate:undo": "migrations:undo",
  "db:rollback": "migrations:undo",
  "db:seed:all": "db:seed",
  "db:setup": "db:reset",
  generate: "resources:generate",
  init: "new",
  repl: "console",
  scaffold: "resources:generate",
  serve: "lift",
  server: "lift",
  start: "lift",
};

/** Adds the probable command to an error about an unknown one. Returns other errors unchanged. */
export function withMeantCommand(error: unknown, word: string, names: readonly string[]): unknown {
  if (!(error instanceof CommanderError) || error.code !== "commander.unknownCommand") return error;
  const meant = meantCommands(word, names);
  if (meant.length === 0 || error.message.includes("Did you mean")) return error;
  const list = meant.length === 1 ? meant[0] : `one of ${meant.join(", ")}`;
  return new CommanderError(error.exitCode, error.code, `${error.message}\n(Did you mean ${list}?)`);
}

function meantCommands(word: string, names: readonly string[]): readonly string[] {
  const known = Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word] : undefined;
  if (known !== undefined) return [known];
  const [noun = "", verb] = word.split(":", 2);
  const start = noun.slice(0, SHARED);
  return names.filter(
    (name) => start.length === SHARED && name.startsWith(start) && (verb === undefined || name.split(":")[1] === verb),
  );
}

/** `migrate` and `migrations` begin with as many of the same letters. */
const SHARED = 5;
