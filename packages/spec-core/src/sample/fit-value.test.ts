import { describe, expect, test } from "vitest";
import { type SampleOptions, sampleSchema, type View } from "../index.js";
import { schemaNamed, schemasOf } from "./fixtures/schemas-of.js";

async function fit(
  schema: unknown,
  base: unknown,
  options: Partial<SampleOptions> & { others?: Record<string, unknown> } = {},
): Promise<unknown> {
  const schemas = await schemasOf({ It: schema, ...options.others });
  const view: View = options.view ?? "response";
  const sample = sampleSchema(schemas, schemaNamed(schemas, "It"), { seed: "test", view, base });
  if (!sample.ok) throw new Error(sample.reason);
  expect(schemas.validator(schemaNamed(schemas, "It"), view).violations(sample.value)).toEqual([]);
  return sample.value;
}

const pet = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    age: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
  },
};

test("a value that is right as it is comes back as the same object", async () => {
  const base = { name: "Fido", id: 7, extra: { deep: [1] } };
  expect(await fit(pet, base)).toBe(base);
});

test("what is missing and required is added behind what is there; optional parts are not", async () => {
  const value = await fit(pet, { name: "Fido" });
  expect(value).toEqual({ name: "Fido", id: expect.any(Number) });
  expect(Object.keys(value as object)).toEqual(["name", "id"]);
});

test("undeclared properties go where the schema forbids them", async () => {
  expect(await fit({ ...pet, additionalProperties: false }, { id: 1, name: "Fido", extra: true })).toEqual({
    id: 1,
    name: "Fido",
  });
  expect(await fit({ ...pet, unevaluatedProperties: false }, { id: 1, name: "Fido", extra: true })).toEqual({
    id: 1,
    name: "Fido",
  });
});

test("wrong scalars are replaced, right ones stay", async () => {
  expect(await fit(pet, { id: 1, name: "Fido", age: "old" })).toEqual({ id: 1, name: "Fido", age: expect.any(Number) });
});

test("numbers and numeric texts turn into one another where the schema asks for it", async () => {
  expect(await fit(pet, { id: "17", name: 99 })).toEqual({ id: 17, name: "99" });
  expect(await fit(pet, { id: "017", name: "x" })).not.toMatchObject({ id: 17 });
  expect(await fit(pet, { id: "9007199254740993", name: "x" })).not.toMatchObject({ id: 9007199254740992 });
});

test("an optional null that is not allowed is left out", async () => {
  expect(await fit(pet, { id: 1, name: "Fido", age: null })).toEqual({ id: 1, name: "Fido" });
});

test("arrays are fitted element by element", async () => {
  expect(await fit(pet, { id: 1, name: "Fido", tags: ["a", 2, "b"] })).toEqual({
    id: 1,
    name: "Fido",
    tags: ["a", "2", "b"],
  });
  const unique = { type: "array", items: { type: "integer" }, uniqueItems: true, maxItems: 2 };
  expect(await fit(unique, [1, 1, 2, 3])).toEqual([1, 2]);
});

test("untouched parts keep their identity", async () => {
  const tags = ["a"];
  const value = (await fit(pet, { id: "1", name: "Fido", tags })) as { tags: unknown };
  expect(value.tags).toBe(tags);
});

describe("views", () => {
  const account = {
    type: "object",
    required: ["id", "password"],
    properties: {
      id: { type: "integer", readOnly: true },
      password: { type: "string", writeOnly: true },
      owner: { type: "object", properties: { token: { type: "string", writeOnly: true }, name: { type: "string" } } },
    },
  };
  const stored = { id: 1, password: "secret", owner: { token: "secret", name: "Ann" } };

  test("what is only written is not served", async () => {
    expect(await fit(account, stored)).toEqual({ id: 1, owner: { name: "Ann" } });
  });

  test("what is only read is not sent", async () => {
    expect(await fit(account, stored, { view: "request" })).toEqual({
      password: "secret",
      owner: { token: "secret", name: "Ann" },
    });
  });
});

describe("branches", () => {
  const branches = {
    oneOf: [
      {
        type: "object",
        required: ["street"],
        properties: { street: { type: "string" }, city: { type: "string" } },
        additionalProperties: false,
      },
      {
        type: "object",
        required: ["lat", "lon"],
        properties: { lat: { type: "number" }, lon: { type: "number" } },
        additionalProperties: false,
      },
    ],
  };

  test("the branch in which the value is right wins", async () => {
    const base = { lat: 1, lon: 2 };
    expect(await fit(branches, base)).toBe(base);
  });

  test("else the one that keeps most", async () => {
    expect(await fit(branches, { lat: 1, city: "Rome", street: "Via" })).toEqual({ city: "Rome", street: "Via" });
    expect(await fit(branches, { lat: 1 })).toEqual({ lat: 1, lon: expect.any(Number) });
  });

  test("the discriminator's branch goes before others", async () => {
    const kind = (name: string, type: string): unknown => ({
      type: "object",
      required: ["kind", name],
      properties: { kind: { type: "string" }, [name]: { type }, note: { type: "string" } },
    });
    const schema = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
      },
    };
    const value = await fit(
      schema,
      { kind: "dog", note: "n" },
      { others: { Cat: kind("lives", "integer"), Dog: kind("size", "string") } },
    );
    expect(value).toMatchObject({ kind: "dog", note: "n", size: expect.any(String) });
  });
});

test("a value of quite another kind is replaced", async () => {
  expect(await fit(pet, [1, 2])).toEqual({ id: expect.any(Number), name: expect.any(String) });
});

test("a schema that is an alternative or a part of itself comes to an end where properties must be known", async () => {
  const itself = { $ref: "#/components/schemas/It" };
  const named = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const schema = { unevaluatedProperties: false, [keyword]: [itself, named] };
    for (const base of [{ name: 7 }, { other: 1 }, { name: "Fido", more: {} }]) {
      const schemas = await schemasOf({ It: schema }, "3.1.0");
      const sample = sampleSchema(schemas, schemaNamed(schemas, "It"), { seed: "test", view: "response", base });
      expect(typeof sample.ok).toBe("boolean");
      const isValid = sample.ok && schemas.validator(schemaNamed(schemas, "It"), "response").isValid(sample.value);
      expect(isValid).toBe(sample.ok);
    }
  }
  expect(await fit({ unevaluatedProperties: false, anyOf: [itself, named] }, { name: "Fido", more: {} })).toEqual({
    name: "Fido",
  });
});
