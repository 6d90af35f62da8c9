import { expect, test } from "vitest";
import { schemasOf } from "../fixtures/schemas-of.js";
import { unwrapSchema } from "./unwrap-schema.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test("what is wrapped around a schema comes off, down to the one object", async () => {
  const registry = await schemasOf({
    Pet: { type: "object" },
    Alias: ref("Pet"),
    Described: { description: "A pet", allOf: [ref("Alias")] },
    Nullable: { ...ref("Described"), nullable: true },
    Either: { oneOf: [{ type: "null" }, ref("Nullable")] },
    More: { allOf: [ref("Pet")], required: ["a"] },
    Two: { allOf: [ref("Pet"), ref("More")] },
    Loop: { allOf: [ref("Loop")] },
  });
  const pet = registry.follow(ref("Pet"));
  for (const name of ["Pet", "Alias", "Described", "Nullable", "Either"]) {
    expect(unwrapSchema(registry, ref(name))).toBe(pet);
  }
  for (const name of ["More", "Two", "Loop"]) {
    expect(unwrapSchema(registry, ref(name))).toBe(registry.follow(ref(name)));
  }
});
