import type { Format } from "ajv";
import { requireLazily } from "../require-lazily.js";

let formats: Readonly<Record<string, Format>> | undefined;

/** Is the text of that format? A format nobody knows refuses nothing. */
export function isOfFormat(format: string, text: string): boolean {
  formats ??= requireLazily<{ fullFormats: Readonly<Record<string, Format>> }>("ajv-formats/dist/formats").fullFormats;
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known instanceof RegExp) return matches(known, text);
  if (typeof known === "function") return known(text);
  if (typeof known !== "object" || known.type === "number" || known.async === true) return true;
  const { validate } = known;
  if (validate instanceof RegExp) return matches(validate, text);
  return typeof validate === "function" ? (validate as (text: string) => boolean)(text) : true;
}

/** Some of the expressions keep their position (`g`), which must not leak from one text to the next. */
function matches(expression: RegExp, text: string): boolean {
  expression.lastIndex = 0;
  return expression.test(text);
}
