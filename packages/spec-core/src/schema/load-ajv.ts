import type { Format } from "ajv";
import { requireLazily } from "../require-lazily.js";

/** ajv for JSON Schema 2020-12, and its code templates. Loading it takes 20 ms, so that waits for the first value. */
export function loadAjv(): typeof import("ajv/dist/2020.js") {
  return requireLazily("ajv/dist/2020.js");
}

/** The formats of ajv-formats, which need nothing of ajv. */
export function loadAjvFormats(): Readonly<Record<string, Format>> {
  return requireLazily<typeof import("ajv-formats/dist/formats.js")>("ajv-formats/dist/formats.js").fullFormats;
}
