import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Loads a dependency of ours when it is first needed, without making the caller asynchronous. Node keeps it afterwards. */
export function requireLazily<Module>(specifier: string): Module {
  return require(specifier) as Module;
}
