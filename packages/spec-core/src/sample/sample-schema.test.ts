import { describe, expect, test } from "vitest";
import { type SampleOptions, type SchemaRegistry, sampleSchema } from "../index.js";
import { schemaNamed, schemasOf } from "./fixtures/schemas-of.js";

const SEEDS = ["1", "2", "3", "4", "5", "6", "7", "8"];

function sampleOf(schemas: SchemaRegistry, name: string, options: Partial<SampleOptions> = {}): unknown {
  const view = options.view ?? "response";
  const sample = sampleSchema(schemas, schemaNamed(schemas, name), { seed: "test", view, ...options });
  if (!sample.ok) throw new Error(sample.reason);
  expect(schemas.validator(schemaNamed(schemas, name), view).violations(sample.value)).toEqual([]);
  return sample.value;
}

async function samplesOf(schema: unknown, options: Partial<SampleOptions> = {}): Promise<unknown[]> {
  const schemas = await schemasOf({ It: schema });
  return SEEDS.map((seed) => sampleOf(schemas, "It", { seed, ...options }));
}

const customer = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", format: "uuid" },
    firstName: { type: "string" },
    email: { type: "string", format: "email" },
    status: { type: "string", enum: ["active", "blocked"] },
    balance: { type: "number", minimum: 0, multipleOf: 0.01 },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true },
    createdAt: { type: "string", format: "date-time" },
    updatedAt: { type: "string", format: "date-time" },
  },
};

describe("the same bytes", () => {
  test("for the same schema and options, on every machine", async () => {
    const schemas = await schemasOf({ Customer: customer });
    expect(JSON.stringify(sampleOf(schemas, "Customer", { seed: "onespec/customers/1" }))).toMatchInlineSnapshot(
      `"{"id":"ac50a289-d448-45e7-a05e-b6c356026114","firstName":"Loren","email":"loren.gutmann@example.com","status":"blocked","balance":804.58,"tags":["river","olive"],"createdAt":"2024-12-01T10:29:57Z","updatedAt":"2025-12-03T13:30:43Z"}"`,
    );
    expect(JSON.stringify(sampleOf(schemas, "Customer", { seed: "onespec/customers/2" }))).toMatchInlineSnapshot(
      `"{"id":"a18ba842-10ca-4c30-904f-3cd9fe699810","firstName":"Anastasia","email":"anastasia.bechtelar@example.com","status":"blocked","balance":3710.66,"tags":["glacier"],"createdAt":"2025-02-26T12:59:02Z","updatedAt":"2025-11-17T07:33:14Z"}"`,
    );
  });

  test("whatever was sampled before, and in another registry", async () => {
    const first = await schemasOf({ Customer: customer, Other: { type: "array", items: customer } });
    for (const seed of SEEDS) sampleOf(first, "Other", { seed });
    const second = await schemasOf({ Customer: customer });
    for (const seed of SEEDS) {
      expect(sampleOf(first, "Customer", { seed })).toEqual(sampleOf(second, "Customer", { seed }));
    }
  });

  test("another property changes no other", async () => {
    const { properties } = customer;
    const more = { phone: { type: "string" }, ...properties, vip: { type: "boolean" } };
    const schemas = await schemasOf({ Customer: customer, More: { ...customer, title: "x", properties: more } });
    for (const seed of SEEDS) {
      expect(sampleOf(schemas, "More", { seed })).toMatchObject(sampleOf(schemas, "Customer", { seed }) as object);
    }
  });
});

