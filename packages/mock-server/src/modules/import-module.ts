import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { OptionsError } from "../errors/options-error.js";
import { shownPath } from "./shown-path.js";

/**
 * Imports a JavaScript or TypeScript file of the user.
 * @param problem creates the error. Its message has the name of the file and, if known, the line.
 * @param version a new number reads the file again
 * @throws OptionsError `TYPESCRIPT_UNSUPPORTED` if neither Node nor tsx reads TypeScript; otherwise the error of
 * `problem`
 */
export async function importModule(
  file: string,
  problem: (reason: string, cause: unknown) => Error,
  version?: number,
): Promise<Readonly<Record<string, unknown>>> {
  if (/\.[cm]?ts$/.test(file)) await enableTypeScript(file);
  const url = pathToFileURL(file);
  if (version !== undefined) url.searchParams.set(VERSION, String(version));
  try {
    return (await import(url.href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw problem(await describeFailure(file, error), error);
  }
}

/** The default export. TypeScript that tsx takes for CommonJS has it one level down. */
export function defaultExport({ default: value }: Readonly<Record<string, unknown>>): unknown {
  const isNested = typeof value === "object" && value !== null && "__esModule" in value && "default" in value;
  return isNested ? value.default : value;
}

/** Query parameter that makes Node read a module again. */
const VERSION = "mock-version";
const MARK = /\?mock-version=\d+/g;

/** `handlers/getPet.js:12: TypeError: x is not a function`, relative to the working directory. */
async function describeFailure(file: string, error: unknown): Promise<string> {
  const shown = shownPath(file);
  const message = error instanceof Error ? `${error.name}: ${error.message.split("\n", 1)[0]}` : String(error);
  const place =
    placeInMessage(error) ?? errorPlace(error) ?? (error instanceof SyntaxError ? syntaxPlace(file) : undefined);
  return `${place ?? shown}: ${message.replace(MARK, "")}`;
}

/** tsx writes the position of a syntax error into the message: `/folder/file.ts:3:5: ERROR: ...`. */
function placeInMessage(error: unknown): string | undefined {
  const [, file, line] =
    (error instanceof Error && /^(\/\S+?\.[cm]?[jt]s):(\d+):\d+: ERROR/m.exec(error.message)) || [];
  return file === undefined ? undefined : `${shownPath(file)}:${line}`;
}

/** Node shows the line of a syntax error only when it prints the error, so this runs `node --check`. */
function syntaxPlace(file: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8", timeout: 10_000 });
  const [, line] = /:(\d+)$/m.exec(stderr?.split("\n", 1)[0] ?? "") ?? [];
  return line === undefined ? undefined : `${shownPath(file)}:${line}`;
}

let typeScript: Promise<unknown> | undefined;

/** Node from 22.18 on, Bun and Deno run TypeScript themselves. Older versions use tsx, either the user's or ours. */
async function enableTypeScript(file: string): Promise<void> {
  const { bun, deno } = process.versions as Readonly<Record<string, string | undefined>>;
  if ((process.features as { readonly typescript?: unknown }).typescript || bun || deno) return;
  typeScript ??= registerTsx(file);
  try {
    await typeScript;
  } catch (cause) {
    typeScript = undefined;
    const shown = shownPath(file);
    throw new OptionsError(
      "TYPESCRIPT_UNSUPPORTED",
      `${shown}: Node ${process.versions.node} does not run TypeScript.`,
      {
        hint: "Run npm install --save-dev tsx, use Node 22.18 or later, or write it in JavaScript.",
        cause,
      },
    );
  }
}

/** Registers tsx as `node --import tsx` does: the CommonJS build of its API fails on Node 20. */
async function registerTsx(file: string): Promise<void> {
  for (const place of [file, import.meta.url]) {
    const found = resolveFrom(place, "tsx");
    if (found !== undefined) return void (await import(pathToFileURL(found).href));
  }
  throw new Error("There is no tsx.");
}

function resolveFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
}

/** The first line of the user's code in a stack: `handlers/getPet.ts:3`. */
export function errorPlace(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const own = new URL("../", import.meta.url).href;
  for (const [, address = "", line] of error.stack.matchAll(
    /(file:\/\/[^\s()]+?|(?<=[\s(])\/[^\s()]+?):(\d+)(?::\d+)?\)?$/gm,
  )) {
    const url = address.startsWith("file:") ? address : pathToFileURL(address).href;
    if (url.startsWith(own) || url.includes("/node_modules/")) continue;
    return `${shownPath(fileURLToPath(url.replace(/[?#].*$/, "")))}:${line}`;
  }
  return undefined;
}
