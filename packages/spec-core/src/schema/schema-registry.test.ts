import { expect, describe as suite, test } from "vitest";
import { describe, schemasOf } from "./fixtures/schemas-of.js";

const at = (name: string) => `#/components/schemas/${name}`;
const ref = (name: string) => ({ $ref: at(name) });

suite("finding schemas", () => {
  const schemas = {
    Pet: { type: "object", properties: { owner: { type: "object", title: "Owner" }, best: ref("Pet") } },
    Alias: ref("Other"),
    Other: ref("Pet"),
    Described: { ...ref("Pet"), description: "A pet, said again." },
  };

  test("references to one place give one object, with the name and URI of the place", async () => {
    const registry = await schemasOf(schemas);
    const pet = registry.at(at("Pet"));
    expect(pet).toMatchObject({ uri: at("Pet"), name: "Pet" });
    expect(registry.at(at("Alias"))).toBe(pet);
    expect(registry.at("#/components/schemas/P%65t")).toBe(pet);
    expect(registry.schemaOf(ref("Other"))).toBe(pet);
    expect(registry.follow(ref("Alias"))).toBe(pet.json);
    expect(registry.at(at("Described"))).not.toBe(pet);
  });

  test("named schemas come in the description's order", async () => {
    const registry = await schemasOf(schemas);
    expect([...registry.named.keys()]).toEqual(["Pet", "Alias", "Other", "Described"]);
    expect(registry.named.get("Alias")).toBe(registry.at(at("Pet")));
  });

  test("a schema inside another is found by its URI and by its normal form", async () => {
    const registry = await schemasOf(schemas);
    const { json } = registry.at(at("Pet"));
    if (typeof json === "boolean") throw new Error("an object was expected");
    const owner = registry.schemaOf(json.properties?.owner ?? true);
    expect(owner.uri).toBe(`${at("Pet")}/properties/owner`);
    expect(owner.name).toBeUndefined();
    expect(owner.json).toBe(json.properties?.owner);
    expect(registry.at(`${at("Pet")}/properties/owner`)).toBe(owner);
    expect(registry.at(`${at("Pet")}/properties/best`)).toBe(registry.at(at("Pet")));
  });

  test("a schema that a program makes can be validated as well", async () => {
    const registry = await schemasOf(schemas);
    const made = registry.schemaOf({ type: "array", items: ref("Pet") });
    expect(registry.validator(made, "request").violations([1])).toMatchObject([{ path: "/0", keyword: "type" }]);
    expect(registry.schemaOf(made.json)).toBe(made);
    expect(registry.schemaOf({ type: "string" }).uri).not.toBe(made.uri);
  });

  test("a reference to nowhere allows everything, and is told once", async () => {
    const api = await describe({ A: { properties: { a: ref("Missing") } } });
    const missing = api.schemas.at(at("Missing"));
    expect(missing.json).toBe(true);
    expect(api.schemas.at(at("AlsoMissing")).json).toBe(true);
    expect(api.schemas.at(at("AlsoMissing")).json).toBe(true);
    expect(api.diagnostics.map(({ message }) => message.match(/\w*Missing/)?.[0])).toEqual(["Missing", "AlsoMissing"]);
  });

  test("nothing is converted before it is asked for", async () => {
    const api = await describe({ A: { properties: { b: ref("B") } }, B: { type: "banana" } });
    api.schemas.validator(api.schemas.at(at("A")), "request").isValid({});
    expect(api.diagnostics).toEqual([]);
    api.schemas.validator(api.schemas.at(at("A")), "request").isValid({ b: 1 });
    expect(api.diagnostics).toMatchObject([{ code: "unknown-type" }]);
  });

  test("anchors and $id lead to the schemas that carry them", async () => {
    const registry = await schemasOf(
      {
        Tree: {
          $id: "https://example.com/tree",
          $dynamicAnchor: "node",
          properties: { next: { $dynamicRef: "#node" } },
        },
      },
      "3.1.0",
    );
    const tree = registry.at(at("Tree"));
    expect(registry.validator(tree, "request").violations({ next: { next: 1 } })).toEqual([]);
    expect(registry.validator(tree, "request")).toBe(registry.validator(tree, "request"));
  });
});

suite("flags", () => {
  test("are seen through references, parts and null, also in circles", async () => {
    const registry = await schemasOf({
      Id: { type: "integer", readOnly: true },
      Part: { allOf: [ref("Id")], title: "An id" },
      Maybe: { oneOf: [ref("Part"), { type: "null" }] },
      Loop: { allOf: [ref("Loop")] },
      Plain: { type: "integer", writeOnly: true },
    });
    const flagged = ["Id", "Part", "Maybe", "Loop", "Plain"].map((name) => registry.isFlagged(ref(name), "readOnly"));
    expect(flagged).toEqual([true, true, true, false, false]);
    expect(registry.isFlagged(registry.at(at("Part")).json, "readOnly")).toBe(true);
    expect(registry.isFlagged(ref("Plain"), "writeOnly")).toBe(true);
  });
});