describe("values that look real", () => {
  test("names, addresses and moments follow the property's name", async () => {
    const text = { type: "string" };
    const moment = { type: "string", format: "date-time" };
    const [sample] = await samplesOf({
      type: "object",
      properties: { firstName: text, lastName: text, email: text, website: text, createdAt: moment, updatedAt: moment },
    });
    const person = sample as Record<string, string>;
    expect(person.email).toBe(
      `${person.firstName}.${person.lastName}@example.com`.toLowerCase().replace(/[^a-z.@]/g, ""),
    );
    expect(person.website).toMatch(/^https:\/\//);
    expect(String(person.createdAt) < String(person.updatedAt)).toBe(true);
  });

  test("a stay begins with its arrival, a flight with its departure", async () => {
    const day = { type: "string", format: "date" };
    const moment = { type: "string", format: "date-time" };
    const stay = { properties: { arrival: day, departure: day, check_in: day, check_out: day } };
    const flight = { properties: { departure_time: moment, arrival_time: moment } };
    for (const sample of await samplesOf({ type: "object", ...stay })) {
      const { arrival, departure, check_in, check_out } = sample as Record<string, string>;
      expect([String(arrival) <= String(departure), String(check_in) <= String(check_out)]).toEqual([true, true]);
    }
    for (const sample of await samplesOf({ type: "object", ...flight })) {
      const { departure_time, arrival_time } = sample as Record<string, string>;
      expect(String(departure_time) <= String(arrival_time)).toBe(true);
    }
  });

  test("dates stand near to the given now, never to the clock", async () => {
    const now = Date.UTC(2001, 0, 1);
    for (const value of await samplesOf({ type: "string", format: "date-time" }, { now })) {
      expect(String(value)).toMatch(/^(1999|2000)-/);
    }
  });

  test("examples come first, then defaults, and none when they are not wanted", async () => {
    const schema = {
      type: "object",
      required: ["a", "b", "c"],
      properties: {
        a: { type: "string", examples: ["from examples"], default: "from default" },
        b: { type: "string", default: "from default" },
        c: { type: "integer", examples: ["not an integer"], default: 7 },
      },
    };
    for (const value of await samplesOf(schema)) expect(value).toEqual({ a: "from examples", b: "from default", c: 7 });
    for (const value of await samplesOf(schema, { examples: false }))
      expect(value).not.toMatchObject({ a: "from examples" });
  });

  test("a default stands for what nobody gave, null too, where examples are not wanted", async () => {
    const schema = {
      type: "object",
      required: ["a", "b", "c", "d", "e"],
      properties: {
        a: { type: "string", examples: ["from examples"], default: "from default" },
        b: { type: ["string", "null"], default: null },
        c: { type: "integer", default: "seven" },
        d: { type: "object", required: ["f"], properties: { f: { type: "integer", default: 7 } } },
        e: { type: "string", default: "given" },
      },
    };
    const options = { examples: "defaults", optional: false } as const;
    for (const value of await samplesOf(schema, options))
      expect(value).toEqual({ a: "from default", b: null, c: expect.any(Number), d: { f: 7 }, e: "given" });
    for (const value of await samplesOf(schema, { ...options, base: { e: "sent", d: {} } }))
      expect(value).toEqual({ a: "from default", b: null, c: expect.any(Number), d: { f: 7 }, e: "sent" });
  });

  test("an example that is right in part is kept in part", async () => {
    const schema = {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "integer" }, name: { type: "string" } },
      examples: [{ id: "seven", name: "Fido" }],
    };
    for (const value of await samplesOf(schema)) expect(value).toEqual({ id: expect.any(Number), name: "Fido" });
  });

  test("the sample does not share its examples with the description", async () => {
    const schemas = await schemasOf({ It: { type: "object", examples: [{ a: { b: 1 } }] } });
    const value = sampleOf(schemas, "It") as { a: { b: number } };
    value.a.b = 2;
    expect(sampleOf(schemas, "It")).toEqual({ a: { b: 1 } });
  });
});

