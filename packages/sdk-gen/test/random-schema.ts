import { pick, type Random } from "./mutant.js";

type Keywords = Record<string, unknown>;

// Few names, few texts, few numbers: so that schemas and values meet.
const PROPERTIES = ["a", "b", "kind", "constructor"];
const TEXTS = ["", "a", "ab", "abc", "A", "B", "C", "🐈", "2026-01-31", "é"];
const NUMBERS = [-1, 0, 1, 2, 3, 0.5, 0.3, 19.99, 100, 2 ** 31];
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
export const NAMES: readonly string[] = ["A", "B", "C", "D"];

/** A value of a few levels. */
export function randomValue(random: Random, depth = 3): unknown {
  const kind = random();
  if (depth > 0 && kind < 0.4) {
    const names = PROPERTIES.filter(() => random() < 0.5);
    return Object.fromEntries(
      names.map((name) => [
        name,
        name === "kind" && random() < 0.8 ? pick(NAMES, random) : randomValue(random, depth - 1),
      ]),
    );
  }
  if (depth > 0 && kind < 0.55) {
    return Array.from({ length: Math.floor(random() * 4) }, () => randomValue(random, depth - 1));
  }
  return pick<unknown>([pick(TEXTS, random), pick(NUMBERS, random), random() < 0.5, null], random);
}

/** A schema of OpenAPI 3.1 that uses any keyword, refers to others, circles included, and need not make sense. */
export function randomSchema(random: Random, depth = 3): unknown {
  if (depth === 0 || random() < 0.15) return randomLeaf(random);
  const schema: Keywords = {};
  const keywords = keywordsAt(random, depth - 1);
  const count = 1 + Math.floor(random() * 4);
  for (let turn = 0; turn < count; turn += 1) {
    const name = pick(Object.keys(keywords), random);
    Object.assign(schema, keywords[name]?.());
  }
  return schema;
}

function randomLeaf(random: Random): unknown {
  const kind = random();
  if (kind < 0.3) return { $ref: `#/components/schemas/${pick(NAMES, random)}` };
  if (kind < 0.4) return random() < 0.7;
  const flags = random() < 0.3 ? { [pick(["readOnly", "writeOnly"], random)]: true } : {};
  return { type: pick(TYPES, random), ...flags };
}

function keywordsAt(random: Random, depth: number): Record<string, () => Keywords> {
  const schema = () => randomSchema(random, depth);
  const list = () => Array.from({ length: 1 + Math.floor(random() * 3) }, schema);
  const names = () => PROPERTIES.filter(() => random() < 0.4);
  const map = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, schema()]));
  const count = () => Math.floor(random() * 4);
  const number = () => pick(NUMBERS, random);
  const text = () => pick(TEXTS, random);
  const properties = () => ({ properties: map(names()) });
  const references = () => names().map((_, at) => ({ $ref: `#/components/schemas/${NAMES[at]}` }));
  const discriminator = () => ({ propertyName: "kind" });
  return {
    type: () => ({ type: random() < 0.7 ? pick(TYPES, random) : [pick(TYPES, random), pick(TYPES, random)] }),
    object: () => ({ type: "object", ...properties(), required: names() }),
    properties,
    required: () => ({ required: names() }),
    enum: () => ({ enum: [text(), number(), { a: 1, b: [null] }, null].slice(count()) }),
    const: () => ({ const: pick<unknown>([text(), number(), [1, { a: 1 }], null], random) }),
    bounds: () => ({ [pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], random)]: number() }),
    multipleOf: () => ({ multipleOf: pick([1, 2, 0.5, 0.1, 0.01, 3], random) }),
    lengths: () => ({ [pick(["minLength", "maxLength"], random)]: count() }),
    pattern: () => ({ pattern: pick(["^a", "b$", "^[\\w\\-]*$", ".", "^\\p{L}$", "^..$"], random) }),
    format: () => ({ format: pick(["date", "int32", "int64", "email", "uuid", "byte", "unknown"], random) }),
    items: () => ({ items: schema() }),
    prefixItems: () => ({ prefixItems: list() }),
    counts: () => ({ [pick(["minItems", "maxItems", "minProperties", "maxProperties"], random)]: count() }),
    uniqueItems: () => ({ uniqueItems: true }),
    contains: () => ({ contains: schema(), ...(random() < 0.5 ? { minContains: count() } : { maxContains: count() }) }),
    additionalProperties: () => ({ additionalProperties: random() < 0.5 ? false : schema() }),
    patternProperties: () => ({ patternProperties: map(["^a", "b"].slice(count() % 2)) }),
    propertyNames: () => ({ propertyNames: schema() }),
    dependentRequired: () => ({ dependentRequired: { [pick(PROPERTIES, random)]: names() } }),
    dependentSchemas: () => ({ dependentSchemas: map(names()) }),
    unevaluatedProperties: () => ({ unevaluatedProperties: random() < 0.6 ? false : schema() }),
    unevaluatedItems: () => ({ unevaluatedItems: random() < 0.6 ? false : schema() }),
    allOf: () => ({ allOf: list() }),
    anyOf: () => ({ anyOf: list() }),
    oneOf: () => ({ oneOf: list() }),
    not: () => ({ not: schema() }),
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
    if: () => ({ if: schema(), then: schema(), ...(random() < 0.5 ? { else: schema() } : {}) }),
    tagged: () => ({ [pick(["oneOf", "anyOf"], random)]: references(), discriminator: discriminator() }),
    tagMapping: () => ({
      oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }, schema()],
      discriminator: { ...discriminator(), mapping: { a: "#/components/schemas/A", ab: "B" } },
    }),
    base: () => ({ type: "object", properties: { kind: { type: "string" } }, discriminator: discriminator() }),
    child: () => ({ allOf: [{ $ref: `#/components/schemas/${pick(NAMES, random)}` }, schema()] }),
    flagged: () => ({
      properties: {
        [pick(PROPERTIES, random)]: {
          ...pick([{}, { type: "string" }], random),
          [pick(["readOnly", "writeOnly"], random)]: true,
        },
      },
      required: names(),
    }),
  };
}
