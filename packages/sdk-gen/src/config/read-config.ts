import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import { checkConfig } from "./check-config.js";
import type { SdkConfig } from "./sdk-config.js";

/**
 * Reads a configuration file: JSON, or a module with the configuration as default export.
 * @throws SdkGenError CONFIG_UNREADABLE, CONFIG_INVALID
 */
export async function readConfig(file: string): Promise<SdkConfig> {
  return checkConfig(await readValue(file), file);
}

async function readValue(file: string): Promise<unknown> {
  try {
    switch (extname(file).toLowerCase()) {
      case ".json":
        return JSON.parse(await readFile(file, "utf8"));
      case ".js":
      case ".mjs":
        return (await import(pathToFileURL(resolve(file)).href)).default;
    }
  } catch (cause) {
    if (!existsSync(file))
      throw new SdkGenError("CONFIG_UNREADABLE", `There is no file ${file}.`, {
        cause,
        hint: "Check the path; relative paths start at the current directory.",
      });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SdkGenError("CONFIG_UNREADABLE", `The configuration ${file} cannot be read: ${why}`, {
      cause,
      hint: "Check its path; a .json file holds one object, a .js or .mjs file exports it as default.",
    });
  }
  throw new SdkGenError("CONFIG_UNREADABLE", `The configuration ${file} is not a .json, .js or .mjs file.`, {
    hint: "Name a .json, .js or .mjs file.",
  });
}
