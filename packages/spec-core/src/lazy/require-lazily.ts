import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Loads one of our dependencies at first use, without making the caller asynchronous. Node caches it. */
export function requireLazily<Module>(specifier: string): Module {
  return require(specifier) as Module;
}

/**
 * Like `requireLazily`, but loads the module from the single bundled file next to our modules, if it exists. That is
 * many times as fast.
 */
export function requireBundled<Module>(bundled: string, specifier: string): Module {
  try {
    return requireLazily(bundled);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    return requireLazily(specifier);
  }
}
