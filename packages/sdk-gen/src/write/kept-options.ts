import { relative, resolve } from "node:path";
import { DEFAULT_SDK_OPTIONS, type SdkOptions } from "../config/sdk-options.js";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { KeptOptions } from "./manifest.js";

/**
 * The options of a run: the given ones, or else those of the previous run.
 * @throws SdkGenError if the previous run had a config file and this one neither gives nor declines it
 */
export function takenOptions(
  folder: string,
  before: KeptOptions,
  given: Partial<SdkOptions>,
): { readonly options: SdkOptions; readonly kept: KeptOptions } {
  const kept = notGiven(before, given);
  const { config, ...shape } = kept;
  // The manifest alone must not load it: a config file may be a program, and the folder may come from a stranger.
  if (config !== undefined)
    throw new SdkGenError("CONFIG_NOT_GIVEN", `The client in ${folder} was generated with --config ${config}.`, {
      hint: `Add --config with that file (the path is relative to ${folder}), or --no-config to generate without it.`,
    });
  return { options: { ...DEFAULT_SDK_OPTIONS, ...shape, ...given }, kept };
}

/** The stored options that this run does not set. */
function notGiven(kept: KeptOptions, given: Partial<SdkOptions>): KeptOptions {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => given[name as keyof KeptOptions] === undefined));
}

/** The options that the next run takes over. */
export function keptOptions(
  folder: string,
  { config, language, validation, queries, with: additions }: SdkOptions,
): KeptOptions {
  return {
    ...(config === undefined || config === false
      ? {}
      : { config: relative(resolve(folder), resolve(config)).replaceAll("\\", "/") }),
    ...(language === "ts" && { language }),
    ...(!validation && { validation }),
    ...(!queries && { queries }),
    ...(additions.length > 0 && { with: additions }),
  };
}
