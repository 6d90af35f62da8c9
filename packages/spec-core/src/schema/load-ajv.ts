// biome-ignore lint/correctness/noNodejsModules: ajv and its formats take 25 ms to load, and validators, which are synchronous, need them only once a value comes.
import { createRequire } from "node:module";
import type { Format } from "ajv";

const require = createRequire(import.meta.url);

/** ajv for JSON Schema 2020-12, and its code templates. */
export function loadAjv(): typeof import("ajv/dist/2020.js") {
  return require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
}

/** The formats of ajv-formats, which need nothing of ajv. */
export function loadAjvFormats(): Readonly<Record<string, Format>> {
  return (require("ajv-formats/dist/formats.js") as { readonly fullFormats: Readonly<Record<string, Format>> })
    .fullFormats;
}
