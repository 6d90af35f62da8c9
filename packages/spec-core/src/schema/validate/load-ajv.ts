import type { Format } from "ajv";
import { requireBundled } from "../../lazy/require-lazily.js";

/**
 * Loads ajv for JSON Schema 2020-12, and its code templates. This takes 13 ms from the file that .ci/bundle.mjs creates
 * and 80 ms from the package, so it happens when the first value is validated.
 */
export function loadAjv(): typeof import("ajv/dist/2020.js") {
  return requireBundled("./bundle/ajv.cjs", "ajv/dist/2020.js");
}

/** Loads the formats of ajv-formats. They do not need ajv. */
export function loadAjvFormats(): Readonly<Record<string, Format>> {
  return requireBundled<typeof import("ajv-formats/dist/formats.js")>(
    "./bundle/ajv-formats.cjs",
    "ajv-formats/dist/formats.js",
  ).fullFormats;
}
