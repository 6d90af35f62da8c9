import type { Ajv2020 } from "ajv/dist/2020.js";
import type { CheckedUnit } from "./checked-schema.js";
import { knownFormats } from "./formats.js";
import { loadAjv } from "./load-ajv.js";
import { isMultipleOf } from "./multiple-of.js";
import { toRegExp } from "./pattern.js";
import type { SchemaView } from "./schema-view.js";
import { selectTagged } from "./select-tagged.js";
import { findEqualItems } from "./unique-items.js";

/** Says whether a value is valid, and nothing more. */
export type CompiledSchema = (value: unknown) => boolean;

/** Compiles the schemas of one view with ajv, each by itself when a value first reaches it. */
export interface SchemaCompiler {
  compile(unit: CheckedUnit): CompiledSchema;
}

/** A compiler whose ajv is loaded when the first schema is compiled. */
export function createSchemaCompiler(view: SchemaView): SchemaCompiler {
  const compiled = new Map<CheckedUnit, CompiledSchema>();
  let ordinary: Ajv2020 | undefined;
  let careful: Ajv2020 | undefined;

  function compile(unit: CheckedUnit): CompiledSchema {
    let check = compiled.get(unit);
    if (check !== undefined) return check;
    let ajv: Ajv2020;
    // ajv takes `constructor` for a property of every object unless told to look closer, which costs time.
    if (unit.namesInherited) ajv = careful ??= createAjv(true);
    else ajv = ordinary ??= createAjv(false);
    const { schema } = unit;
    check = typeof schema === "boolean" ? () => schema : (ajv.compile(schema) as CompiledSchema);
    compiled.set(unit, check);
    return check;
  }

  function createAjv(ownProperties: boolean): Ajv2020 {
    const { Ajv2020: Ajv, _ } = loadAjv();
    const ajv = new Ajv({
      strict: false,
      meta: false,
      validateSchema: false,
      addUsedSchema: false,
      validateFormats: true,
      logger: false,
      messages: false,
      ownProperties,
      formats: Object.fromEntries(
        [...knownFormats()].map(([name, { type, test }]) => [name, { type, validate: test } as never]),
      ),
      code: { regExp: Object.assign((text: string) => toRegExp(text) ?? /(?:)/u, { code: "new RegExp" }) },
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
      target ??= compile(view.unit(key));
      return target(value);
    };
  }

  function taggedCheck(key: string): CompiledSchema {
    const choice = view.tagged(key);
    const accepts = (unit: CheckedUnit, value: unknown) => compile(unit)(value);
    return (value) => {
      const selected = selectTagged(choice, value);
      switch (selected.kind) {
        case "nothing":
          return true;
        case "unknown-tag":
          return false;
        case "unit":
          return accepts(selected.unit, value);
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
