import { relative } from "node:path";
import { SINGLE_WORDS } from "./command-examples.js";

/** The facts of a process that show how its command was typed. */
export interface Invocation {
  /** `process.argv`: the runtime, the script, its arguments. */
  readonly argv: readonly string[];
  /** `process.versions` */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

const OWN_SCRIPT = "bin/framework.js";

/**
 * How the user called this command: `framework`, `node bin/framework.js`, or `node run bin/framework.js` in an
 * application.
 */
export function calledAs({ argv, versions, cwd }: Invocation): string {
  const script = relative(cwd, argv[1] ?? "").replaceAll("\\", "/");
  const isByRun = /^(?:\.\.\/)*run(?:\.js)?$/.test(script);
  // The package's own bin lies deeper, or below node_modules.
  if (!isByRun && !/^(?:\.\.\/)*bin\/framework\.js$/.test(script)) return "framework";
  if (versions.bun !== undefined) return `bun run ${isByRun ? OWN_SCRIPT : script}`;
  if (versions.deno !== undefined) return `deno run -A ${isByRun ? OWN_SCRIPT : script}`;
  return isByRun ? `node ${script.replace(/\.js$/, "")} ${OWN_SCRIPT}` : `node ${script}`;
}

const COMMAND = new RegExp(`(?<![\\w/.@-])framework (?=[a-z]+:[a-z]+|(?:${SINGLE_WORDS.join("|")})\\b)`, "g");

/** Rewrites the commands in a text to how the user would type them. @param called see `calledAs` */
export function asCalled(text: string, called: string): string {
  return called === "framework" ? text : text.replace(COMMAND, `${called} `);
}
