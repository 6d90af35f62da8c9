// biome-ignore lint/correctness/noNodejsModules: ajv costs 20 ms to load, and validators are made synchronously when first used.
import { createRequire } from "node:module";
import type { Ajv2020 } from "ajv/dist/2020.js";

/** Loads ajv and its formats, when the first schema is compiled. */
export function createAjv(): Ajv2020 {
  const require = createRequire(import.meta.url);
  const { Ajv2020: Ajv } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const { fullFormats } = require("ajv-formats/dist/formats.js") as typeof import("ajv-formats/dist/formats.js");
  return new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    allErrors: true,
    formats: fullFormats,
  });
}
