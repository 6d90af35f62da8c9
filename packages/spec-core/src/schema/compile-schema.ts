import type { Format } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { decideValue } from "./check-value.js";
import type { CheckedUnit } from "./checked-schema.js";
import { knownFormats } from "./formats.js";
import { loadAjv } from "./load-ajv.js";
import type { Matcher } from "./matcher.js";
import { isMultipleOf } from "./multiple-of.js";
import type { SchemaView } from "./schema-view.js";
import { selectTagged } from "./select-tagged.js";
import { findEqualItems } from "./unique-items.js";

/** Says whether a value is valid, and nothing more. */
export type CompiledSchema = (value: unknown) => boolean;

/** Compiles the schemas of one view with ajv, each by itself when a value first reaches it. */
export interface SchemaCompiler {
  compile(unit: CheckedUnit): CompiledSchema;
}

/**
 * A compiler whose ajv is loaded when the first schema is compiled.
 * @param checkOf what decides on the units that a compiled one refers to
 */
export function createSchemaCompiler(view: SchemaView, checkOf: (unit: CheckedUnit) => CompiledSchema): SchemaCompiler {
  let ordinary: Ajv2020 | undefined;
  let careful: Ajv2020 | undefined;

  function compile(unit: CheckedUnit): CompiledSchema {
    const { schema } = unit;
    if (typeof schema === "boolean") return () => schema;
    if (!unit.isCompilable) return (value) => decideValue(view, unit, value, checkOf).isValid;
    // ajv takes `constructor` for a property of every object unless told to look closer, which costs time.
    if (unit.namesInherited) {
      careful ??= createAjv(true);
      return careful.compile(schema) as CompiledSchema;
    }
    ordinary ??= createAjv(false);
    return ordinary.compile(schema) as CompiledSchema;
  }

  function createAjv(ownProperties: boolean): Ajv2020 {
    const { Ajv2020: Ajv, _ } = loadAjv();
    const ajv = new Ajv({
      strict: false,
      // JSON has neither NaN nor Infinity; `strict: false` would let them pass for numbers.
      strictNumbers: true,
      meta: false,
      validateSchema: false,
      addUsedSchema: false,
      validateFormats: true,
      logger: false,
      messages: false,
      ownProperties,
      formats: Object.fromEntries(
        [...knownFormats()].map(([name, { type, test }]) => [name, { type, validate: test } as Format]),
      ),
      code: {
        optimize: false,
        regExp: Object.assign((text: string) => namedMatcher(view, text), { code: "new RegExp" }),
      },
    });
    ajv.removeKeyword("uniqueItems").removeKeyword("multipleOf");
    ajv.addKeyword({
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      compile: (isUnique: boolean) => (value: readonly unknown[]) => !isUnique || findEqualItems(value) === undefined,
    });
    ajv.addKeyword({
      keyword: "multipleOf",
      type: "number",
      schemaType: "number",
      compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
    });
    for (const [keyword, create] of [
      ["x-reference", referenceCheck],
      ["x-tagged", taggedCheck],
    ] as const) {
      ajv.addKeyword({
        keyword,
        schemaType: "string",
        // Called by name, which spares each call the account of where the value stands.
        code(context) {
          const check = context.gen.scopeValue("keyword", { ref: create(context.schema as string) });
          context.pass(_`${check}(${context.data})`);
        },
      });
    }
    return ajv;
  }

  function referenceCheck(key: string): CompiledSchema {
    let target: CompiledSchema | undefined;
    return (value) => {
      target ??= checkOf(view.unit(key));
      return target(value);
    };
  }

  function taggedCheck(key: string): CompiledSchema {
    const choice = view.tagged(key);
    const accepts = (unit: CheckedUnit, value: unknown) => checkOf(unit)(value);
    return (value) => {
      const selected = selectTagged(choice, value);
      switch (selected.kind) {
        case "nothing":
          return true;
        case "unit":
          return accepts(selected.unit, value);
        case "unknown-tag":
        case "rule": {
          if (choice.keyword === "anyOf") return selected.units.some((unit) => accepts(unit, value));
          let passing = 0;
          for (const unit of selected.units) if (accepts(unit, value)) passing += 1;
          return passing === 1;
        }
      }
    };
  }

  return { compile };
}

/** ajv takes two expressions of one text for the same. */
function namedMatcher(view: SchemaView, pattern: string): Matcher {
  const { test } = view.matcher(pattern);
  return Object.assign(Object.create(null) as object, { test, toString: () => pattern });
}
