import type { DiagnosticCode } from "../diagnostic.js";
import type { Located } from "../document/documents.js";
import { isDeeperThan } from "../document/is-deeper-than.js";
import { isJsonObject, type JsonObject, kindOf } from "../document/json-object.js";
import { escapeToken } from "../document/json-pointer.js";
import { allowNull } from "./allow-null.js";
import { withoutCombinations } from "./expanded-parts.js";
import { isOfType } from "./is-of-type.js";
import { isDelimited, toPattern } from "./pattern.js";
import { isType, readType } from "./read-type.js";
import { isIdentifier, isKeptSibling } from "./reference-siblings.js";
import type { Discriminator, JsonSchema } from "./schema.js";

/** What the conversion needs to know about the description, and where it leaves what it finds. */
export interface SchemaConversion {
  readonly dialect: "3.0" | "3.1";
  /** The URI that a discriminator's mapping value means, written in the schema at `uri`. */
  resolveMapping(target: string, uri: string): string;
  /** What a reference leads to that stands where a reference to a schema does not. */
  resolve(reference: string): Located | undefined;
  /** Does it name so many others for the same value that nobody can try all ways through them? */
  problemOfExtent(raw: JsonObject): "too-deep" | "too-large" | undefined;
  /** Called once for each schema object that was made, with the place of the raw one. */
  made(schema: JsonSchema & object, uri: string): void;
  warn(code: DiagnosticCode, message: string, uri: string): void;
}

type Keywords = Record<string, unknown>;

/**
 * Turns a schema as the description writes it (OpenAPI 3.0's dialect, or JSON Schema 2020-12 from 3.1 on) into the normal
 * form. What makes no sense is mended where its meaning is plain, else left out, with a warning; nothing throws.
 * @see OpenAPI 3.0.4, "Schema Object"; OpenAPI 3.1, "Schema Object"
 */
export function toJsonSchema(raw: unknown, uri: string, conversion: SchemaConversion): JsonSchema {
  return new Converter(conversion).convert(raw, uri);
}

type KeywordKind = "schema" | "list" | "map" | "count" | "bound" | "flag";

/** Keywords that are alike, by what they hold. The others are each their own. */
const KINDS: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries({
    schema: "not if then else contains propertyNames unevaluatedItems unevaluatedProperties contentSchema",
    list: "allOf anyOf oneOf prefixItems",
    map: "properties patternProperties dependentSchemas",
    count: "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
    bound: "minimum maximum multipleOf",
    flag: "uniqueItems readOnly writeOnly deprecated",
  } satisfies Record<KeywordKind, string>).flatMap(([kind, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, kind as KeywordKind] as const),
  ),
);

/** Levels of schemas inside each other, references not counted: more than anyone writes, and less than recursion copes with. */
const DEEPEST = 200;

const DEEPEST_VALUE = 500;
/** Properties, required names, parts or alternatives of one schema: a hundred times as many as anyone writes. */
const MOST_MEMBERS = 20_000;
/** Values of one enumeration. */
const MOST_VALUES = 100_000;
/** Keywords that hold values of the schema. */
const VALUES = new Set(["const", "enum", "default", "example", "examples"]);

class Converter {
  readonly #conversion: SchemaConversion;
  /** Objects that are being converted, and where: a value that a program handed over may hold itself. */
  readonly #open = new Map<object, string>();

  constructor(conversion: SchemaConversion) {
    this.#conversion = conversion;
  }

  convert(raw: unknown, uri: string): JsonSchema {
    if (typeof raw === "boolean") return raw;
    if (!isJsonObject(raw)) {
      this.#warn("invalid-schema", `A schema is an object, but here is ${kindOf(raw)}; any value is allowed.`, uri);
      return true;
    }
    const around = this.#open.get(raw);
    if (around !== undefined) return { $ref: around };
    if (this.#open.size > DEEPEST) {
      this.#warn("too-deep", `Schemas are nested more than ${DEEPEST} levels deep; below any value is allowed.`, uri);
      return true;
    }
    this.#open.set(raw, uri);
    const problem = this.#conversion.problemOfExtent(raw);
    const readable = problem === undefined ? raw : this.#bounded(raw, problem, uri);
    const text = typeof readable.$ref === "string" ? readable.$ref : readable.$dynamicRef;
    const schema = typeof text === "string" ? this.#reference(readable, text, uri) : this.#object(readable, uri);
    this.#open.delete(raw);
    if (typeof schema === "object" && schema.$ref === undefined) this.#conversion.made(schema, uri);
    return schema;
  }

