import type { Format } from "ajv";
import { requireLazily } from "../require-lazily.js";

/** ajv for JSON Schema 2020-12, and its code templates. The bundle has both in a file each (.ci/bundle.mjs). Loading it takes 13 ms from there, so that waits until a schema is used a lot. */
export function loadAjv(): typeof import("ajv/dist/2020.js") {
  return requireLazily("ajv/dist/2020.js");
}

/** The formats of ajv-formats, which need nothing of ajv. */
export function loadAjvFormats(): Readonly<Record<string, Format>> {
  return requireLazily<typeof import("ajv-formats/dist/formats.js")>("ajv-formats/dist/formats.js").fullFormats;
}