describe("every keyword is met", () => {
  const formats =
    "date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uri-template uuid json-pointer relative-json-pointer regex byte binary password int32 int64 float double timestamp phone url decimal unheard-of";
  test.each(formats.split(" "))("format %s", async (format) => {
    for (const value of await samplesOf({ type: "string", format })) expect(String(value)).not.toBe("");
  });

  test.each([
    ["email", 30, 40],
    ["email", 1, 12],
    ["hostname", 40, 60],
    ["uri", 10, 20],
    ["uri", 100, 120],
    ["password", 20, 20],
    ["byte", 32, 40],
    ["date-time", 24, 24],
    ["date-time", 25, 25],
    ["date-time", 26, 40],
    ["time", 10, 13],
  ])("format %s between %i and %i characters", async (format, minLength, maxLength) => {
    await samplesOf({ type: "string", format, minLength, maxLength });
  });

  const cases: Record<string, unknown> = {
    "text lengths in code points": { type: "string", minLength: 3, maxLength: 3 },
    "a long text": { type: "string", minLength: 5000 },
    "a pattern with lengths": { type: "string", pattern: "^[a-z]+$", minLength: 12, maxLength: 12 },
    "milliseconds by a pattern": { type: "string", format: "date-time", pattern: "^[-0-9T:]+\\.\\d{3}Z$" },
    "an offset by a pattern": { type: "string", format: "date-time", pattern: "[+]\\d\\d:\\d\\d$" },
    "a pattern with a format": { type: "string", format: "date-time", pattern: "Z$" },
    "exclusive bounds": { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 5 },
    "a small range": { type: "number", minimum: 0.001, maximum: 0.002 },
    "negative numbers": { type: "integer", maximum: -5 },
    "multiples of a fraction": { type: "number", minimum: 19.98, maximum: 20, multipleOf: 0.01 },
    "multiples of two steps": { type: "integer", allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], minimum: 13 },
    int32: { type: "integer", format: "int32", minimum: 2_147_483_600 },
    "large integers": { type: "integer", format: "int64", minimum: 9_007_199_254_740_000 },
    "unique booleans": { type: "array", items: { type: "boolean" }, minItems: 2, uniqueItems: true },
    "unique members": { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 3, uniqueItems: true },
    tuples: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false, minItems: 2 },
    contains: { type: "array", items: { type: "integer" }, contains: { minimum: 100_000 }, minContains: 2 },
    "array bounds": { type: "array", items: { type: "string" }, minItems: 7, maxItems: 7 },
    "additional properties": { type: "object", additionalProperties: { type: "integer" }, minProperties: 3 },
    "pattern properties": {
      type: "object",
      patternProperties: { "^x-[a-z]+$": { type: "integer" } },
      additionalProperties: false,
      minProperties: 2,
    },
    "property names": { type: "object", propertyNames: { pattern: "^[A-Z]{4}$" }, minProperties: 2 },
    "at most so many properties": {
      type: "object",
      required: ["b"],
      properties: { a: {}, b: {}, c: {} },
      maxProperties: 1,
    },
    "required but undeclared": { type: "object", required: ["a", "b"], additionalProperties: { type: "boolean" } },
    "dependent properties": {
      type: "object",
      required: ["card"],
      properties: { card: { type: "string" }, cvc: { type: "string" } },
      dependentRequired: { card: ["cvc"] },
    },
    "dependent schemas": {
      type: "object",
      required: ["card"],
      properties: { card: { type: "string" } },
      dependentSchemas: { card: { required: ["address"], properties: { address: { type: "integer" } } } },
    },
    "if, then and else": {
      type: "object",
      required: ["country"],
      properties: { country: { enum: ["US", "CA"] }, zip: { type: "string" } },
      if: { properties: { country: { const: "US" } } },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
      then: { required: ["zip"], properties: { zip: { pattern: "^\\d{5}$" } } },
      else: { properties: { zip: { pattern: "^[A-Z]\\d[A-Z]$" } } },
    },
    "not a member": { enum: ["a", "b"], not: { const: "a" } },
    "not a type": { not: { type: ["string", "object", "array"] } },
    "not these properties together": {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      not: { required: ["a", "b"] },
    },
    "bounds narrowed by allOf": { allOf: [{ type: "integer", minimum: 3 }, { maximum: 4 }, { minimum: 4 }] },
    "members narrowed by allOf": { allOf: [{ enum: ["a", "b", "c"] }, { enum: ["c", "d"] }] },
    "oneOf inside allOf": {
      allOf: [
        { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
        {
          oneOf: [
            { properties: { kind: { const: "a" }, a: { type: "string" } }, required: ["a"] },
            { properties: { kind: { const: "b" }, b: { type: "string" } }, required: ["b"] },
          ],
        },
      ],
    },
    "exactly one of two required properties": {
      type: "object",
      properties: { email: { type: "string" }, phone: { type: "string" } },
      oneOf: [{ required: ["email"] }, { required: ["phone"] }],
    },
    "one branch within another": {
      oneOf: [
        { type: "object", required: ["type"], properties: { type: { type: "string" } } },
        { type: "object", required: ["type"], properties: { type: { type: "string" }, name: { type: "string" } } },
      ],
    },
    "branches that differ deep down": {
      oneOf: ["a", "b", "c"].map((name) => ({
        type: "object",
        properties: { config: { type: "object", properties: { [name]: { type: "string" } } } },
      })),
    },
    "branches that differ in what their lists hold": {
      oneOf: [{}, { text: { type: "string" } }, { text: { type: "string" }, count: { type: "integer" } }].map(
        (extra) => ({
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string" },
            cells: { type: "array", items: { type: "object", properties: { id: { type: "string" }, ...extra } } },
          },
        }),
      ),
    },
    "number or integer, but not both": { oneOf: [{ type: "number" }, { type: "integer" }] },
    "text or date, but not both": { oneOf: [{ type: "string", format: "date" }, { type: "string" }] },
    "nothing but what branches evaluate": {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ properties: { b: { type: "string" } }, required: ["b"] }],
      unevaluatedProperties: false,
    },
    "a closed part beside an open one": {
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { type: "object", properties: { a: { maxLength: 3 } }, additionalProperties: false },
      ],
    },
    "anything at all": true,
    "names that objects have of their own": {
      type: "object",
      required: ["__proto__", "constructor"],
      properties: JSON.parse('{ "__proto__": { "type": "integer" }, "constructor": { "type": "string" } }'),
    },
  };
  test.each(Object.keys(cases))("%s", async (name) => {
    await samplesOf(cases[name]);
    await samplesOf(cases[name], { optional: false, view: "request" });
  });

  test("null is the last choice", async () => {
    for (const value of await samplesOf({ type: ["null", "integer"] })) expect(value).not.toBeNull();
    for (const value of await samplesOf({ enum: [null, "a"] })) expect(value).toBe("a");
    for (const value of await samplesOf({ anyOf: [{ type: "null" }, { type: "string" }] }))
      expect(value).not.toBeNull();
  });
});

