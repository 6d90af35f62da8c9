import type { CodeKeywordDefinition, ErrorObject, Format, KeywordCxt, Name } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { canonicalText, findEqualItems } from "../../json/equal-items.js";
import { isObject } from "../../json/is-object.js";
import { joinPointer } from "../../json/json-pointer.js";
import { isMultipleOf } from "../../json/multiple-of.js";
import { getOrMake } from "../../lazy/caches.js";
import type { CheckedSchemaObject, CheckedUnit, TaggedUnits } from "../views/checked-schema.js";
import type { SchemaView } from "../views/schema-view.js";
import { UnevaluatedMembers } from "./evaluated.js";
import type { FormatCheck } from "./formats.js";
import { loadAjv } from "./load-ajv.js";

/** Returns whether a value is valid, without reasons. */
export type Decide = (value: unknown) => boolean;

/** Returns ajv's errors for a value. `null` if the value is valid. */
export type Explain = (value: unknown, instancePath: string) => ErrorObject[] | null;

/** The checks of schemas that others refer to. */
export interface UnitChecks {
  decide(unit: CheckedUnit): Decide;
  explain(unit: CheckedUnit): Explain;
  /** Caches the result: if it is requested twice at each level of a value, the work would double with each level. */
  readonly passes: (unit: CheckedUnit, value: unknown) => boolean;
}

/** The number of errors in lists and maps after which ajv stops. A body may contain half a million values. */
export const MOST_ERRORS = 5_000;

/** Creates an ajv with our keywords: those of checked schemas, and replacements for keywords that ajv gets wrong. */
export function createAjv(
  options: { readonly allErrors: boolean; readonly verbose?: boolean },
  view: SchemaView,
  formats: ReadonlyMap<string, FormatCheck>,
  units: UnitChecks,
): Ajv2020 {
  const { Ajv2020: Ajv } = loadAjv();
  const ajv = new Ajv({
    ...options,
    strict: false,
    // JSON has neither NaN nor Infinity, but `strict: false` would accept them as numbers.
    strictNumbers: true,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    validateFormats: true,
    logger: false,
    messages: false,
    // Every object inherits `constructor`, so only its own properties count as sent.
    ownProperties: true,
    formats: Object.fromEntries(
      [...formats].map(([name, { type, test }]) => [name, { type, validate: test } as Format]),
    ),
    code: {
      optimize: false,
      regExp: Object.assign((pattern: string) => matcherOf(view, pattern), { code: "new RegExp" }),
    },
  });
  const unevaluated = new UnevaluatedMembers(view, units.passes);
  // ajv's own `unevaluated...` keywords count members that failed alternatives have evaluated.
  ajv.opts.unevaluated = false;
  const replaced = ["uniqueItems", "multipleOf", "const", "enum", "unevaluatedProperties", "unevaluatedItems"];
  for (const keyword of replaced) ajv.removeKeyword(keyword);
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
  ajv.addKeyword(allowedValues("const", "allowedValue", (value) => [value]));
  ajv.addKeyword(allowedValues("enum", "allowedValues", (values) => values as readonly unknown[]));
  ajv.addKeyword(unevaluatedKeyword("unevaluatedProperties", "object", unevaluated));
  ajv.addKeyword(unevaluatedKeyword("unevaluatedItems", "array", unevaluated));
  ajv.addKeyword({ keyword: "x-bounded", schemaType: "boolean", code: stopWhenFull });
  ajv.addKeyword(unitKeyword(view, units, "x-reference", referenced));
  ajv.addKeyword(unitKeyword(view, units, "x-alternative", alternative));
  ajv.addKeyword(unitKeyword(view, units, "x-tagged", tagged));
  return ajv;
}

/** A keyword whose value is the key of a separately checked schema. */
function unitKeyword(view: SchemaView, units: UnitChecks, keyword: string, checkOf: CheckMaker): CodeKeywordDefinition {
  // One check for each key, because ajv's time for the values of a function grows with the square of their number.
  const made = new Map<string, UnitCheck>();
  return {
    keyword,
    schemaType: "string",
    code: (context) => {
      const { gen, data, it } = context;
      const { _ } = loadAjv();
      const key = context.schema as string;
      const check = getOrMake(made, key, () => checkOf(units, view, key));
      if (!it.allErrors) {
        context.pass(_`${gen.scopeValue("keyword", { ref: check.decide })}(${data})`);
        return;
      }
      const explain = gen.scopeValue("keyword", { ref: check.explain });
      const place = _`instancePath + ${it.errorPath}`;
      const found = gen.const("found", _`${explain}(${data}, ${place}, ${`${it.errSchemaPath}/${keyword}`})`);
      gen.if(_`${found} !== null`, () => {
        gen.assign(_`vErrors`, _`vErrors === null ? ${found} : vErrors.concat(${found})`);
        gen.assign(_`errors`, _`vErrors.length`);
      });
    },
  };
}

