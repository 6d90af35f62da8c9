import type { Located } from "../../document/documents.js";
import type { DiagnosticCode } from "../../errors/diagnostic.js";
import { isObject, type JsonObject, kindOf } from "../../json/is-object.js";
import { isOfType, setOwn } from "../../json/json-value.js";
import { nearestName } from "../../words/nearest-name.js";
import { isDelimited, toPattern } from "../patterns/pattern-dialects.js";
import type { Discriminator, JsonSchema } from "../schema.js";
import { isType, readType, TYPES } from "../shape/read-type.js";

/** Maximum number of properties, required names, parts or alternatives of one schema: a hundred times the usual. */
export const MOST_MEMBERS = 20_000;
/** Maximum number of values in one `enum`. */
export const MOST_VALUES = 100_000;

/** Converts the keywords that contain no schemas. Corrects or drops invalid ones, with a warning. */
export class PlainKeywords {
  readonly #conversion: SchemaConversion;

  constructor(conversion: SchemaConversion) {
    this.#conversion = conversion;
  }

  type(out: Keywords, value: unknown, place: string): void {
    if (isType(value)) {
      out.type = value;
      return;
    }
    const types: string[] = [];
    for (const written of [value].flat()) {
      const { type, format, isRight } = readType(written);
      if (!isRight) {
        const meaning = type === undefined ? "any type is allowed" : `it is read as ${type}`;
        const near = type === undefined && typeof written === "string" ? nearestName(written, TYPES) : undefined;
        const meant = near === undefined ? "" : ` (did you mean ${near}?)`;
        this.warn("unknown-type", `There is no type ${JSON.stringify(written)}${meant}; ${meaning}.`, place);
      }
      if (type === undefined) return;
      types.push(type);
      if (format !== undefined) out.format = format;
    }
    const distinct = [...new Set(types)];
    if (distinct.length > 0) out.type = distinct.length === 1 ? distinct[0] : distinct;
    else this.ignored("type", value, place);
  }

  number(out: Keywords, keyword: string, value: unknown, place: string, fits: (n: number) => boolean): void {
    const number = toNumber(value);
    if (number === undefined || !fits(number)) {
      this.ignored(keyword, value, place);
      return;
    }
    if (typeof value !== "number") {
      this.warn("invalid-keyword", `${keyword} should be a number; ${JSON.stringify(value)} is read as one.`, place);
    }
    out[keyword] = number;
  }

  /** Converts an exclusive bound. A boolean, as in OpenAPI 3.0, makes the inclusive bound exclusive. */
  exclusiveBound(
    out: Keywords,
    raw: JsonObject,
    keyword: "exclusiveMinimum" | "exclusiveMaximum",
    inclusive: "minimum" | "maximum",
    uri: string,
  ): void {
    const value = raw[keyword];
    if (value === undefined || value === false || value === "false") return;
    if (value !== true && value !== "true") {
      this.number(out, keyword, value, `${uri}/${keyword}`, () => true);
      return;
    }
    if (out[inclusive] === undefined) {
      this.warn("invalid-keyword", `${keyword} is true, but there is no ${inclusive}; it is ignored.`, uri);
      return;
    }
    out[keyword] = out[inclusive];
    delete out[inclusive];
  }

  flag(out: Keywords, keyword: string, value: unknown, place: string): void {
    if (value === true || value === "true") out[keyword] = true;
    else if (value === false || value === "false") out[keyword] = false;
    else this.ignored(keyword, value, place);
  }

  pattern(out: Keywords, value: unknown, place: string): void {
    const pattern = typeof value === "string" ? toPattern(value) : undefined;
    if (pattern !== undefined)
      Object.assign(out, { pattern }, isDelimited(String(value)) ? { "x-doubtful": true } : {});
    else this.warn("invalid-pattern", `${JSON.stringify(value)} is not a regular expression; it is ignored.`, place);
  }

