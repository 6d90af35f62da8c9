/** Examples of commands, as help shows them: the words after `framework`, and what they do. */
const COMMAND_EXAMPLES: Readonly<Record<string, readonly (readonly [words: string, what: string])[]>> = {
  new: [
    ["new shop", "an application on SQLite in the folder shop"],
    ["new shop --spec api.yaml --db postgres", "one that answers as api.yaml says, on PostgreSQL"],
  ],
  "resources:generate": [["resources:generate Book title:string price:integer", "everything for books"]],
  "controllers:generate": [
    ["controllers:generate users/list", "GET /users"],
    ["controllers:generate orders/cancel --method POST --path /orders/{orderId}/cancel", "an action of another kind"],
  ],
  "models:generate": [["models:generate User name:string email:string", "the model User and its migration"]],
  "models:sync-schemas": [["models:sync-schemas --dry-run", "show what a changed model makes of its schemas"]],
  "services:generate": [["services:generate billing", "api/services/billing.js"]],
  "policies:generate": [["policies:generate signed-in", "api/policies/signed-in.js"]],
  destroy: [["destroy resource Book --dry-run", "show what would be taken back"]],
  "migrations:generate": [["migrations:generate add-isbn", "the changes in the models since the last migration"]],
  "migrations:run": [["migrations:run", "all that are pending"]],
  "migrations:undo": [
    ["migrations:undo", "those of the last run"],
    ["migrations:undo --step 1", "the last one only"],
  ],
  "migrations:redo": [["migrations:redo", "the last one, down and up"]],
  "migrations:status": [["migrations:status --json", "for a script"]],
  "migrations:resolve": [["migrations:resolve 20260101120000-add-isbn --applied", "it was run by hand"]],
  "migrations:unlock": [["migrations:unlock", "after a runner died on another machine"]],
  "db:sync": [["db:sync --dry-run", "print the statements that db:sync would carry out"]],
  "db:seed": [["db:seed", "the new ones and those that changed"]],
  "db:create": [["db:create", "the database of config/database.js"]],
  "db:drop": [["db:drop", "the database of config/database.js"]],
  "db:reset": [["db:reset", "begin again"]],
  lift: [
    ["lift", "serve the application on its port"],
    ["lift --watch", "reload when a file changes"],
    ["lift --environment production --workers 4", "four processes that share the port"],
  ],
  routes: [["routes --json", "for a script"]],
  console: [["console", "then: await services.books.list()"]],
  action: [["action books/list '{\"limit\":3}'", "run it once, print the answer"]],
  "spec:import": [
    ["spec:import api.yaml", "write models, a migration, services and actions"],
    ["spec:import api.yaml --dry-run", "show them"],
  ],
  "spec:diff": [["spec:diff api.yaml --check", "fail in CI when the application is behind"]],
  "spec:export": [["spec:export --output api.yaml", "write the description of what is there"]],
  doctor: [["doctor", "config, drivers, migrations, contract"]],
  completion: [["completion bash", "a script for ~/.bashrc"]],
};

/** The examples that help shows after the options. */
export function examplesText(name: string): string {
  const examples = COMMAND_EXAMPLES[name] ?? [];
  const lines = examples.map(([words, what]) => [`  framework ${words}`, what] as const);
  const width = Math.max(0, ...lines.map(([line]) => line.length));
  return lines.length === 0
    ? ""
    : `\nExamples:\n${lines.map(([line, what]) => `${line.padEnd(width)}  ${what}`).join("\n")}`;
}
