import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/openapi-3-1";
import "@hyperjump/json-schema/openapi-3-0";
import fc from "fast-check";
import { expect, describe as suite, test } from "vitest";
import { schemasOf } from "./fixtures/schemas-of.js";

// Few names, few texts, few numbers: so that schemas and values meet.
const name = fc.constantFrom("a", "b", "c", "constructor");
const text = fc.constantFrom("", "a", "ab", "abc", "1", "🐈");
const number = fc.constantFrom(-1, 0, 1, 2, 3, 0.5, 19.99, 100);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(name, tie("any"), { maxKeys: 4 }),
  ),
})).any;

const count = fc.integer({ min: 0, max: 3 });
const reference = fc.constantFrom("A", "B", "C").map((target) => ({ $ref: `#/components/schemas/${target}` }));

/** Keywords of both dialects. */
function keywords(schema: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
    minimum: number,
    maximum: number,
    // Not 0.01: the other validator divides in floating point, and rejects -1.
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom("^a", "b$", "^[\\w\\-]*$", "."),
    items: schema,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    properties: fc.dictionary(name, schema, { maxKeys: 3 }),
    required: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    additionalProperties: fc.oneof(fc.boolean(), schema),
    minProperties: count,
    maxProperties: count,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
  };
}

const types = ["string", "number", "integer", "boolean", "object", "array"] as const;

function pick(members: Record<string, fc.Arbitrary<unknown>>, most: number): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(members);
  return fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 0, maxLength: most })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, members[key] ?? fc.constant(true)]))));
}

const schema30 = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    pick({ type: fc.constantFrom(...types) }, 1),
    reference,
    pick(
      {
        ...keywords(tie("schema")),
        type: fc.constantFrom(...types),
        exclusiveMinimum: fc.boolean(),
        exclusiveMaximum: fc.boolean(),
      },
      4,
    ),
    fc.record({ type: fc.constantFrom(...types), nullable: fc.boolean() }),
  ),
})).schema;

const schema31 = fc.letrec((tie) => {
  const schema = tie("schema");
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      pick({ type: fc.constantFrom(...types, "null") }, 1),
      reference,
      fc.boolean(),
      pick(
        {
          ...keywords(schema),
          type: fc.oneof(fc.constantFrom(...types), fc.constantFrom(["string", "null"], ["object", "array"])),
          $ref: reference.map(({ $ref }) => $ref),
          const: scalar,
          exclusiveMinimum: number,
          exclusiveMaximum: number,
          prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
          contains: schema,
          minContains: count,
          maxContains: count,
          patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), schema, { maxKeys: 2 }),
          propertyNames: schema,
          dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 }),
          dependentSchemas: fc.dictionary(name, schema, { maxKeys: 2 }),
          unevaluatedProperties: schema,
          unevaluatedItems: schema,
          if: schema,
          // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
          then: schema,
          else: schema,
        },
        4,
      ),
    ),
  };
}).schema;

const DIALECTS: Readonly<Record<string, string>> = {
  "3.0.4": "https://spec.openapis.org/oas/3.0/dialect",
  "3.1.0": "https://spec.openapis.org/oas/3.1/dialect/base",
};

let documents = 0;

/** The verdict of @hyperjump/json-schema, which shares no code with ours. */
async function independent(
  schemas: Record<string, unknown>,
  openapi: string,
  values: readonly unknown[],
): Promise<boolean[]> {
  documents += 1;
  const base = `https://example.com/${documents}/`;
  for (const [schemaName, schema] of Object.entries(schemas)) {
    const text = JSON.stringify(schema).replaceAll("#/components/schemas/", base);
    registerSchema(JSON.parse(text), `${base}${schemaName}`, DIALECTS[openapi]);
  }
  try {
    const isValid = await validate(`${base}A`);
    return values.map((one) => isValid(one as never).valid);
  } finally {
    for (const schemaName of Object.keys(schemas)) unregisterSchema(`${base}${schemaName}`);
  }
}

/** Circles that never look into the value have no meaning that validators agree on. */
function isInPlaceCircle(schemas: Record<string, unknown>): boolean {
  const edges = (json: unknown): string[] => {
    if (typeof json !== "object" || json === null) return [];
    const {
      $ref,
      allOf,
      anyOf,
      oneOf,
      not,
      if: condition,
      then: yes,
      else: no,
      dependentSchemas,
    } = json as Record<string, never>;
    const parts = [allOf, anyOf, oneOf, not, condition, yes, no, Object.values(dependentSchemas ?? {})].flat();
    return [...($ref === undefined ? [] : [($ref as string).slice(-1)]), ...parts.flatMap(edges)];
  };
  return Object.keys(schemas).some((start) => {
    const seen = new Set<string>();
    const queue = edges(schemas[start]);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(...edges(schemas[next]));
    }
    return seen.has(start);
  });
}

suite.each([
  ["3.0.4", schema30],
  ["3.1.0", schema31],
])("OpenAPI %s", (openapi, schema) => {
  const cases = fc.record({
    schemas: fc.record({ A: schema, B: schema, C: schema }),
    values: fc.array(value, { minLength: 6, maxLength: 6 }),
  });

  test("generated schemas judge generated values as an independent validator does", async () => {
    const seen = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async ({ schemas, values }) => {
        fc.pre(!isInPlaceCircle(schemas));
        const expected = await independent(schemas, openapi, values);
        const registry = await schemasOf(structuredClone(schemas), openapi);
        // Requests may fit several alternatives of a `oneOf`.
        const validator = registry.validator(registry.at("#/components/schemas/A"), "response");
        // A schema is compiled when it was asked about ten times: the last values are for the compiled code.
        for (let round = 0; round < 3; round += 1)
          expect(values.map((one) => validator.isValid(one))).toEqual(expected);
        for (const verdict of expected) seen[verdict ? "accepted" : "refused"] += 1;
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(300);
  });

  test("a value has violations when it is not valid", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ schemas, values }) => {
        const registry = await schemasOf(structuredClone(schemas), openapi);
        const validator = registry.validator(registry.at("#/components/schemas/A"), "request");
        for (const one of values) expect(validator.violations(one).length === 0).toBe(validator.isValid(one));
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});
