import { expect, describe as suite, test } from "vitest";
import { schemasOf } from "../fixtures/schemas-of.js";
import type { Schema, SchemaRegistry } from "../schema.js";
import { propertyStripper } from "./property-stripper.js";
import { withoutWriteOnly } from "./strip-properties.js";

const at = (name: string) => `#/components/schemas/${name}`;
const ref = (name: string) => ({ $ref: at(name) });

suite("values without the properties of the other side", () => {
  const schemas = {
    Id: { type: "integer", readOnly: true },
    User: {
      type: "object",
      properties: {
        id: ref("Id"),
        password: { type: "string", writeOnly: true },
        friends: { type: "array", items: ref("User") },
      },
      additionalProperties: ref("User"),
    },
    Admin: { allOf: [ref("User"), { properties: { since: { allOf: [ref("Id")] } } }] },
    Cat: { type: "object", required: ["kind"], properties: { kind: { enum: ["cat"] }, tag: { readOnly: true } } },
    Dog: { type: "object", required: ["kind"], properties: { kind: { enum: ["dog"] }, tag: {} } },
    Pet: { oneOf: [ref("Cat"), ref("Dog")] },
  };

  test("readOnly ones leave at any depth, through references, parts, items and further properties", async () => {
    const registry = await schemasOf(schemas);
    const value = { id: 1, password: "x", since: 2, friends: [{ id: 3, best: { id: 4, name: "Ada" } }] };
    expect(withoutReadOnly(value, registry.at(at("Admin")), registry)).toEqual({
      password: "x",
      friends: [{ best: { name: "Ada" } }],
    });
    expect(value.id).toBe(1);
  });

  test("writeOnly ones leave for responses", async () => {
    const registry = await schemasOf(schemas);
    expect(withoutWriteOnly({ id: 1, password: "x" }, registry.at(at("User")), registry)).toEqual({ id: 1 });
  });

  test("the same object comes back when nothing leaves", async () => {
    const registry = await schemasOf(schemas);
    const value = { password: "x", friends: [{ friends: [] }] };
    expect(withoutReadOnly(value, registry.at(at("Admin")), registry)).toBe(value);
  });

  test("of alternatives the one that fits counts", async () => {
    const registry = await schemasOf(schemas);
    const pet = registry.at(at("Pet"));
    expect(withoutReadOnly({ kind: "cat", tag: 1 }, pet, registry)).toEqual({ kind: "cat" });
    expect(withoutReadOnly({ kind: "dog", tag: 1 }, pet, registry)).toEqual({ kind: "dog", tag: 1 });
  });

  test("a property whose values a subtype lists stays, though its base flags it", async () => {
    const variant = (type: string) => ({ allOf: [ref("Base"), { properties: { type: { enum: [type] } } }] });
    const registry = await schemasOf({
      Base: { properties: { id: { readOnly: true }, type: { type: "string", readOnly: true } } },
      Mail: variant("mail"),
      Way: { oneOf: [ref("Mail"), variant("push")] },
    });
    for (const name of ["Mail", "Way"])
      expect(withoutReadOnly({ id: 1, type: "mail" }, registry.at(at(name)), registry)).toEqual({ type: "mail" });
  });

  test("those of a subtype leave where its base is declared, known by its tag", async () => {
    const registry = await schemasOf({
      Base: { type: "object", properties: { kind: { type: "string" } }, discriminator: { propertyName: "kind" } },
      Sub: { allOf: [ref("Base"), { properties: { secret: { writeOnly: true }, made: { readOnly: true } } }] },
      Bases: { type: "array", items: ref("Base") },
    });
    const value = [{ kind: "Sub", secret: 1, made: 2 }];
    expect(withoutWriteOnly(value, registry.at(at("Bases")), registry)).toEqual([{ kind: "Sub", made: 2 }]);
    expect(withoutReadOnly(value, registry.at(at("Bases")), registry)).toEqual([{ kind: "Sub", secret: 1 }]);
  });

  test("what is left of another alternative is as secret as it was there, unless the value's own declares it", async () => {
    const secret = { writeOnly: true };
    const registry = await schemasOf({
      Either: {
        oneOf: [
          { properties: { kind: { const: "a" }, code: secret, shared: secret } },
          { properties: { kind: { const: "b" }, shared: { type: "string" } } },
        ],
      },
    });
    const either = registry.at(at("Either"));
    const value = { kind: "b", code: 1, shared: "x", other: 2 };
    expect(withoutWriteOnly(value, either, registry)).toEqual({ kind: "b", shared: "x", other: 2 });
    const ofAny = propertyStripper(registry, either, "writeOnly", true);
    expect(ofAny?.(value)).toEqual({ kind: "b", other: 2 });
  });

  test("so is what it holds at any depth", async () => {
    const owner = { properties: { name: { type: "string" }, taxId: { type: "string", writeOnly: true } } };
    const registry = await schemasOf({
      Either: {
        oneOf: [
          { required: ["token"], properties: { token: {}, owners: { type: "array", items: owner }, lead: owner } },
          { required: ["email"], properties: { email: { type: "string" } } },
        ],
      },
    });
    const value = { email: "a@b.c", owners: [{ name: "Ann", taxId: "1" }], lead: { taxId: "2" } };
    expect(withoutWriteOnly(value, registry.at(at("Either")), registry)).toEqual({
      email: "a@b.c",
      owners: [{ name: "Ann" }],
      lead: {},
    });
  });
});

function withoutReadOnly(value: unknown, schema: Schema, schemas: SchemaRegistry): unknown {
  return propertyStripper(schemas, schema, "readOnly")?.(value) ?? value;
}
