import { expect, describe as suite, test } from "vitest";
import { wrongs } from "./fixtures/schemas-of.js";

const request = { view: "request" } as const;
const response = { view: "response" } as const;

suite("readOnly and writeOnly", () => {
  const user = {
    type: "object",
    required: ["id", "name", "password"],
    additionalProperties: false,
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      password: { type: "string", writeOnly: true },
    },
  };

  test("a request need not hold what only the server makes, and may hold anything there", async () => {
    expect(await wrongs(user, { name: "Ada", password: "x" }, request)).toEqual([]);
    expect(await wrongs(user, { id: "not an integer", name: "Ada", password: "x" }, request)).toEqual([]);
    expect(await wrongs(user, {}, request)).toEqual(["/name is required", "/password is required"]);
  });

  test("a response need not hold what only clients send", async () => {
    expect(await wrongs(user, { id: 1, name: "Ada" }, response)).toEqual([]);
    expect(await wrongs(user, { name: "Ada" }, response)).toEqual(["/id is required"]);
  });

  test("the flag may stand behind a reference, in a part, or beside null", async () => {
    const schemas = { Id: { type: "integer", readOnly: true }, Alias: { $ref: "#/components/schemas/Id" } };
    for (const id of [
      { $ref: "#/components/schemas/Id" },
      { $ref: "#/components/schemas/Alias" },
      { allOf: [{ $ref: "#/components/schemas/Id" }], description: "Its number." },
      { $ref: "#/components/schemas/Id", nullable: true },
      { anyOf: [{ $ref: "#/components/schemas/Id" }, { type: "null" }] },
    ]) {
      expect(await wrongs({ required: ["id"], properties: { id } }, {}, { ...request, schemas })).toEqual([]);
    }
  });

  test("required and the property may stand in different parts", async () => {
    const schemas = {
      Base: { type: "object", properties: { id: { type: "integer", readOnly: true } } },
      Strict: { type: "object", required: ["id", "name"] },
    };
    const parts = [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/Strict" }];
    expect(await wrongs({ allOf: parts }, {}, { ...request, schemas })).toEqual(["/name is required"]);
    expect(await wrongs({ allOf: parts }, {}, { ...response, schemas })).toEqual([
      "/id is required",
      "/name is required",
    ]);
    expect(
      await wrongs({ required: ["id"], allOf: [{ $ref: "#/components/schemas/Base" }] }, {}, { ...request, schemas }),
    ).toEqual([]);
    expect(
      await wrongs(
        { properties: { id: { readOnly: true } }, anyOf: [{ required: ["id"] }, { required: ["name"] }] },
        {},
        request,
      ),
    ).toEqual([]);
    expect(await wrongs({ $ref: "#/components/schemas/Strict" }, {}, { ...request, schemas })).toHaveLength(2);
  });

  test("it holds at any depth", async () => {
    const schema = { type: "array", items: { type: "object", additionalProperties: user } };
    expect(await wrongs(schema, [{ a: { name: "Ada" } }], request)).toEqual(["/0/a/password is required"]);
  });

  test("a property that one alternative makes readOnly and another takes is looked at", async () => {
    const schema = {
      oneOf: [
        {
          type: "object",
          required: ["kind", "id"],
          properties: { kind: { const: "made" }, id: { type: "integer", readOnly: true } },
        },
        {
          type: "object",
          required: ["kind", "id"],
          properties: { kind: { const: "chosen" }, id: { type: "integer" } },
        },
      ],
    };
    expect(await wrongs(schema, { kind: "made" }, { ...request, openapi: "3.1.0" })).toEqual([]);
    expect(await wrongs(schema, { kind: "chosen" }, { ...request, openapi: "3.1.0" })).toEqual(["/id is required"]);
  });
});

