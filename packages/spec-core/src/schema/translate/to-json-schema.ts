import { isObject, type JsonObject, kindOf } from "../../json/is-object.js";
import { escapeToken } from "../../json/json-pointer.js";
import { isDeeperThan, setOwn } from "../../json/json-value.js";
import { toPattern } from "../patterns/pattern-dialects.js";
import type { JsonSchema } from "../schema.js";
import { isIdentifier, isKeptSibling } from "../shape/reference-siblings.js";
import { allowNull, meansNull } from "./allow-null.js";
import { withoutCombinations } from "./combination-limit.js";
import { withinNumber } from "./one-number.js";
import { type Keywords, MOST_MEMBERS, MOST_VALUES, PlainKeywords, type SchemaConversion } from "./plain-keywords.js";
import { sameAlternatives } from "./same-alternatives.js";

/**
 * Converts a schema of the description (OpenAPI 3.0's dialect, or JSON Schema 2020-12 from 3.1 on) to the normal form.
 * Corrects invalid keywords if their meaning is clear, or else drops them, with a warning. Never throws.
 * @see OpenAPI 3.0.4, "Schema Object"; OpenAPI 3.1, "Schema Object"
 */
export function toJsonSchema(raw: unknown, uri: string, conversion: SchemaConversion): JsonSchema {
  return new Converter(conversion).convert(raw, uri);
}

/** Maximum depth of nested schemas, without references: more than people write, and few enough for recursion. */
const DEEPEST = 200;

const DEEPEST_VALUE = 500;
/** Keywords that contain values of the schema. */
const VALUES = new Set(["const", "enum", "default", "example", "examples"]);

class Converter {
  readonly #conversion: SchemaConversion;
  readonly #plain: PlainKeywords;
  /** Objects that are being converted, with their places. A value from a program may contain itself. */
  readonly #open = new Map<object, string>();

  constructor(conversion: SchemaConversion) {
    this.#conversion = conversion;
    this.#plain = new PlainKeywords(conversion);
  }

