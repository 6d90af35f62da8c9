import type { Format } from "ajv";
import { requireBundled } from "../../lazy/require-lazily.js";

/**
 * ajv for JSON Schema 2020-12, and its code templates. Loading it takes 13 ms from the file that .ci/bundle.mjs makes of it, and 80
 * from its package, so it is loaded when the first value is validated.
 */
export function loadAjv(): typeof import("ajv/dist/2020.js") {
  return requireBundled("./bundle/ajv.cjs", "ajv/dist/2020.js");
}

/** The formats of ajv-formats, which need nothing of ajv. */
export function loadAjvFormats(): Readonly<Record<string, Format>> {
  return requireBundled<typeof import("ajv-formats/dist/formats.js")>(
    "./bundle/ajv-formats.cjs",
    "ajv-formats/dist/formats.js",
  ).fullFormats;
}