/** A matcher that prints as its pattern, because ajv treats two expressions with the same text as equal. */
function matcherOf(view: SchemaView, pattern: string): { test(text: string): boolean } {
  const { test } = view.matcher(pattern);
  return Object.assign(Object.create(null) as object, { test, toString: () => pattern });
}

/**
 * Replaces ajv's `const` and `enum`. They call methods of an object that they compare, and a client may send
 * `{"toString": 1}`.
 */
function allowedValues(
  keyword: string,
  param: string,
  valuesOf: (schema: unknown) => readonly unknown[],
): CodeKeywordDefinition {
  return {
    keyword,
    error: {
      message: "",
      params: ({ schemaCode }) => {
        const { _, Name } = loadAjv();
        return _`{${new Name(param)}: ${schemaCode}}`;
      },
    },
    code: (context) => {
      const { gen, data } = context;
      const { _ } = loadAjv();
      const values = valuesOf(context.schema);
      const scalars = new Set(values.filter((value) => !isStructure(value)));
      const structures = new Set(values.filter(isStructure).map(canonicalText));
      const ref = (value: unknown): boolean =>
        isStructure(value) ? structures.size > 0 && structures.has(canonicalText(value)) : scalars.has(value);
      context.pass(_`${gen.scopeValue("keyword", { ref })}(${data})`);
    },
  };
}

export function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A keyword that applies one schema to all members that no other keyword has evaluated. */
function unevaluatedKeyword(
  keyword: "unevaluatedProperties" | "unevaluatedItems",
  type: "object" | "array",
  unevaluated: UnevaluatedMembers,
): CodeKeywordDefinition {
  return {
    keyword,
    type,
    schemaType: ["boolean", "object"],
    trackErrors: true,
    error: {
      message: "",
      params: ({ data, params }) => {
        const { _ } = loadAjv();
        const { rest, name } = params as { rest: Name; name?: Name };
        return name === undefined ? _`{limit: ${data}.length - ${rest}.length}` : _`{unevaluatedProperty: ${name}}`;
      },
    },
    code: (context) => {
      const { gen, data, it, schema, errsCount } = context;
      const { _ } = loadAjv();
      if (schema === true) return;
      // The schema without its own `unevaluated...` keywords, which are evaluated now.
      const { unevaluatedProperties, unevaluatedItems, ...others } = context.parentSchema as CheckedSchemaObject;
      const ref = (value: object): readonly string[] => unevaluated.of(others, value);
      const rest = gen.const("rest", _`${gen.scopeValue("keyword", { ref })}(${data})`);
      context.setParams({ rest });
      if (schema === false && type === "array") {
        context.fail(_`${rest}.length > 0`);
        return;
      }
      gen.forOf("name", rest, (name) => {
        if (schema === false) {
          context.setParams({ rest, name });
          context.error();
          if (!it.allErrors) gen.break();
          return;
        }
        const valid = gen.name("valid");
        context.subschema({ keyword, dataProp: name }, valid);
        if (!it.allErrors) gen.if(_`!${valid}`, () => gen.break());
      });
      context.ok(_`${errsCount as Name} === errors`);
    },
  };
}

/** The keyword `x-bounded`: ends the compiled function after `MOST_ERRORS` errors. */
function stopWhenFull({ gen, it }: KeywordCxt): void {
  if (!it.allErrors) return;
  const { _ } = loadAjv();
  gen.if(_`errors > ${MOST_ERRORS}`, () => {
    gen.assign(_`${it.validateName}.errors`, _`vErrors`);
    gen.return(false);
  });
}

type CheckMaker = (checks: UnitChecks, view: SchemaView, key: string) => UnitCheck;

interface UnitCheck {
  readonly decide: Decide;
  /** @param schemaPath is put in front of the errors' schema paths, by which `toViolations` groups them */
  readonly explain: (value: unknown, instancePath: string, schemaPath: string) => ErrorObject[] | null;
}