describe("discriminators", () => {
  const branch = (name: string): unknown => ({
    type: "object",
    required: ["petType", name],
    properties: { petType: { type: "string" }, [name]: { type: "string" } },
  });

  test("the tag is the mapping's key of the branch, else its name", async () => {
    const schemas = await schemasOf({
      Cat: branch("meow"),
      Dog: branch("bark"),
      Mapped: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName: "petType", mapping: { kitty: "#/components/schemas/Cat", dog: "Dog" } },
      },
      Named: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName: "petType" },
      },
    });
    for (const seed of SEEDS) {
      const mapped = sampleOf(schemas, "Mapped", { seed }) as Record<string, unknown>;
      expect(mapped.petType).toBe("meow" in mapped && mapped.meow !== null ? "kitty" : "dog");
      const named = sampleOf(schemas, "Named", { seed }) as Record<string, unknown>;
      expect(named.petType).toBe("meow" in named && named.meow !== null ? "Cat" : "Dog");
    }
  });

  test("a base is sampled as a schema that extends it, and each of these with its own tag", async () => {
    const extending = (name: string): unknown => ({
      allOf: [
        { $ref: "#/components/schemas/Pet" },
        { type: "object", required: [name], properties: { [name]: { type: "string" } } },
      ],
    });
    const schemas = await schemasOf({
      Pet: {
        type: "object",
        required: ["petType"],
        properties: { petType: { type: "string" } },
        discriminator: { propertyName: "petType" },
      },
      Cat: extending("meow"),
      Dog: extending("bark"),
    });
    for (const seed of SEEDS) {
      expect(sampleOf(schemas, "Cat", { seed })).toMatchObject({ petType: "Cat", meow: expect.any(String) });
      const pet = sampleOf(schemas, "Pet", { seed }) as Record<string, unknown>;
      expect(pet.petType).toBe("meow" in pet ? "Cat" : "Dog");
    }
  });

  test("a schema that extends a base without a tag that the base allows is no alternative of it", async () => {
    const extending = (name: string): unknown => ({
      allOf: [
        { $ref: "#/components/schemas/App" },
        { type: "object", required: ["name"], properties: { name: { type: "string", enum: [name] } } },
      ],
    });
    const schemas = await schemasOf({
      App: {
        type: "object",
        required: ["mode"],
        properties: { mode: { type: "string", enum: ["BOOKMARK", "SAML"] } },
        discriminator: {
          propertyName: "mode",
          mapping: { BOOKMARK: "#/components/schemas/Bookmark", SAML: "#/components/schemas/Saml" },
        },
      },
      Bookmark: extending("bookmark"),
      Saml: extending("saml"),
      Slack: extending("slack"),
    });
    for (const seed of SEEDS)
      expect([
        { mode: "BOOKMARK", name: "bookmark" },
        { mode: "SAML", name: "saml" },
      ]).toContainEqual(sampleOf(schemas, "App", { seed }));
  });

  test("a subtype that the mapping names goes by its key, not by its name", async () => {
    const App = { $ref: "#/components/schemas/App" };
    const schemas = await schemasOf({
      App: {
        type: "object",
        required: ["mode"],
        properties: { mode: { type: "string" } },
        discriminator: { propertyName: "mode", mapping: { ONE: "#/components/schemas/Single" } },
      },
      Single: { allOf: [App] },
    });
    for (const seed of SEEDS) expect(sampleOf(schemas, "App", { seed })).toEqual({ mode: "ONE" });
  });
});

