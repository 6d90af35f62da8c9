/** Examples of commands for the help: the words after `framework`, and the effect. */
const COMMAND_EXAMPLES: Readonly<Record<string, readonly (readonly [words: string, what: string])[]>> = {
  new: [
    ["new shop", "an application on SQLite in the folder shop"],
    ["new shop --spec api.yaml --db postgres", "an application from a description, on PostgreSQL"],
  ],
  "resources:generate": [["resources:generate Book title:string price:integer", "everything for books"]],
  "controllers:generate": [
    ["controllers:generate users/list", "GET /users"],
    ["controllers:generate orders/cancel --method POST --path /orders/{orderId}/cancel", "an action of another kind"],
  ],
  "models:generate": [["models:generate User name:string email:string", "the model User and its migration"]],
  "models:sync-schemas": [["models:sync-schemas --dry-run", "show the changes of the schemas"]],
  "services:generate": [["services:generate billing", "api/services/billing.js"]],
  "policies:generate": [["policies:generate signed-in", "api/policies/signed-in.js"]],
  destroy: [["destroy resource Book --dry-run", "list the files that would be removed"]],
  "migrations:generate": [["migrations:generate add-isbn", "the changes in the models since the last migration"]],
  "migrations:run": [["migrations:run", "all that are pending"]],
  "migrations:undo": [
    ["migrations:undo", "the last migration"],
    ["migrations:undo --run", "all that the last migrations:run ran"],
  ],
  "migrations:redo": [["migrations:redo", "the last one, down and up"]],
  "migrations:status": [["migrations:status --json", "for a script"]],
  "migrations:resolve": [["migrations:resolve 20260101120000-add-isbn --applied", "it was run by hand"]],
  "migrations:unlock": [["migrations:unlock", "after a process died on another machine"]],
  "db:sync": [["db:sync --dry-run", "print the statements that db:sync would carry out"]],
  "db:seed": [["db:seed", "new and changed files"]],
  "db:create": [["db:create", "the database of config/database.js"]],
  "db:drop": [["db:drop", "the database of config/database.js"]],
  "db:reset": [["db:reset", "start again with migrations and seeds"]],
  lift: [
    ["lift", "serve the application on its port"],
    ["lift --watch", "reload when a file changes"],
    ["lift --environment production --workers 4", "four processes that share the port"],
  ],
  routes: [["routes --json", "for a script"]],
  console: [["console", "then: await services.books.list()"]],
  action: [
    ["action books/list '{\"limit\":3}'", "run it once, print the answer"],
    [`action me/read '{"headers":{"authorization":"Bearer <token>"}}' --policies`, "as the user of a token"],
  ],
  "spec:import": [
    ["spec:import api.yaml", "write models, a migration, services and actions"],
    ["spec:import api.yaml --dry-run", "show them"],
  ],
  "spec:diff": [["spec:diff api.yaml --check", "fail in CI when the application is out of date"]],
  "spec:export": [["spec:export --output api.yaml", "write the description of the application"]],
  doctor: [["doctor", "config, drivers, migrations, contract"]],
  completion: [["completion bash", "a script for ~/.bashrc"]],
};

/** The commands without a colon, such as `lift`. A test checks that every command has examples. */
export const SINGLE_WORDS: readonly string[] = Object.keys(COMMAND_EXAMPLES).filter((name) => !name.includes(":"));

/** The examples that help shows after the options. */
export function examplesText(name: string): string {
  const examples = COMMAND_EXAMPLES[name] ?? [];
  const lines = examples.map(([words, what]) => [`  framework ${words}`, what] as const);
  const width = Math.max(0, ...lines.map(([line]) => line.length));
  return lines.length === 0
    ? ""
    : `\nExamples:\n${lines.map(([line, what]) => `${line.padEnd(width)}  ${what}`).join("\n")}`;
}
