import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, describe as suite, test } from "vitest";
import type { SchemaData } from "../src/runtime/schema-data.js";
import { compile, issuesOf, type View } from "../src/runtime/validate/compile.js";
import { withKeywords } from "./with-keywords.js";

/** What is wrong with the value, each as `path message`. */
function wrongs(schema: SchemaData, value: unknown, view: View = "request"): string[] {
  const equipped = withKeywords(schema);
  const issues = issuesOf(equipped, view, value);
  expect(compile(equipped, view)(value, "")).toBe(issues.length === 0);
  return issues.map(({ path, message }) => `${path} ${message}`);
}

suite("issues", () => {
  const schema: SchemaData = {
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string", maxLength: 3 } } },
  };

  test("say where, what and why", () => {
    expect(issuesOf(withKeywords(schema), "request", { name: "a", tags: ["ok", "long"] })).toEqual([
      {
        path: "/tags/1",
        field: "tags[1]",
        keyword: "maxLength",
        message: "must be at most 3 characters long",
        expected: 3,
        received: '"long"',
      },
    ]);
  });

  test("are all listed, also below each other", () => {
    expect(wrongs(schema, { tags: [1, "long"], "a/b": 1 })).toEqual([
      "/name is required",
      "/tags/0 must be a string",
      "/tags/1 must be at most 3 characters long",
      "/a~1b is not a known property",
    ]);
  });

  test("are no more than a hundred", () => {
    expect(
      wrongs(
        { items: { type: "string" } },
        Array.from({ length: 500 }, () => 1),
      ),
    ).toHaveLength(100);
  });

  test("a property that is undefined is not there", () => {
    expect(wrongs(schema, { name: undefined, extra: undefined })).toEqual(["/name is required"]);
    expect(wrongs({ maxProperties: 0, propertyNames: false }, { a: undefined })).toEqual([]);
  });

  test("what an object inherits is not there", () => {
    expect(wrongs({ required: ["constructor", "toString"] }, {})).toHaveLength(2);
    const inherited = Object.create({ name: 1, extra: 1 });
    inherited.name = "own";
    expect(wrongs(schema, inherited)).toEqual([]);
  });

  test("show the values they are about, cut short", () => {
    const received = (value: unknown) => issuesOf({ type: "null" }, "request", value)[0]?.received;
    expect(received("x".repeat(100))).toBe(`"${"x".repeat(40)}..."`);
    expect([received(7), received(10n), received([1, 2]), received({ a: 1 }), received(true)]).toEqual([
      "7",
      "10",
      "an array of 2",
      "an object",
      "true",
    ]);
  });

  test("never show passwords and what only clients may know, wherever it is declared", () => {
    const secret = "hunter2";
    const pin = { type: "object", properties: { digits: { type: "integer" } } } as const;
    const account: SchemaData = {
      writeOnlyProperties: ["token", "pin", "other"],
      properties: {
        token: { maxLength: 3 },
        pin: () => pin,
        password: { allOf: [{ format: "password" }, { maxLength: 3 }] },
      },
      allOf: [{ properties: { token: { pattern: "^a" } }, additionalProperties: { type: "string", maxLength: 3 } }],
      anyOf: [{ properties: { other: { enum: ["a", "b"] } } }, { properties: { other: { type: "integer" } } }],
    };
    const value = { token: secret, pin: { digits: secret }, password: secret, other: secret, passwort: 1 };
    for (const view of ["request", "response"] as const) {
      const issues = issuesOf(withKeywords(account), view, value);
      expect(issues.length).toBeGreaterThan(6);
      expect(JSON.stringify(issues.map(({ received }) => received))).not.toContain(secret);
    }
    const long = withKeywords({ type: "string", format: "password", minLength: 9 });
    expect(issuesOf(long, "request", secret)[0]?.received).toBe("(hidden)");
  });
});