test("an object without a `type` is an object, also in a list that is called removed", async () => {
  const role = { properties: { role: { type: "string" } }, required: ["role"] };
  const schemas = await schemasOf({
    Grant: { type: "object", properties: { removedRoles: { type: "array", minItems: 1, items: role } } },
  });
  for (const seed of SEEDS) {
    const { removedRoles = [] } = sampleOf(schemas, "Grant", { seed }) as { removedRoles?: unknown[] };
    expect(removedRoles.every((one) => one !== null)).toBe(true);
  }
});

test("the elements that an array must have are as full as others", async () => {
  const user = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };
  const users = { type: "array", items: user, minItems: 4 };
  for (const sample of await samplesOf({ type: "object", properties: { items: users } })) {
    const { items = [] } = sample as { items?: object[] };
    expect(items.map((item) => Object.keys(item))).toEqual(Array(4).fill(["id", "name"]));
  }
});

describe("schemas that contain themselves", () => {
  const node = { $ref: "#/components/schemas/Node" };

  test("optional circles are left out", async () => {
    const schemas = await schemasOf({
      Node: {
        type: "object",
        properties: { name: { type: "string" }, parent: node, children: { type: "array", items: node } },
      },
    });
    expect(sampleOf(schemas, "Node")).toEqual({ name: expect.any(String) });
  });

  test("required ones end in null or an empty array", async () => {
    const schemas = await schemasOf({
      Node: {
        type: "object",
        required: ["parent", "children"],
        properties: { parent: { anyOf: [node, { type: "null" }] }, children: { type: "array", items: node } },
      },
    });
    expect(sampleOf(schemas, "Node")).toEqual({ parent: null, children: [] });
  });

  test("the branch that ends is found", async () => {
    const operation = {
      type: "object",
      required: ["left", "right"],
      properties: { left: node, right: node },
      additionalProperties: false,
    };
    const leaf = {
      type: "object",
      required: ["value"],
      properties: { value: { type: "integer" } },
      additionalProperties: false,
    };
    const schemas = await schemasOf({ Node: { oneOf: [operation, leaf] } });
    for (const seed of SEEDS) expect(JSON.stringify(sampleOf(schemas, "Node", { seed })).length).toBeLessThan(500);
  });

  test("one that never ends is rejected", async () => {
    const schemas = await schemasOf({ Node: { type: "object", required: ["next"], properties: { next: node } } });
    expect(sampleSchema(schemas, schemaNamed(schemas, "Node"), { seed: "1", view: "response" })).toMatchObject({
      ok: false,
    });
  });

  test("schemas that multiply stay small", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Level${index}`);
    const schemas = await schemasOf(
      Object.fromEntries(
        names.map((name, index) => [
          name,
          {
            type: "object",
            properties: Object.fromEntries(
              "abcdefgh"
                .split("")
                .map((key) => [
                  key,
                  index + 1 < names.length ? { $ref: `#/components/schemas/${names[index + 1]}` } : { type: "string" },
                ]),
            ),
          },
        ]),
      ),
    );
    expect(JSON.stringify(sampleOf(schemas, "Level0")).length).toBeLessThan(50_000);
  });
});

describe("views", () => {
  const schema = {
    type: "object",
    required: ["id", "name", "password"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      password: { type: "string", writeOnly: true },
    },
  };

  test("an answer has nothing that is only written, a request nothing that is only read", async () => {
    for (const value of await samplesOf(schema, { view: "response" }))
      expect(Object.keys(value as object)).toEqual(["id", "name"]);
    for (const value of await samplesOf(schema, { view: "request" })) {
      expect(Object.keys(value as object)).toEqual(["name", "password"]);
    }
  });
});