suite("discriminators", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, lives: { type: "integer" } } },
    Dog: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, barks: { type: "boolean" } } },
  };

  test("only the alternative that the tag names is checked, by its name", async () => {
    const pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } };
    expect(await wrongs(pet, { kind: "Cat", lives: 9, barks: "never" }, { schemas })).toEqual([]);
    expect(await wrongs(pet, { kind: "Dog", barks: "loud" }, { schemas })).toEqual(["/barks must be a boolean"]);
  });

  test("by the mapping, and by the values that the alternative allows", async () => {
    const mapped = {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", mapping: { miau: "#/components/schemas/Cat", wuff: "Dog" } },
    };
    expect(await wrongs(mapped, { kind: "miau" }, { schemas })).toEqual([]);
    expect(await wrongs(mapped, { kind: "wuff", barks: 1 }, { schemas })).toEqual(["/barks must be a boolean"]);
    const inline = (kind: string, more: object) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: [kind] }, ...more },
    });
    const tagged = {
      anyOf: [inline("a", { a: { type: "integer" } }), inline("b", { b: { type: "integer" } })],
      discriminator: { propertyName: "kind" },
    };
    expect(await wrongs(tagged, { kind: "b", a: "x" }, { schemas })).toEqual([]);
    expect(await wrongs(tagged, { kind: "a", a: "x" }, { schemas })).toEqual(["/a must be an integer"]);
  });

  test("by the mapping, where all alternatives share the values of their base", async () => {
    const Base = { type: "object", properties: { kind: { enum: ["A", "B", "C"] } } };
    const sub = (property: string) => ({ allOf: [ref("Base"), { properties: { [property]: { type: "integer" } } }] });
    const shared = { Base, One: sub("a"), Two: sub("b") };
    const mapping = { A: ref("One").$ref, B: ref("Two").$ref, C: ref("Two").$ref };
    const json = { oneOf: [ref("One"), ref("Two")], discriminator: { propertyName: "kind", mapping } };
    expect(await wrongs(json, { kind: "A", b: "x" }, { schemas: shared })).toEqual([]);
    expect(await wrongs(json, { kind: "C", b: "x" }, { schemas: shared })).toEqual(["/b must be an integer"]);
  });

  test("an unknown tag is one clear violation where no alternative takes the value, a missing one as well", async () => {
    const pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } };
    expect(await wrongs(pet, { kind: "Fish", lives: "many", barks: "never" }, { schemas })).toEqual([
      '/kind must be one of "Cat", "Dog"',
    ]);
    expect(await wrongs(pet, { kind: "Fish", lives: "many" }, { schemas })).toEqual([]);
    expect(await wrongs(pet, {}, { schemas })).toEqual(["/kind is required"]);
    expect(await wrongs(pet, 1, { schemas })).toEqual([" must be an object"]);
  });

  test("an alternative without a tag of its own takes every other one", async () => {
    const open = {
      oneOf: [ref("Cat"), { type: "object", required: ["wings"] }],
      discriminator: { propertyName: "kind" },
    };
    expect(await wrongs(open, { kind: "Bird", wings: 2 }, { schemas })).toEqual([]);
    expect(await wrongs(open, { kind: "Bird" }, { schemas })).toEqual(["/wings is required"]);
  });

  test("null may be an alternative", async () => {
    const pet = { oneOf: [ref("Cat"), ref("Dog"), { type: "null" }], discriminator: { propertyName: "kind" } };
    expect(await wrongs(pet, null, { schemas, openapi: "3.1.0" })).toEqual([]);
    expect(await wrongs({ ...pet, oneOf: pet.oneOf.slice(0, 2), nullable: true }, null, { schemas })).toEqual([]);
  });

  test("a default mapping takes what no tag names", async () => {
    const pet = {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", defaultMapping: "Dog" },
    };
    expect(await wrongs(pet, { kind: "Wolf", barks: 1 }, { schemas, openapi: "3.2.0" })).toEqual([
      "/barks must be a boolean",
    ]);
    expect(await wrongs(pet, { kind: "Wolf" }, { schemas, openapi: "3.2.0" })).toEqual([]);
  });

  test("a default mapping to what is no alternative leaves all of them open", async () => {
    const base = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
    const wing = { allOf: [ref("Base"), { type: "object", required: ["wings"] }] };
    const fin = { allOf: [ref("Base"), { type: "object", required: ["fins"] }] };
    const all = { Base: base, Wing: wing, Fin: fin };
    const animal = {
      oneOf: [ref("Wing"), ref("Fin")],
      discriminator: { propertyName: "kind", defaultMapping: "Base" },
    };
    expect(await wrongs(animal, { kind: "Wolf", fins: 2 }, { schemas: all, openapi: "3.2.0" })).toEqual([]);
    expect(await wrongs(animal, { kind: "Wolf" }, { schemas: all, openapi: "3.2.0" })).not.toEqual([]);
  });

  suite("with inheritance by allOf", () => {
    const family = {
      Pet: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        discriminator: { propertyName: "kind", mapping: { kitty: "#/components/schemas/Cat" } },
      },
      Cat: { allOf: [ref("Pet"), { type: "object", required: ["lives"], properties: { lives: { type: "integer" } } }] },
      Lion: { allOf: [ref("Cat"), { type: "object", required: ["mane"] }] },
    };

    test("what says it is a subtype must be one, directly or not", async () => {
      expect(await wrongs(ref("Pet"), { kind: "Cat" }, { schemas: family })).toEqual(["/lives is required"]);
      expect(await wrongs(ref("Pet"), { kind: "kitty" }, { schemas: family })).toEqual(["/lives is required"]);
      expect(await wrongs(ref("Pet"), { kind: "Lion" }, { schemas: family })).toEqual([
        "/lives is required",
        "/mane is required",
      ]);
      expect(await wrongs(ref("Pet"), { kind: "Pet" }, { schemas: family })).toEqual([]);
      expect(await wrongs(ref("Pet"), {}, { schemas: family })).toEqual(["/kind is required"]);
    });

    test("a subtype asked for by name is checked once, with its base", async () => {
      expect(await wrongs(ref("Cat"), { lives: 9 }, { schemas: family })).toEqual(["/kind is required"]);
      expect(await wrongs(ref("Cat"), { kind: "Cat", lives: 9 }, { schemas: family })).toEqual([]);
    });
  });

  test("a base that lists its subtypes, which extend it, is no endless circle", async () => {
    const family = {
      Pet: {
        type: "object",
        required: ["kind", "name"],
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: { propertyName: "kind" },
      },
      Cat: { allOf: [ref("Pet"), { type: "object", required: ["lives"] }] },
      Dog: { allOf: [ref("Pet"), { type: "object", required: ["barks"] }] },
    };
    expect(await wrongs(ref("Pet"), { kind: "Cat", name: "Tom", lives: 9 }, { schemas: family })).toEqual([]);
    expect(await wrongs(ref("Pet"), { kind: "Dog" }, { schemas: family })).toEqual([
      "/name is required",
      "/barks is required",
    ]);
    expect(await wrongs(ref("Cat"), { kind: "Cat", lives: 9 }, { schemas: family })).toEqual(["/name is required"]);
    const { discriminator: _, ...Pet } = family.Pet;
    const untagged = { ...family, Pet };
    expect(await wrongs(ref("Pet"), { kind: "x", name: "Tom", lives: 9 }, { schemas: untagged })).toEqual([]);
    expect(await wrongs(ref("Cat"), { kind: "x", name: "Tom", lives: 9, barks: 1 }, { schemas: untagged })).toEqual([]);
  });

  test("discriminators inside discriminators", async () => {
    const nested = {
      Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      Cat: {
        oneOf: [ref("Lion"), ref("Tabby")],
        discriminator: { propertyName: "breed" },
        properties: { kind: { enum: ["cat"] } },
      },
      Dog: { type: "object", properties: { kind: { enum: ["dog"] } } },
      Lion: { type: "object", required: ["mane"], properties: { breed: { enum: ["lion"] } } },
      Tabby: { type: "object", properties: { breed: { enum: ["tabby"] } } },
    };
    expect(await wrongs(ref("Pet"), { kind: "cat", breed: "lion" }, { schemas: nested })).toEqual([
      "/mane is required",
    ]);
    expect(await wrongs(ref("Pet"), { kind: "cat", breed: "puma" }, { schemas: nested })).toEqual([
      '/breed must be one of "lion", "tabby"',
    ]);
  });
});