  #bounded(raw: JsonObject, problem: "too-deep" | "too-large", uri: string): JsonObject {
    const why = problem === "too-deep" ? "one inside the other without end" : "in more ways than can be tried";
    this.#warn(problem, `Schemas are combined here ${why}; \`allOf\`, \`oneOf\` and the like are ignored.`, uri);
    return withoutCombinations(raw);
  }

  #reference(raw: JsonObject, text: string, uri: string): JsonSchema {
    const reference = { $ref: text };
    const siblings = Object.entries(raw).filter(([keyword]) => isKeptSibling(keyword, this.#conversion.dialect));
    if (siblings.length === 0) return reference;
    const { nullable, ...rest } = Object.fromEntries(siblings);
    const out = this.#object(rest, uri) as Keywords;
    out.allOf = [reference, ...((out.allOf as JsonSchema[] | undefined) ?? [])];
    return nullable === true ? allowNull(out, this.#conversion.dialect === "3.0") : out;
  }

  #object(raw: JsonObject, uri: string): JsonSchema & object {
    const out: Keywords = {};
    for (const keyword of Object.keys(raw)) {
      const value = raw[keyword];
      if (value === undefined || isIdentifier(keyword)) continue;
      this.#keyword(out, raw, keyword, value, uri);
    }
    this.#exclusiveBound(out, raw, "exclusiveMinimum", "minimum", uri);
    this.#exclusiveBound(out, raw, "exclusiveMaximum", "maximum", uri);
    if (out.enum !== undefined) this.#fitEnum(out, uri);
    return raw.nullable === true ? allowNull(out, this.#conversion.dialect === "3.0") : out;
  }

  #keyword(out: Keywords, raw: JsonObject, keyword: string, value: unknown, uri: string): void {
    switch (KINDS.get(keyword)) {
      case "map":
        this.#schemaMap(out, keyword, value, `${uri}/${keyword}`);
        return;
      case "list":
        this.#schemaList(out, keyword, value, `${uri}/${keyword}`);
        return;
      case "schema":
        out[keyword] = this.convert(value, `${uri}/${keyword}`);
        return;
      case "count":
        this.#number(out, keyword, value, `${uri}/${keyword}`, (n) => n >= 0 && Number.isInteger(n));
        return;
      case "bound":
        this.#number(out, keyword, value, `${uri}/${keyword}`, (n) => keyword !== "multipleOf" || n > 0);
        return;
      case "flag":
        this.#flag(out, keyword, value, `${uri}/${keyword}`);
        return;
      case undefined:
        this.#single(out, raw, keyword, value, uri);
    }
  }

  #single(out: Keywords, raw: JsonObject, keyword: string, value: unknown, uri: string): void {
    if (keyword === "description" || keyword === "title") {
      out[keyword] = value;
      return;
    }
    const place = `${uri}/${keyword}`;
    if (VALUES.has(keyword) && isDeeperThan(value, DEEPEST_VALUE)) {
      this.#warn(
        "too-deep",
        `The value is nested more than ${DEEPEST_VALUE} levels deep; ${keyword} is ignored.`,
        place,
      );
      return;
    }
    switch (keyword) {
      case "$ref":
      case "$dynamicRef":
      case "nullable":
      case "exclusiveMinimum":
      case "exclusiveMaximum":
      case "additionalItems":
        return;
      case "type":
        this.#type(out, value, place);
        return;
      case "format":
        if (typeof value === "string") out.format ??= value;
        else this.#ignored(keyword, value, place);
        return;
      case "pattern":
        this.#pattern(out, value, place);
        return;
      case "enum":
        if (!Array.isArray(value) || value.length === 0) this.#ignored(keyword, value, place);
        else if (!this.#isTooMany(keyword, value, MOST_VALUES, place)) out.enum = value;
        return;
      case "required":
        this.#required(out, value, place);
        return;
      case "items":
        this.#items(out, raw, value, place);
        return;
      case "additionalProperties":
        if (value === null) this.#ignored(keyword, value, place);
        else if (value === "true" || value === "false") out[keyword] = value === "true";
        else out[keyword] = this.convert(value, place);
        return;
      case "dependentRequired":
      case "dependencies":
        this.#dependencies(out, value, place);
        return;
      case "discriminator":
        this.#discriminator(out, value, place, uri);
        return;
      case "example":
        out.examples = [value, ...((out.examples as unknown[] | undefined) ?? [])];
        return;
      case "examples":
        this.#examples(out, value, place);
        return;
      default:
        out[keyword] = value;
    }
  }

  #schemaMap(out: Keywords, keyword: string, value: unknown, place: string): void {
    if (!isJsonObject(value)) {
      this.#ignored(keyword, value, place);
      return;
    }
    const members = Object.keys(value);
    if (this.#isTooMany(keyword, members, MOST_MEMBERS, place)) return;
    const map: Keywords = {};
    if (typeof value.$ref === "string") {
      // Not allowed, but found in descriptions of many files: the whole map stands elsewhere.
      const elsewhere = this.#conversion.resolve(value.$ref);
      if (isJsonObject(elsewhere?.value)) this.#schemaMap(out, keyword, elsewhere.value, elsewhere.uri);
      else this.#ignored(keyword, value.$ref, place);
      return;
    }
    for (const name of members) {
      const schema = value[name];
      let key = name;
      if (keyword === "patternProperties") {
        const pattern = toPattern(name);
        if (pattern === undefined) {
          this.#warn("invalid-pattern", `${JSON.stringify(name)} is not a regular expression; it is ignored.`, place);
          continue;
        }
        key = pattern;
      }
      setOwn(map, key, schema === null ? true : this.convert(schema, `${place}/${escapeToken(name)}`));
    }
    out[keyword] = map;
  }

  #schemaList(out: Keywords, keyword: string, value: unknown, place: string): void {
    const list = isJsonObject(value) && keyword !== "prefixItems" ? [value] : value;
    if (!Array.isArray(list) || list.length === 0) {
      this.#ignored(keyword, value, place);
      return;
    }
    if (this.#isTooMany(keyword, list, MOST_MEMBERS, place)) return;
    const before = (out[keyword] as JsonSchema[] | undefined) ?? [];
    const step = list === value ? (index: number) => `${place}/${index}` : () => place;
    out[keyword] = [...before, ...list.map((schema, index) => this.convert(schema, step(index)))];
  }

  #items(out: Keywords, raw: JsonObject, value: unknown, place: string): void {
    if (!Array.isArray(value)) {
      if (value === null) this.#ignored("items", value, place);
      else out.items = this.convert(value, place);
      return;
    }
    if (value.length > 0 && raw.prefixItems === undefined) {
      out.prefixItems = value.map((schema, index) => this.convert(schema, `${place}/${index}`));
    }
    const rest = raw.additionalItems;
    if (typeof rest === "boolean" || isJsonObject(rest)) {
      out.items = this.convert(rest, place.replace(/items$/, "additionalItems"));
    }
  }

  #type(out: Keywords, value: unknown, place: string): void {
    if (isType(value)) {
      out.type = value;
      return;
    }
    const types: string[] = [];
    for (const written of [value].flat()) {
      const { type, format, isRight } = readType(written);
      if (!isRight) {
        const meaning = type === undefined ? "any type is allowed" : `it is read as ${type}`;
        this.#warn("unknown-type", `There is no type ${JSON.stringify(written)}; ${meaning}.`, place);
      }
      if (type === undefined) return;
      types.push(type);
      if (format !== undefined) out.format = format;
    }
    const distinct = [...new Set(types)];
    if (distinct.length > 0) out.type = distinct.length === 1 ? distinct[0] : distinct;
    else this.#ignored("type", value, place);
  }

  #number(out: Keywords, keyword: string, value: unknown, place: string, fits: (n: number) => boolean): void {
    const number = toNumber(value);
    if (number === undefined || !fits(number)) {
      this.#ignored(keyword, value, place);
      return;
    }
    if (typeof value !== "number") {
      this.#warn("invalid-keyword", `${keyword} should be a number; ${JSON.stringify(value)} is read as one.`, place);
    }
    out[keyword] = number;
  }

  /** A boolean one, as in OpenAPI 3.0, says how to read the inclusive bound. */
  #exclusiveBound(
    out: Keywords,
    raw: JsonObject,
    keyword: "exclusiveMinimum" | "exclusiveMaximum",
    inclusive: "minimum" | "maximum",
    uri: string,
  ): void {
    const value = raw[keyword];
    if (value === undefined || value === false || value === "false") return;
    if (value !== true && value !== "true") {
      this.#number(out, keyword, value, `${uri}/${keyword}`, () => true);
      return;
    }
    if (out[inclusive] === undefined) {
      this.#warn("invalid-keyword", `${keyword} is true, but there is no ${inclusive}; it is ignored.`, uri);
      return;
    }
    out[keyword] = out[inclusive];
    delete out[inclusive];
  }

  #flag(out: Keywords, keyword: string, value: unknown, place: string): void {
    if (value === true || value === "true") out[keyword] = true;
    else if (value === false || value === "false") out[keyword] = false;
    else this.#ignored(keyword, value, place);
  }

  #pattern(out: Keywords, value: unknown, place: string): void {
    const pattern = typeof value === "string" ? toPattern(value) : undefined;
    if (pattern !== undefined)
      Object.assign(out, { pattern }, isDelimited(String(value)) ? { "x-doubtful": true } : {});
    else this.#warn("invalid-pattern", `${JSON.stringify(value)} is not a regular expression; it is ignored.`, place);
  }

  #required(out: Keywords, value: unknown, place: string): void {
    if (!Array.isArray(value)) {
      // `required: false` on a property is harmless and frequent.
      if (value !== false) this.#ignored("required", value, place);
      return;
    }
    if (this.#isTooMany("required", value, MOST_MEMBERS, place)) return;
    const names = [...new Set(value.filter((name) => typeof name === "string"))];
    if (names.length > 0) out.required = names;
  }

  #dependencies(out: Keywords, value: unknown, place: string): void {
    if (!isJsonObject(value)) {
      this.#ignored("dependencies", value, place);
      return;
    }
    const required: Keywords = { ...(out.dependentRequired as Keywords | undefined) };
    const schemas: Keywords = { ...(out.dependentSchemas as Keywords | undefined) };
    for (const [name, dependency] of Object.entries(value)) {
      if (Array.isArray(dependency))
        setOwn(
          required,
          name,
          dependency.filter((other) => typeof other === "string"),
        );
      else setOwn(schemas, name, this.convert(dependency, `${place}/${escapeToken(name)}`));
    }
    if (Object.keys(required).length > 0) out.dependentRequired = required;
    if (Object.keys(schemas).length > 0) out.dependentSchemas = schemas;
  }

  #discriminator(out: Keywords, value: unknown, place: string, uri: string): void {
    const propertyName = isJsonObject(value) ? value.propertyName : value;
    if (typeof propertyName !== "string") {
      this.#ignored("discriminator", value, place);
      return;
    }
    const mapping = isJsonObject(value) && isJsonObject(value.mapping) ? value.mapping : undefined;
    const targets: Record<string, string> = {};
    for (const [tag, target] of Object.entries(mapping ?? {})) {
      if (typeof target === "string") setOwn(targets, tag, this.#conversion.resolveMapping(target, uri));
    }
    const fallback = isJsonObject(value) ? value.defaultMapping : undefined;
    out.discriminator = {
      propertyName,
      ...(mapping && { mapping: targets }),
      ...(typeof fallback === "string" && { defaultMapping: this.#conversion.resolveMapping(fallback, uri) }),
    } satisfies Discriminator;
  }

  #examples(out: Keywords, value: unknown, place: string): void {
    // A map of Example Objects belongs to a media type, but is often put here.
    const list = isJsonObject(value)
      ? Object.values(value).flatMap((example) => (isJsonObject(example) && "value" in example ? [example.value] : []))
      : value;
    if (!Array.isArray(list)) {
      this.#ignored("examples", value, place);
      return;
    }
    const examples = [...((out.examples as unknown[] | undefined) ?? []), ...list];
    if (examples.length > 0) out.examples = examples;
  }

  /** YAML makes numbers and booleans of unquoted words: `type: string` with `enum: [1, 2]`. */
  #fitEnum(out: Keywords, uri: string): void {
    const values = out.enum as readonly unknown[];
    const { type } = out;
    if (typeof type !== "string" || values.some((value) => value === null || isOfType(value, type))) return;
    const mended = values.map((value) => toType(value, type));
    if (!mended.every((value) => value !== undefined)) return;
    this.#warn("enum-type", `No value of the enum is of type ${type}; they are read as if they were.`, `${uri}/enum`);
    out.enum = mended;
    out["x-doubtful"] = true;
  }

  #isTooMany(keyword: string, members: readonly unknown[], most: number, place: string): boolean {
    if (members.length <= most) return false;
    this.#warn("too-large", `${keyword} has ${members.length} members; more than ${most} are ignored.`, place);
    return true;
  }

  #ignored(keyword: string, value: unknown, place: string): void {
    const shown = Array.isArray(value) && value.length === 0 ? "an empty array" : kindOf(value);
    this.#warn(
      "invalid-keyword",
      `${keyword} cannot be ${shown === "a number" ? String(value) : shown}; it is ignored.`,
      place,
    );
  }

  #warn(code: DiagnosticCode, message: string, uri: string): void {
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

/** Plain assignment would change the prototype for a property named `__proto__`. */
function setOwn(target: Keywords, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else target[name] = value;
}