test("what cannot be satisfied is rejected, and the reason names the place", async () => {
  const schemas = await schemasOf({
    It: {
      allOf: [
        { type: "object", required: ["result"], properties: { result: { type: "array" } } },
        { properties: { result: { type: "object" } } },
      ],
    },
  });
  expect(sampleSchema(schemas, schemaNamed(schemas, "It"), { seed: "1", view: "response" })).toMatchObject({
    ok: false,
    reason: "No value was found that satisfies #/components/schemas/It: nothing fits at /result.",
  });
});

test("where several alternatives of a oneOf always hold together, the nearest value is told", async () => {
  const options = { type: "object", required: ["smart"], properties: { smart: { type: "boolean" } } };
  const schemas = await schemasOf({
    It: {
      type: "object",
      required: ["state", "options"],
      properties: { state: { const: "draft" }, options: { oneOf: [options, options] } },
    },
  });
  expect(sampleSchema(schemas, schemaNamed(schemas, "It"), { seed: "1", view: "response" })).toMatchObject({
    ok: false,
    nearest: { state: "draft", options: { smart: expect.any(Boolean) } },
  });
});

test("without a property that is required and forbidden, the nearest value has all others", async () => {
  const properties = { name: { type: "string" }, count: { type: "integer" } };
  const schemas = await schemasOf({
    It: { type: "object", required: ["name", "count", "gone"], properties, additionalProperties: false },
  });
  const sample = sampleSchema(schemas, schemaNamed(schemas, "It"), { seed: "1", view: "response" });
  expect(sample).toMatchObject({ ok: false, nearest: { name: expect.any(String), count: expect.any(Number) } });
});

test("OpenAPI 3.0's nullable and boolean bounds are understood", async () => {
  const schemas = await schemasOf(
    {
      It: {
        type: "object",
        required: ["a", "b"],
        properties: {
          a: { type: "string", nullable: true },
          b: { type: "integer", minimum: 1, exclusiveMinimum: true, maximum: 2 },
        },
      },
    },
    "3.0.3",
  );
  expect(sampleOf(schemas, "It")).toEqual({ a: expect.any(String), b: 2 });
});

describe("numbers", () => {
  const MANY = Array.from({ length: 60 }, (_, index) => String(index));

  async function numbersOf(schema: object, name = "it"): Promise<number[]> {
    const schemas = await schemasOf({ It: { type: "object", required: [name], properties: { [name]: schema } } });
    return MANY.map((seed) => (sampleOf(schemas, "It", { seed }) as Record<string, number>)[name] ?? Number.NaN);
  }

  /** How many of the numbers lie in each third of the range. */
  function thirds(numbers: readonly number[], min: number, max: number): number[] {
    const counts = [0, 0, 0];
    for (const number of numbers) {
      const third = Math.min(2, Math.floor(((number - min) / (max - min)) * 3));
      counts[third] = (counts[third] ?? 0) + 1;
    }
    return counts;
  }

  test.each([
    ["a whole number", "it", { type: "integer", minimum: 0, maximum: 100_000 }],
    ["any number", "it", { type: "number", minimum: -5000, maximum: 20_000 }],
    ["a number of steps", "it", { type: "number", minimum: 0, maximum: 90_000, multipleOf: 0.5 }],
    ["a price in another unit", "price", { type: "integer", minimum: 100, maximum: 50_000 }],
    ["a size with bounds of its own", "weight", { type: "number", minimum: 50, exclusiveMaximum: 40_000 }],
  ])("%s takes the whole of its range", async (_, name, schema) => {
    const bounds = { exclusiveMaximum: 0, maximum: 0, ...schema };
    const counts = thirds(await numbersOf(schema, name), schema.minimum, bounds.exclusiveMaximum || bounds.maximum);
    for (const count of counts) expect(count).toBeGreaterThan(MANY.length / 6);
  });

  test.each([
    ["a bound that only says how it is kept", "it", { type: "integer", minimum: 1, maximum: 2_147_483_647 }, 1001],
    ["a format", "it", { type: "integer", format: "int32" }, 1000],
    ["a name", "quantity", { type: "integer", minimum: 1, maximum: 100_000 }, 20],
    ["a name that fits the range", "year", { type: "integer", minimum: 2000, maximum: 2100 }, 2025],
  ])("%s keeps them small", async (_, name, schema, most) => {
    expect(Math.max(...(await numbersOf(schema, name)))).toBeLessThanOrEqual(most);
  });
});