suite("circles", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  test("through values", async () => {
    const schemas = {
      Node: { type: "object", required: ["id"], properties: { children: { type: "array", items: ref("Node") } } },
    };
    expect(await wrongs(ref("Node"), { id: 1, children: [{ id: 2, children: [{}] }] }, { schemas })).toEqual([
      "/children/0/children/0/id is required",
    ]);
  });

  test.each([
    ["a schema that is a part of itself", { B: { allOf: [ref("B"), { type: "object" }] } }, {}, []],
    [
      "two that are part of each other",
      { B: { allOf: [ref("C")], required: ["b"] }, C: { allOf: [ref("B")], required: ["c"] } },
      {},
      ["/b is required", "/c is required"],
    ],
    [
      "an alternative that is the schema itself",
      { B: { anyOf: [ref("B"), { type: "string" }] } },
      1,
      [" must be a string"],
    ],
    ["alternatives of each other", { B: { anyOf: [ref("C")] }, C: { anyOf: [ref("B"), { type: "string" }] } }, "x", []],
    ["references that only lead to each other", { B: ref("C"), C: ref("B") }, 1, []],
    ["a schema that is not itself", { B: { not: ref("B") } }, 1, []],
  ])("%s", async (_, schemas, value, expected) => {
    expect(await wrongs(ref("B"), value, { schemas })).toEqual(expected);
  });
});