  required(out: Keywords, value: unknown, place: string): void {
    if (!Array.isArray(value)) {
      // `required: false` on a property is harmless and frequent.
      if (value !== false) this.ignored("required", value, place);
      return;
    }
    if (this.isTooMany("required", value, MOST_MEMBERS, place)) return;
    const names = [...new Set(value.filter((name) => typeof name === "string"))];
    if (names.length > 0) out.required = names;
  }

  discriminator(out: Keywords, value: unknown, place: string, uri: string): void {
    const propertyName = isObject(value) ? value.propertyName : value;
    if (typeof propertyName !== "string") {
      this.ignored("discriminator", value, place);
      return;
    }
    const mapping = isObject(value) && isObject(value.mapping) ? value.mapping : undefined;
    const targets: Record<string, string> = {};
    for (const [tag, target] of Object.entries(mapping ?? {})) {
      if (typeof target === "string") setOwn(targets, tag, this.#conversion.resolveMapping(target, uri));
    }
    const fallback = isObject(value) ? value.defaultMapping : undefined;
    out.discriminator = {
      propertyName,
      ...(mapping && { mapping: targets }),
      ...(typeof fallback === "string" && { defaultMapping: this.#conversion.resolveMapping(fallback, uri) }),
    } satisfies Discriminator;
  }

  examples(out: Keywords, value: unknown, place: string): void {
    // A map of Example Objects belongs to a media type, but is often put here.
    const list = isObject(value)
      ? Object.values(value).flatMap((example) => (isObject(example) && "value" in example ? [example.value] : []))
      : value;
    if (!Array.isArray(list)) {
      this.ignored("examples", value, place);
      return;
    }
    const examples = [...((out.examples as unknown[] | undefined) ?? []), ...list];
    if (examples.length > 0) out.examples = examples;
  }

  /**
   * Converts enum values to the schema's type, because YAML reads unquoted words as numbers or booleans: `type: string`
   * with `enum: [1, 2]`.
   */
  fitEnum(out: Keywords, uri: string): void {
    const values = out.enum as readonly unknown[];
    const { type } = out;
    if (typeof type !== "string" || values.some((value) => value === null || isOfType(value, type))) return;
    const mended = values.map((value) => toType(value, type));
    if (!mended.every((value) => value !== undefined)) return;
    this.warn("enum-type", `No value of the enum is of type ${type}; they are read as if they were.`, `${uri}/enum`);
    out.enum = mended;
    out["x-doubtful"] = true;
  }

  isTooMany(keyword: string, members: readonly unknown[], most: number, place: string): boolean {
    if (members.length <= most) return false;
    this.warn("too-large", `${keyword} has ${members.length} members, more than ${most}; they are ignored.`, place);
    return true;
  }

  ignored(keyword: string, value: unknown, place: string): void {
    const shown = Array.isArray(value) && value.length === 0 ? "an empty array" : kindOf(value);
    this.warn(
      "invalid-keyword",
      `${keyword} cannot be ${shown === "a number" ? String(value) : shown}; it is ignored.`,
      place,
    );
  }

  warn(code: DiagnosticCode, message: string, uri: string): void {
    this.#conversion.warn(code, message, uri);
  }
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function toType(value: unknown, type: string): unknown {
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if ((type === "number" || type === "integer") && typeof value === "string") return toNumber(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return undefined;
}

/** The conversion's access to the description. It also collects the problems. */
export interface SchemaConversion {
  readonly dialect: "3.0" | "3.1";
  /** The URI for a discriminator's mapping value in the schema at `uri`. */
  resolveMapping(target: string, uri: string): string;
  /** Follows a reference to something other than a schema. */
  resolve(reference: string): Located | undefined;
  /** The problem of a schema that combines too many others. `undefined` if it has none. */
  combinationProblem(raw: JsonObject): "too-deep" | "too-large" | undefined;
  /** Called once for each converted schema object, with the place of the original. */
  made(schema: JsonSchema & object, uri: string): void;
  warn(code: DiagnosticCode, message: string, uri: string): void;
}

/** The keywords of a schema in normal form that is not complete yet. */
export type Keywords = Record<string, unknown>;