  convert(raw: unknown, uri: string): JsonSchema {
    if (typeof raw === "boolean") return raw;
    if (!isObject(raw)) {
      this.#plain.warn(
        "invalid-schema",
        `Expected a schema object here, found ${kindOf(raw)}; any value is allowed.`,
        uri,
      );
      return true;
    }
    const around = this.#open.get(raw);
    if (around !== undefined) return { $ref: around };
    if (this.#open.size > DEEPEST) {
      this.#plain.warn(
        "too-deep",
        `Schemas are nested more than ${DEEPEST} levels deep; below any value is allowed.`,
        uri,
      );
      return true;
    }
    this.#open.set(raw, uri);
    const problem = this.#conversion.combinationProblem(raw);
    const readable = problem === undefined ? raw : this.#bounded(raw, problem, uri);
    const text = typeof readable.$ref === "string" ? readable.$ref : readable.$dynamicRef;
    const schema = typeof text === "string" ? this.#reference(readable, text, uri) : this.#object(readable, uri);
    this.#open.delete(raw);
    if (typeof schema === "object" && schema.$ref === undefined) this.#conversion.made(schema, uri);
    return schema;
  }

  #bounded(raw: JsonObject, problem: "too-deep" | "too-large", uri: string): JsonObject {
    const why = problem === "too-deep" ? "one inside the other without end" : "in more ways than can be tried";
    this.#plain.warn(problem, `Schemas are combined here ${why}; \`allOf\`, \`oneOf\` and the like are ignored.`, uri);
    return withoutCombinations(raw);
  }

  #reference(raw: JsonObject, text: string, uri: string): JsonSchema {
    const reference = { $ref: text };
    const siblings = Object.entries(raw).filter(([keyword]) => isKeptSibling(keyword, this.#conversion.dialect));
    if (siblings.length === 0) return reference;
    const { nullable, ...rest } = Object.fromEntries(siblings);
    const out = this.#object(rest, uri) as Keywords;
    out.allOf = [reference, ...((out.allOf as JsonSchema[] | undefined) ?? [])];
    return nullable === true ? allowNull(out, this.#conversion.dialect === "3.0", this.#isEndless(text, uri)) : out;
  }

  /**
   * True if the referenced schema requires the property that contains the reference. Without null, such a value would
   * be infinite.
   */
  #isEndless(text: string, uri: string): boolean {
    const [raw] = [...this.#open].find(([, place]) => place === text) ?? [];
    const required = isObject(raw) && Array.isArray(raw.required) ? raw.required : [];
    return required.some((name) => typeof name === "string" && uri === `${text}/properties/${escapeToken(name)}`);
  }

  #object(raw: JsonObject, uri: string): JsonSchema & object {
    const out: Keywords = {};
    for (const keyword of Object.keys(raw)) {
      const value = raw[keyword];
      if (value === undefined || isIdentifier(keyword)) continue;
      this.#keyword(out, raw, keyword, value, uri);
    }
    this.#plain.exclusiveBound(out, raw, "exclusiveMinimum", "minimum", uri);
    this.#plain.exclusiveBound(out, raw, "exclusiveMaximum", "maximum", uri);
    if (out.enum !== undefined) this.#plain.fitEnum(out, uri);
    nameKind(out, raw);
    return raw.nullable === true ? allowNull(out, this.#conversion.dialect === "3.0") : out;
  }

  #keyword(out: Keywords, raw: JsonObject, keyword: string, value: unknown, uri: string): void {
    switch (KEYWORD_KINDS.get(keyword)) {
      case "map":
        this.#schemaMap(out, keyword, value, `${uri}/${keyword}`);
        return;
      case "list":
        this.#schemaList(out, raw, keyword, value, `${uri}/${keyword}`);
        return;
      case "schema":
        out[keyword] = this.convert(value, `${uri}/${keyword}`);
        return;
      case "count":
        this.#plain.number(out, keyword, value, `${uri}/${keyword}`, (n) => n >= 0 && Number.isInteger(n));
        return;
      case "bound":
        this.#plain.number(out, keyword, value, `${uri}/${keyword}`, (n) => keyword !== "multipleOf" || n > 0);
        return;
      case "flag":
        this.#plain.flag(out, keyword, value, `${uri}/${keyword}`);
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
      this.#plain.warn(
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
        this.#plain.type(out, value, place);
        return;
      case "format":
        if (typeof value === "string") out.format ??= value;
        else this.#plain.ignored(keyword, value, place);
        return;
      case "pattern":
        this.#plain.pattern(out, value, place);
        return;
      case "enum":
        if (!Array.isArray(value) || value.length === 0) this.#plain.ignored(keyword, value, place);
        else if (!this.#plain.isTooMany(keyword, value, MOST_VALUES, place)) out.enum = value;
        return;
      case "required":
        this.#plain.required(out, value, place);
        return;
      case "items":
        this.#items(out, raw, value, place);
        return;
      case "additionalProperties":
        // Dropped if it forbids properties that the parts of `allOf` require.
        if (value === false && Array.isArray(raw.allOf)) {
          const [own] = openParts({}, [raw, ...raw.allOf], this.#conversion) ?? [raw];
          if (own !== raw) return;
        }
        if (value === false && isExtended(raw, this.#conversion)) {
          const why = "it forbids what the schemas of `discriminator.mapping` add to this one";
          this.#plain.warn("invalid-schema", `\`additionalProperties\` is not read: ${why}.`, place);
          return;
        }
        if (value === null) this.#plain.ignored(keyword, value, place);
        else if (value === "true" || value === "false") out[keyword] = value === "true";
        else out[keyword] = this.convert(value, place);
        return;
      case "dependentRequired":
      case "dependencies":
        this.#dependencies(out, value, place);
        return;
      case "discriminator":
        this.#plain.discriminator(out, value, place, uri);
        return;
      case "example":
        out.examples = [value, ...((out.examples as unknown[] | undefined) ?? [])];
        return;
      case "examples":
        this.#plain.examples(out, value, place);
        return;
      default:
        out[keyword] = value;
    }
  }

  #schemaMap(out: Keywords, keyword: string, value: unknown, place: string): void {
    if (!isObject(value)) {
      this.#plain.ignored(keyword, value, place);
      return;
    }
    const members = Object.keys(value);
    if (this.#plain.isTooMany(keyword, members, MOST_MEMBERS, place)) return;
    const map: Keywords = {};
    if (typeof value.$ref === "string") {
      // Not allowed, but some descriptions with several files do it: the whole map is in another place.
      const elsewhere = this.#conversion.resolve(value.$ref);
      if (isObject(elsewhere?.value)) this.#schemaMap(out, keyword, elsewhere.value, elsewhere.uri);
      else this.#plain.ignored(keyword, value.$ref, place);
      return;
    }
    for (const name of members) {
      const schema = value[name];
      let key = name;
      if (keyword === "patternProperties") {
        const pattern = toPattern(name);
        if (pattern === undefined) {
          this.#plain.warn(
            "invalid-pattern",
            `${JSON.stringify(name)} is not a regular expression; it is ignored.`,
            place,
          );
          continue;
        }
        key = pattern;
      }
      setOwn(map, key, schema === null ? true : this.convert(schema, `${place}/${escapeToken(name)}`));
    }
    out[keyword] = map;
  }

  #schemaList(out: Keywords, raw: JsonObject, keyword: string, value: unknown, place: string): void {
    const given = isObject(value) && keyword !== "prefixItems" ? [value] : value;
    const opened = keyword === "allOf" && Array.isArray(given) ? openParts(raw, given, this.#conversion) : undefined;
    if (opened) {
      const why = "each forbids properties that another requires, so no value fits all";
      this.#plain.warn(
        "invalid-schema",
        `Parts of \`allOf\` exclude each other: ${why}. They are read as open.`,
        place,
      );
    }
    const list = opened ?? given;
    if (!Array.isArray(list) || list.length === 0) {
      this.#plain.ignored(keyword, value, place);
      return;
    }
    if (this.#plain.isTooMany(keyword, list, MOST_MEMBERS, place)) return;
    const before = (out[keyword] as JsonSchema[] | undefined) ?? [];
    const step = Array.isArray(value) ? (index: number) => `${place}/${index}` : () => place;
    const isChoice = list.length > 1 && (keyword === "anyOf" || keyword === "oneOf");
    // A validator that accepts any value for the empty alternative finds two matches, except for null. So null is the
    // default.
    if (keyword === "oneOf" && isChoice && list.some(meansNull)) out.default ??= null;
    const plain = (schema: unknown): unknown => (isChoice && meansNull(schema) ? { type: "null" } : schema);
    const isOne = keyword === "oneOf" && isChoice;
    const isExtra = isOne ? withinNumber(list) : () => false;
    const isSame =
      isOne && raw.discriminator === undefined
        ? sameAlternatives(list, (reference) => this.#conversion.resolve(reference))
        : () => false;
    out[keyword] = [
      ...before,
      ...list.flatMap((schema, index) =>
        isExtra(schema) || isSame(index) ? [] : [this.convert(plain(schema), step(index))],
      ),
    ];
  }

  #items(out: Keywords, raw: JsonObject, value: unknown, place: string): void {
    if (!Array.isArray(value)) {
      if (value === null) this.#plain.ignored("items", value, place);
      else out.items = this.convert(value, place);
      return;
    }
    if (value.length > 0 && raw.prefixItems === undefined) {
      out.prefixItems = value.map((schema, index) => this.convert(schema, `${place}/${index}`));
    }
    const rest = raw.additionalItems;
    if (typeof rest === "boolean" || isObject(rest)) {
      out.items = this.convert(rest, place.replace(/items$/, "additionalItems"));
    }
  }

  #dependencies(out: Keywords, value: unknown, place: string): void {
    if (!isObject(value)) {
      this.#plain.ignored("dependencies", value, place);
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
}

/**
 * The parts of an `allOf` without their `additionalProperties: false`, if a part forbids a property that the whole
 * requires. Such a description means that the parts are closed together. `undefined` if a value can satisfy them.
 */
function openParts(whole: JsonObject, parts: readonly unknown[], { resolve }: SchemaConversion): unknown[] | undefined {
  const targets = parts.map((part) =>
    isObject(part) && typeof part.$ref === "string" ? resolve(part.$ref)?.value : part,
  );
  const required = [whole, ...targets].flatMap((one) =>
    isObject(one) && Array.isArray(one.required) ? one.required : [],
  );
  const isInTheWay = (one: unknown): one is JsonObject => {
    if (!isObject(one) || one.additionalProperties !== false || one.patternProperties !== undefined) return false;
    const declared = isObject(one.properties) ? one.properties : {};
    return required.some((name) => typeof name === "string" && !Object.hasOwn(declared, name));
  };
  if (!targets.some(isInTheWay)) return undefined;
  return targets.map((target, index) => {
    if (!isInTheWay(target)) return parts[index];
    // The part becomes a copy, so its discriminator must not lead back to the whole.
    const { additionalProperties: _, discriminator: __, ...open } = target;
    return open;
  });
}

/** True for a base whose subtypes refer to it in their `allOf`. Each value is then checked against both. */
function isExtended(raw: JsonObject, { resolve }: SchemaConversion): boolean {
  const mapping = isObject(raw.discriminator) ? raw.discriminator.mapping : undefined;
  const leadsTo = (reference: unknown): unknown =>
    typeof reference === "string" ? resolve(reference)?.value : undefined;
  return Object.values(isObject(mapping) ? mapping : {}).some((target) => {
    const subtype = leadsTo(target);
    const parts = isObject(subtype) && Array.isArray(subtype.allOf) ? subtype.allOf : [];
    return parts.some((part) => isObject(part) && leadsTo(part.$ref) === raw);
  });
}

type KeywordKind = "schema" | "list" | "map" | "count" | "bound" | "flag";

/** The kinds of keywords that are converted alike. Other keywords are converted one by one. */
const KEYWORD_KINDS: ReadonlyMap<string, KeywordKind> = new Map(
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

/** Adds defaults for the `kind` and `apiVersion` of a Kubernetes object, which are written next to its schema. */
function nameKind(out: Keywords, raw: JsonObject): void {
  const kinds = raw["x-kubernetes-group-version-kind"];
  if (!Array.isArray(kinds) || kinds.length !== 1 || !isObject(kinds[0]) || !isObject(out.properties)) return;
  const { group, version, kind } = kinds[0];
  const values = { kind, apiVersion: group === "" ? version : `${group}/${version}` };
  for (const [name, value] of Object.entries(values)) {
    const property = out.properties[name];
    if (isObject(property) && property.type === "string" && property.default === undefined)
      setOwn(property, "default", value);
  }
}