suite("unevaluated properties and items", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Base: { type: "object", properties: { id: { type: "integer" } } },
    Cat: { properties: { lives: { type: "integer" } }, required: ["lives"] },
    Dog: { properties: { barks: { type: "boolean" } }, required: ["barks"] },
    Pair: { prefixItems: [{ type: "string" }] },
    Loop: { allOf: [ref("Loop")], properties: { loop: {} } },
  };
  const closed = { allOf: [ref("Base")], oneOf: [ref("Cat"), ref("Dog")], unevaluatedProperties: false };

  test("see through references, parts and the alternative that holds", async () => {
    const options = { schemas, openapi: "3.1.0" };
    expect(await wrongs(closed, { id: 1, lives: 9 }, options)).toEqual([]);
    expect(await wrongs(closed, { id: 1, lives: 9, extra: 1 }, options)).toEqual(["/extra is not a known property"]);
    expect(await wrongs({ $ref: "#/components/schemas/Pair", unevaluatedItems: false }, ["a", 1], options)).toEqual([
      " must have at most 1 item",
    ]);
    expect(await wrongs({ ...ref("Loop"), unevaluatedProperties: false }, { loop: 1, x: 1 }, options)).toEqual([
      "/x is not a known property",
    ]);
  });

  test("a schema that holds itself may see through itself", async () => {
    const inside = { anyOf: [ref("Self"), { type: "string" }], unevaluatedProperties: false };
    const Self = { type: "object", properties: { self: inside, more: { allOf: [inside] } } };
    const options = { schemas: { Self }, openapi: "3.1.0" };
    expect(await wrongs(ref("Self"), { self: { self: "x", more: { self: {} } } }, options)).toEqual([]);
    expect(await wrongs(ref("Self"), { self: { more: { self: {}, x: 1 } } }, options)).toEqual([
      "/self/more/x is not a known property",
    ]);
  });
});

suite("null that only a loose reading allows", () => {
  const schemas = { Owner: { type: "object", properties: { name: { type: "string" } } } };
  const schema = {
    type: "object",
    properties: { owner: { nullable: true, allOf: [{ $ref: "#/components/schemas/Owner" }] } },
  };

  test("is taken in requests and never answered", async () => {
    expect(await wrongs(schema, { owner: null }, { schemas, view: "request" })).toEqual([]);
    expect(await wrongs(schema, { owner: null }, { schemas, view: "response" })).not.toEqual([]);
  });

  test.each([["parent"], []])("is answered where a schema requires itself: %j", async (...required) => {
    const parent = { nullable: true, $ref: "#/components/schemas/Node" };
    const Node = { type: "object", required, properties: { parent } };
    const found = await wrongs(
      { $ref: "#/components/schemas/Node" },
      { parent: null },
      { schemas: { Node }, view: "response" },
    );
    expect(found.length).toBe(required.length > 0 ? 0 : 1);
  });
});