const referenced: CheckMaker = (checks, view, key) => {
  let decide: Decide | undefined;
  return {
    decide: (value) => {
      decide ??= checks.decide(view.unit(key));
      return decide(value);
    },
    explain: (value, instancePath, schemaPath) =>
      below(schemaPath, checks.explain(view.unit(key))(value, instancePath)),
  };
};

const alternative: CheckMaker = (checks, view, key) => ({
  ...referenced(checks, view, key),
  decide: (value) => checks.passes(view.unit(key), value),
});

const tagged: CheckMaker = (checks, view, key) => {
  const choice = view.tagged(key);
  const { propertyName, keyword } = choice;
  const passing = (units: readonly CheckedUnit[], value: unknown): number[] =>
    [...units.keys()].filter((index) => checks.decide(units[index] as CheckedUnit)(value));
  const isMatch = (count: number): boolean => (keyword === "oneOf" ? count === 1 : count > 0);
  return {
    decide: (value) => {
      const selected = selectTagged(choice, value);
      if (selected.kind === "nothing") return true;
      if (selected.kind === "unit") return checks.decide(selected.unit)(value);
      return isMatch(passing(selected.units, value).length);
    },
    explain: (value, instancePath, schemaPath) => {
      const selected = selectTagged(choice, value);
      if (selected.kind === "nothing") return null;
      const explain = (unit: CheckedUnit) => checks.explain(unit)(value, instancePath);
      if (selected.kind === "unit") return below(schemaPath, explain(selected.unit));
      const { units } = selected;
      const passingSchemas = passing(units, value);
      if (isMatch(passingSchemas.length)) return null;
      if (selected.kind === "unknown-tag") {
        const params = {
          error: "mapping",
          tag: propertyName,
          tagValue: selected.tag,
          allowedValues: [...choice.byTag.keys()],
        };
        return [
          { keyword: "discriminator", instancePath: joinPointer(instancePath, propertyName), schemaPath, params },
        ];
      }
      if (selected.missing) {
        return [{ keyword: "required", instancePath, schemaPath, params: { missingProperty: propertyName } }];
      }
      const schema = units.map((unit) => ({ "x-reference": unit.key }));
      if (passingSchemas.length > 0) return [{ keyword, instancePath, schemaPath, schema, params: { passingSchemas } }];
      const inner = units.flatMap((unit, index) => below(`${schemaPath}/${index}/`, explain(unit)) ?? []);
      return [...inner, { keyword, instancePath, schemaPath, schema, params: {} }];
    },
  };
};

/** Adds the path of the checked schema to the errors' schema paths. */
function below(schemaPath: string, errors: ErrorObject[] | null): ErrorObject[] | null {
  for (const error of errors ?? []) error.schemaPath = schemaPath + error.schemaPath;
  return errors;
}

/** The alternatives against which a value is checked. */
type TaggedSelection =
  | { readonly kind: "unit"; readonly unit: CheckedUnit }
  /** The tag selects no single alternative, so `oneOf` or `anyOf` decides. `missing`: the value has no tag. */
  | { readonly kind: "rule"; readonly units: readonly CheckedUnit[]; readonly missing: boolean }
  /**
   * No alternative has the tag. A tag is only a hint, so the value is valid if an alternative allows it (OpenAPI 3.1,
   * "Discriminator Object").
   */
  | { readonly kind: "unknown-tag"; readonly tag: unknown; readonly units: readonly CheckedUnit[] }
  | { readonly kind: "nothing" };

/** Selects alternatives by the value's tag. Only objects have one. */
function selectTagged(choice: TaggedUnits, value: unknown): TaggedSelection {
  if (!isObject(value)) return choice.open ? { kind: "nothing" } : { kind: "rule", units: choice.all, missing: false };
  const { propertyName, fallback } = choice;
  const tag = Object.hasOwn(value, propertyName) ? value[propertyName] : undefined;
  const units = typeof tag === "object" || tag === undefined ? undefined : choice.byTag.get(String(tag));
  const [unit] = units ?? [];
  if (unit !== undefined && units !== undefined) {
    return units.length === 1 ? { kind: "unit", unit } : { kind: "rule", units, missing: false };
  }
  if (choice.open) return { kind: "nothing" };
  if (fallback !== undefined) return { kind: "unit", unit: fallback };
  if (tag === undefined) return { kind: "rule", units: choice.all, missing: true };
  return choice.untagged.length > 0
    ? { kind: "rule", units: choice.untagged, missing: false }
    : { kind: "unknown-tag", tag, units: choice.all };
}