suite("values", () => {
  test("numbers that JSON cannot hold are none", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(wrongs({ type: "number" }, value)).toEqual([" must be a number"]);
      expect(wrongs({ type: "integer" }, value)).toEqual([" must be an integer"]);
    }
    expect(wrongs({ minimum: 0 }, Number.NaN)).toEqual([" must be at least 0"]);
  });

  test("bigints are integers", () => {
    expect(wrongs({ type: "integer", format: "int64", minimum: 1, multipleOf: 3 }, 9007199254740993n)).toEqual([]);
    expect(wrongs({ type: "integer", format: "int64" }, 2n ** 63n)).toEqual([" must be an integer of 64 bits"]);
    expect(wrongs({ multipleOf: 10 }, 9007199254740993n)).toEqual([" must be a multiple of 10"]);
    expect(wrongs({ format: "int32" }, 2n ** 31n)).toHaveLength(1);
    expect(wrongs({ type: "string" }, 1n)).toEqual([" must be a string"]);
    expect(wrongs({ enum: [1, 2] }, 2n)).toEqual([]);
  });

  test("minus zero is zero", () => {
    expect(wrongs({ const: 0, minimum: 0, multipleOf: 2 }, -0)).toEqual([]);
    expect(wrongs({ uniqueItems: true }, [0, -0])).toHaveLength(1);
    expect(wrongs({ enum: [[0]] }, [-0])).toEqual([]);
  });

  test("lengths count characters", () => {
    expect(wrongs({ minLength: 2, maxLength: 2 }, "🐈🐈")).toEqual([]);
    expect(wrongs({ minLength: 3 }, "🐈🐈")).toEqual([" must be at least 3 characters long"]);
    expect(wrongs({ maxLength: 1 }, "🐈🐈")).toEqual([" must be at most 1 character long"]);
  });

  test("patterns see characters, and those that need it work without", () => {
    expect(wrongs({ pattern: "^.$" }, "🐈")).toEqual([]);
    expect(wrongs({ pattern: "^\\p{Lu}$" }, "É")).toEqual([]);
    expect(wrongs({ pattern: "^[\\w\\-]+$" }, "a-b")).toEqual([]);
  });

  test("multiples are those of decimals", () => {
    expect(wrongs({ multipleOf: 0.01 }, 19.99)).toEqual([]);
    expect(wrongs({ multipleOf: 0.1 }, 0.3)).toEqual([]);
    expect(wrongs({ multipleOf: 0.01 }, 19.999)).toHaveLength(1);
    expect(wrongs({ multipleOf: 1e-7 }, 1e21)).toEqual([]);
  });

  test("equality is that of JSON", () => {
    expect(wrongs({ enum: [{ a: 1, b: [null] }] }, { b: [null], a: 1 })).toEqual([]);
    expect(wrongs({ const: { a: 1 } }, { a: 1, b: undefined })).toEqual([]);
    expect(wrongs({ enum: ["1", null] }, 1)).toEqual([' must be one of "1", null']);
    expect(wrongs({ uniqueItems: true }, ["1", 1, "null", null, [], {}, "[]"])).toEqual([]);
    expect(
      wrongs({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual([" must not repeat an item"]);
  });
});

suite("views", () => {
  const user: SchemaData = {
    required: ["id", "name", "password"],
    readOnlyProperties: ["id"],
    writeOnlyProperties: ["password"],
    properties: { id: { type: "integer" }, name: { type: "string" }, password: { type: "string" } },
  };

  test("requests need nothing that only the server makes, and it is not looked at", () => {
    expect(wrongs(user, { id: "any" })).toEqual(["/name is required", "/password is required"]);
  });

  test("answers need nothing that only clients know", () => {
    expect(wrongs(user, { password: 1 }, "response")).toEqual([
      "/id is required",
      "/name is required",
      "/password must be a string",
    ]);
  });

  test("a part may require what another part declares", () => {
    const strict = { required: ["id"], dependentRequired: { name: ["id"] } } as const;
    const both: SchemaData = { readOnlyProperties: ["id"], allOf: [() => user, () => strict] };
    expect(wrongs(both, { name: "a", password: "b" })).toEqual([]);
    expect(wrongs(strict, { name: "a" })).toEqual(["/id is required", "/id is required beside name"]);
  });

  test("null that is only meant is sent and never expected", () => {
    const schema: SchemaData = { anyOf: [{ type: "string" }, { type: "null", requestOnly: true }] };
    expect(wrongs(schema, null)).toEqual([]);
    expect(wrongs(schema, null, "response")).toEqual([" must be a string"]);
  });
});

suite("alternatives", () => {
  const cat: SchemaData = {
    required: ["kind", "lives"],
    properties: { kind: { type: "string" }, lives: { type: "integer" } },
  };
  const dog: SchemaData = {
    required: ["kind", "barks"],
    properties: { kind: { type: "string" }, barks: { type: "boolean" } },
  };
  const tagged: SchemaData = {
    oneOf: [() => cat, () => dog],
    discriminator: { propertyName: "kind", tags: { Cat: [0], Dog: [1] } },
  };

  test("the tag decides", () => {
    expect(wrongs(tagged, { kind: "Cat", lives: 9, barks: "no" })).toEqual([]);
    expect(wrongs(tagged, { kind: "Dog", lives: 9 })).toEqual(["/barks is required"]);
  });

  test("a missing tag, or one that nobody has, is the one mistake", () => {
    expect(wrongs(tagged, {})).toEqual(["/kind is required"]);
    expect(wrongs(tagged, { kind: "Fish" })).toEqual(['/kind must be one of "Cat", "Dog"']);
    expect(wrongs(tagged, { kind: "constructor" })).toEqual(['/kind must be one of "Cat", "Dog"']);
  });

  test("a tag is a hint: what only one branch accepts is right without", () => {
    expect(wrongs(tagged, { kind: "Tabby", lives: 9 })).toEqual([]);
  });

  test("a fallback takes what no tag names, and so do branches without tags", () => {
    const discriminator = { propertyName: "kind", tags: { Cat: [0] } };
    expect(wrongs({ ...tagged, discriminator: { ...discriminator, fallback: 1 } }, {})).toHaveLength(2);
    expect(wrongs({ ...tagged, discriminator: { ...discriminator, untagged: [1] } }, { kind: "x" })).toEqual([
      "/barks is required",
    ]);
  });

  test("what says it is a subtype must be one", () => {
    const base: SchemaData = {
      required: ["kind"],
      discriminator: { propertyName: "kind", subtypes: { Lion: () => lion } },
    };
    const lion: SchemaData = { allOf: [() => base, { required: ["mane"] }] };
    expect(wrongs(base, { kind: "Lion" })).toEqual(["/mane is required"]);
    expect(wrongs(base, { kind: "Snail" })).toEqual([]);
    expect(wrongs(lion, {})).toEqual(["/kind is required", "/mane is required"]);
  });

  test("without a tag the closest is explained", () => {
    const schema: SchemaData = { oneOf: [{ type: "string" }, () => cat, { type: "array" }] };
    expect(wrongs(schema, { kind: "a", lives: "9" })).toEqual(["/lives must be an integer"]);
    expect(wrongs({ anyOf: [{ type: "string" }, { type: "integer" }] }, true)).toEqual([
      " must be a string or an integer",
    ]);
    expect(wrongs({ anyOf: [{ enum: ["a"] }, { const: "b" }] }, "c")).toEqual([' must be one of "a", "b"']);
    expect(wrongs({ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {})).toEqual([" must have a or b"]);
  });

  test("a request may fit several alternatives of a oneOf that each say what they are, an answer may not", () => {
    const named: SchemaData = { type: "object", properties: { name: { type: "string" } } };
    const titled: SchemaData = { type: "object", properties: { title: { type: "string" } } };
    const schema: SchemaData = { oneOf: [named, titled] };
    expect(wrongs(schema, { name: "a", title: "b" })).toEqual([]);
    expect(wrongs(schema, { name: "a", title: "b" }, "response")).toHaveLength(1);
  });

  test("oneOf takes one, not two", () => {
    expect(wrongs({ oneOf: [{ type: "integer" }, { minimum: 1 }] }, 2)).toEqual([
      " must match only one of the alternatives",
    ]);
  });
});

suite("circles", () => {
  test("through values, however deep", () => {
    const node: SchemaData = { required: ["id"], properties: { next: () => node } };
    expect(wrongs(node, { id: 1, next: { id: 2, next: {} } })).toEqual(["/next/next/id is required"]);
  });

  test("on one value: a part adds nothing, an alternative never holds", () => {
    const part: SchemaData = { allOf: [() => part, { type: "string" }] };
    expect([wrongs(part, "a"), wrongs(part, 1)]).toEqual([[], [" must be a string"]]);
    const choice: SchemaData = { anyOf: [() => choice, { type: "string" }] };
    expect([wrongs(choice, "a"), wrongs(choice, 1)]).toEqual([[], [" must be a string"]]);
  });

  test("a base that lists what extends it asks each only once", () => {
    const pet: SchemaData = { required: ["name"], oneOf: [() => cat, () => dog] };
    const cat: SchemaData = { allOf: [() => pet, { required: ["lives"] }] };
    const dog: SchemaData = { allOf: [() => pet, { required: ["barks"] }] };
    expect(wrongs(pet, { name: "Tom", lives: 9 })).toEqual([]);
    expect(wrongs(cat, { lives: 9, barks: true })).toEqual(["/name is required"]);
  });

  test("references are followed when data first reaches them", () => {
    let asked = 0;
    const schema: SchemaData = {
      properties: {
        a: () => {
          asked += 1;
          return { type: "string" };
        },
      },
    };
    expect([wrongs(schema, {}), asked]).toEqual([[], 0]);
    expect([wrongs(schema, { a: 1 }).length, wrongs(schema, { a: 2 }).length, asked]).toEqual([1, 1, 1]);
  });
});

suite("keywords that see what others looked at", () => {
  test("unevaluatedProperties, through references, branches and conditions", () => {
    const base: SchemaData = { properties: { id: true } };
    const schema: SchemaData = {
      allOf: [() => base],
      oneOf: [
        { required: ["a"], properties: { a: true } },
        { required: ["b"], properties: { b: true } },
      ],
      if: { properties: { id: { const: 1 } } },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
      then: { patternProperties: { "^x": true } },
      unevaluatedProperties: false,
    };
    expect(wrongs(schema, { id: 1, a: 1, x1: 1 })).toEqual([]);
    expect(wrongs(schema, { id: 2, a: 1, x1: 1 })).toEqual(["/x1 is not a known property"]);
    expect(wrongs({ ...schema, unevaluatedProperties: { type: "string" } }, { id: 1, a: 1, c: 1 })).toEqual([
      "/c must be a string",
    ]);
  });

  test("unevaluatedItems, and contains beside it", () => {
    const pair: SchemaData = { prefixItems: [true], contains: { const: 2 } };
    expect(wrongs({ allOf: [pair], unevaluatedItems: false }, [1, 2])).toEqual([]);
    expect(wrongs({ allOf: [pair], unevaluatedItems: false }, [1, 2, 3])).toEqual([" must have at most 2 items"]);
  });
});

test("no code is made of text, so that any content security policy lets the validator work", () => {
  const folder = fileURLToPath(new URL("../src/runtime/validate/", import.meta.url));
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  )) {
    expect(readFileSync(`${folder}${name}`, "utf8")).not.toMatch(/\beval\(|\bFunction\(/);
  }
});
