import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CodedError } from "@onespec/spec-core/errors";
import { FrameworkError } from "../errors/framework-error.js";

/**
 * Imports a file of the application.
 * @param path relative to the application's folder
 * @throws FrameworkError APP_FILE_BROKEN with file and line. Our own errors that the file throws are not changed.
 */
export async function importAppFile(appFolder: string, path: string): Promise<Record<string, unknown>> {
  const file = join(appFolder, path);
  if (/\.[cm]?ts$/.test(path)) await enableTypeScript(appFolder, path);
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw brokenFile(appFolder, path, error);
  }
}

/** Describes an error of the application's own code with its place: `api/services/books.js:12: TypeError: x is not a function`. */
export function brokenFile(appFolder: string, path: string, error: unknown): FrameworkError {
  const place = errorPlace(appFolder, error) ?? (error instanceof SyntaxError ? syntaxPlace(appFolder, path) : path);
  const message = error instanceof Error ? `${error.name}: ${shortMessage(appFolder, error)}` : String(error);
  const through = place.startsWith(path) ? "" : ` (loaded by ${path})`;
  return new FrameworkError("APP_FILE_BROKEN", `${place}${through}: ${message}`, {
    hint: hintFor(error, place),
    cause: error,
  });
}

/** The first position in a stack that is in the application's files: `config/app.js:3`. */
export function errorPlace(appFolder: string, error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  for (const [, address = "", line] of error.stack.matchAll(
    /(file:\/\/[^\s()]+?|(?<=[\s(])\/[^\s()]+?):(\d+)(?::\d+)?\)?$/gm,
  )) {
    const file = address.startsWith("file:") ? fileURLToPath(address.replace(/\?.*$/, "")) : address;
    const inside = relative(appFolder, file).replaceAll("\\", "/");
    if (!inside.startsWith("../") && !inside.includes("node_modules/")) return `${inside}:${line}`;
  }
  return undefined;
}

/** Node reports the line of a syntax error only when it prints it. */
function syntaxPlace(appFolder: string, path: string): string {
  const isNode = process.versions.bun === undefined && process.versions.deno === undefined;
  if (!isNode) return path;
  const { stderr } = spawnSync(process.execPath, ["--check", join(appFolder, path)], { encoding: "utf8" });
  const [, line] = /:(\d+)$/m.exec(stderr.split("\n", 1)[0] ?? "") ?? [];
  return line === undefined ? path : `${path}:${line}`;
}

/**
 * Shortens the message. Removes the list of files that required a missing one, and the folder, since the error names
 * the position anyway.
 */
function shortMessage(appFolder: string, { message }: Error): string {
  const [first = message] = message.split("\nRequire stack:", 1);
  return first.replaceAll(pathToFileURL(`${appFolder}/`).href, "").replaceAll(`${appFolder}/`, "");
}

function hintFor(error: unknown, path: string): string {
  if (error instanceof ReferenceError && /^(module|require|exports) is not defined/.test(error.message)) {
    const end = path.lastIndexOf("/");
    const [name] = path.split(".", 1);
    if (end === -1)
      return `The file is CommonJS. Move it to ${name}/index.js, where require("../${name}") finds it, and write {} to ${name}/package.json; or name it .cjs.`;
    // Otherwise Node would add why it treats the file as an ES module.
    if (!error.message.includes("package.json"))
      return `The file has import or export beside ${error.message.split(" ", 1)[0]}: Node takes one kind of modules in a file, only compilers such as Babel take both. Use one of them.`;
    return `The file is CommonJS. Write {} to ${path.slice(0, end)}/package.json, and Node takes both kinds of modules there; or name the file .cjs.`;
  }
  if (error instanceof ReferenceError) {
    const [, name] = /^(defineAction|defineModel|defineSecurity|DataTypes|HttpError) is not/.exec(error.message) ?? [];
    if (name !== undefined) return `Import it: import { ${name} } from "@onespec/framework-cli";`;
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if ((code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && error instanceof Error) {
    const [, wanted] =
      /Cannot find (?:package|module) '((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/.exec(error.message) ?? [];
    if (wanted !== undefined) return `Install it: npm install ${wanted}`;
    if (/Cannot find module '[./]*\/models(?:\/index)?'/.test(error.message))
      return "Take the models from the arguments: { models } in a service, queryInterface.sequelize.models in a seeder of sequelize-cli.";
    return code === "MODULE_NOT_FOUND"
      ? "There is no such file: copy it there, or correct the path."
      : "Check the spelling; an import of a file needs its extension.";
  }
  if (error instanceof Error && error.name === "Error" && code === undefined)
    return "The file throws this error itself: do what it says and run the command again.";
  if (error instanceof SyntaxError) return "Correct the file and run the command again.";
  return "The file failed while it was being loaded: correct it and run the command again.";
}

let typeScript: Promise<unknown> | undefined;

/** Node from 22.18 on, Bun and Deno run TypeScript themselves. For older versions, the application needs tsx. */
async function enableTypeScript(appFolder: string, path: string): Promise<void> {
  const { bun, deno } = process.versions as Readonly<Record<string, string | undefined>>;
  if ((process.features as { readonly typescript?: unknown }).typescript || bun || deno) return;
  typeScript ??= registerTsx(appFolder);
  try {
    await typeScript;
  } catch (cause) {
    typeScript = undefined;
    throw new FrameworkError(
      "APP_FILE_BROKEN",
      `${path}: Node ${process.versions.node} does not run TypeScript by itself.`,
      {
        hint: "Use Node 22.18 or later, or run: npm install --save-dev tsx",
        cause,
      },
    );
  }
}

/** Registers tsx as `node --import tsx` does: the CommonJS build of its API fails on Node 20. */
async function registerTsx(appFolder: string): Promise<void> {
  const require = createRequire(join(appFolder, "package.json"));
  await import(pathToFileURL(require.resolve("tsx")).href);
}
