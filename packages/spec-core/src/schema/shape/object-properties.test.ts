import { expect, test } from "vitest";
import { schemasOf } from "../fixtures/schemas-of.js";
import { objectProperties } from "./object-properties.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function shown(schemas: Record<string, unknown>): Promise<Record<string, string>> {
  const registry = await schemasOf(schemas);
  const properties = objectProperties(registry, ref("A"));
  expect(objectProperties(registry, registry.follow(ref("A")))).toBe(properties);
  const flags = ["required", "readOnly", "writeOnly"] as const;
  return Object.fromEntries([...properties].map(([name, one]) => [name, flags.filter((flag) => one[flag]).join(" ")]));
}

test("own properties, those of parts, and those of alternatives, which are never certain", async () => {
  expect(
    await shown({
      A: {
        required: ["own", "base"],
        properties: { own: {}, later: {} },
        allOf: [ref("Base"), { required: ["later"] }],
        oneOf: [{ required: ["cat"], properties: { cat: {} } }, { properties: { dog: {} } }],
      },
      Base: { properties: { base: {}, more: {} }, allOf: [ref("A")] },
    }),
  ).toEqual({ own: "required", later: "required", base: "required", more: "", cat: "", dog: "" });
});

test("an object or null is that object", async () => {
  expect(
    await shown({ A: { nullable: true, allOf: [ref("Base")] }, Base: { required: ["a"], properties: { a: {} } } }),
  ).toEqual({ a: "required" });
});

test("flags behind references and parts count, wherever one of the declarations has them", async () => {
  expect(
    await shown({
      Id: { readOnly: true },
      A: {
        properties: { id: ref("Id"), key: { allOf: [ref("Id")] }, secret: { writeOnly: true }, name: {} },
        allOf: [{ properties: { name: { readOnly: true } } }],
      },
    }),
  ).toEqual({ id: "readOnly", key: "readOnly", secret: "writeOnly", name: "readOnly" });
});

test("of several declarations the one that says something gives the schema, whichever comes first", async () => {
  const vague: [string, unknown][] = [
    ["anything", {}],
    ["any object, described", { type: "object", description: "The result." }],
    ["any object, array or text", { anyOf: [{ type: "object" }, { type: "array", items: {} }, { type: "string" }] }],
    ["any array", { type: "array", items: {} }],
    ["a reference to anything", ref("Any")],
    ["parts that say nothing", { allOf: [ref("Any"), { type: "object" }] }],
    ["any object or null", { type: "object", nullable: true }],
  ];
  const precise = { type: "object", properties: { name: { type: "string" } } };
  for (const [what, first] of vague) {
    for (const allOf of [
      [{ properties: { result: first } }, { properties: { result: precise } }],
      [{ properties: { result: precise } }, { properties: { result: first } }],
    ]) {
      const registry = await schemasOf({ A: { allOf }, Any: {} });
      expect(objectProperties(registry, ref("A")).get("result")?.schema, what).toMatchObject(precise);
    }
  }
});

test("of two declarations that say something the first gives the schema", async () => {
  const registry = await schemasOf({
    A: { properties: { x: { type: "string" } }, allOf: [{ properties: { x: { enum: ["a"] } } }] },
    Map: { properties: { x: { additionalProperties: { type: "string" } } }, allOf: [{ properties: { x: ref("A") } }] },
  });
  expect(objectProperties(registry, ref("A")).get("x")?.schema).toEqual({ type: "string" });
  expect(objectProperties(registry, ref("Map")).get("x")?.schema).not.toEqual(ref("A"));
});

test("a property that branches give different values has all of them", async () => {
  const branch = (type: object) => ({ properties: { type } });
  const registry = await schemasOf({
    A: { oneOf: [branch({ const: "card" }), branch({ enum: ["transfer", "card"] }), branch({ type: "string" })] },
    Base: { properties: { type: { type: "string", enum: ["card", "cash"] } }, oneOf: [branch({ const: "cash" })] },
  });
  const valuesOf = (name: string) => objectProperties(registry, ref(name)).get("type")?.schema;
  expect(valuesOf("A")).toEqual({ enum: ["card", "transfer"] });
  expect(valuesOf("Base")).toMatchObject({ enum: ["card", "cash"] });
});

test("a keyword for objects says nothing of the elements of an array", async () => {
  const some = { type: "array", additionalProperties: false, items: { type: "object" } };
  const registry = await schemasOf({
    A: { allOf: [{ properties: { data: some } }, { properties: { data: { type: "array", items: ref("B") } } }] },
    B: { properties: { name: {} } },
  });
  expect(objectProperties(registry, ref("A")).get("data")?.schema).toMatchObject({
    items: { $ref: expect.stringContaining("B") },
  });
});
