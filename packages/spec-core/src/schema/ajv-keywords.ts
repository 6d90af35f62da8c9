import type { CodeKeywordDefinition, ErrorObject, Format, KeywordCxt, Name } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { canonicalText, findEqualItems } from "../json/equal-items.js";
import { isObject } from "../json/is-object.js";
import { joinPointer } from "../json/json-pointer.js";
import { isMultipleOf } from "../json/multiple-of.js";
import { getOrMake } from "../lazy/caches.js";
import type { CheckedSchemaObject, CheckedUnit, TaggedUnits } from "./checked-schema.js";
import { UnevaluatedMembers } from "./evaluated.js";
import { loadAjv, loadAjvFormats } from "./load-ajv.js";
import type { SchemaView } from "./schema-view.js";

/** Says whether a value is valid, and nothing more. */
export type Decide = (value: unknown) => boolean;

/** ajv's errors for a value. `null`: the value is valid. */
export type Explain = (value: unknown, instancePath: string) => ErrorObject[] | null;

/** Checks schemas that others refer to. */
export interface UnitChecks {
  decide(unit: CheckedUnit): Decide;
  explain(unit: CheckedUnit): Explain;
  /** Remembers the answer: where it is asked twice on each level of a value, the work would double with each. */
  readonly passes: (unit: CheckedUnit, value: unknown) => boolean;
}

/** ajv stops looking for errors in lists and maps after this many: a body may hold half a million values. */
export const MOST_ERRORS = 5_000;

/** An ajv with keywords of ours: those of checked schemas, and those that ajv's own would get wrong. */
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
    // JSON has neither NaN nor Infinity; `strict: false` would let them pass for numbers.
    strictNumbers: true,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    validateFormats: true,
    logger: false,
    messages: false,
    // Every object inherits `constructor`: it is there only when it was sent.
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
  // ajv's own `unevaluated...` count what alternatives that fail have looked at.
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

/** A keyword that holds the key of something that is checked by itself. */
function unitKeyword(view: SchemaView, units: UnitChecks, keyword: string, checkOf: CheckMaker): CodeKeywordDefinition {
  // One for each key: what ajv does for the values of a function grows with the square of their number.
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

/** ajv takes two expressions of one text for the same. */

/** ajv takes two expressions of one text for the same. */
function matcherOf(view: SchemaView, pattern: string): { test(text: string): boolean } {
  const { test } = view.matcher(pattern);
  return Object.assign(Object.create(null) as object, { test, toString: () => pattern });
}

/**
 * ajv's own `const` and `enum` call the methods of a value that they compare with an object, and a client may send
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

/** Has one schema for all members that no other keyword has looked at. */
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
      // Its own `unevaluated...` are what asks.
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

/** `x-bounded`: leaves the compiled function when it has found enough. */
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
  /** @param schemaPath put before those of the errors, which tell `toViolations` what belongs together */
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

/** The errors, with a schema path that shows what the unit was checked for. */
function below(schemaPath: string, errors: ErrorObject[] | null): ErrorObject[] | null {
  for (const error of errors ?? []) error.schemaPath = schemaPath + error.schemaPath;
  return errors;
}

/** Which of the alternatives a value is to be checked against. */
type TaggedSelection =
  | { readonly kind: "unit"; readonly unit: CheckedUnit }
  /** The tag does not decide; the keyword's own rule does. `missing`: there is no tag. */
  | { readonly kind: "rule"; readonly units: readonly CheckedUnit[]; readonly missing: boolean }
  /** Nobody's tag. It is a hint only: what the alternatives themselves allow is allowed (OpenAPI 3.1, "Discriminator Object"). */
  | { readonly kind: "unknown-tag"; readonly tag: unknown; readonly units: readonly CheckedUnit[] }
  | { readonly kind: "nothing" };

/** Looks at the tag of a value. Only objects have one. */
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

/** Checks values of one format. Values of another type are none of its business. */
export interface FormatCheck {
  readonly type: "string" | "number";
  /** @param value of that type */
  test(value: string | number): boolean;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Valid whatever the month and the year are. */
const USUAL_DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])`;
const USUAL_TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/** The form of nearly all valid values. */
const USUALLY: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${USUAL_DATE}$`),
  "date-time": new RegExp(`^${USUAL_DATE}T${USUAL_TIME}$`),
  time: new RegExp(`^${USUAL_TIME}$`),
};

let formats: ReadonlyMap<string, FormatCheck> | undefined;

/**
 * The formats that are checked: the ones of JSON Schema 2020-12 and of OpenAPI's registry. Any other format is an annotation.
 * @see https://spec.openapis.org/registry/format/
 */
export function knownFormats(): ReadonlyMap<string, FormatCheck> {
  formats ??= readFormats();
  return formats;
}

function readFormats(): ReadonlyMap<string, FormatCheck> {
  const found = new Map<string, FormatCheck>();
  for (const [name, format] of Object.entries(loadAjvFormats())) {
    const { type = "string", validate = format } =
      typeof format === "object" && !(format instanceof RegExp) ? format : { validate: format };
    if (validate instanceof RegExp) found.set(name, { type, test: (value: string) => validate.test(value) });
    else if (typeof validate === "function") found.set(name, { type, test: validate as FormatCheck["test"] });
  }
  // ajv's takes every integer. The first number above the largest is the nearest that JavaScript has of many within.
  found.set("int64", {
    type: "number",
    test: (value) => Number.isInteger(value) && Number(value) >= -(2 ** 63) && Number(value) < 2 ** 63,
  });
  // ajv's take dates and times apart: in lists they would be most of the work.
  for (const [name, usual] of Object.entries(USUALLY)) {
    const whole = found.get(name);
    if (whole) found.set(name, { type: "string", test: (value: string) => usual.test(value) || whole.test(value) });
  }
  // ajv's looks at each line for itself.
  found.set("byte", { type: "string", test: (value: string) => BASE64.test(value) });
  // ajv's is a rule for public web pages: it refuses localhost and private addresses.
  const uri = found.get("uri");
  if (uri !== undefined) found.set("url", uri);
  return found;
}

/** Other validators are stricter than ours: they insist on RFC 3339's `T` between date and time and the colon in the offset. */
const STRICTLY: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i,
  time: /(?:Z|[+-]\d\d:\d\d)$/i,
  // ajv takes no host without a dot, such as `localhost`.
  url: /^[a-z]+:\/\/[^/?#]*\.[a-z]/i,
};

let strict: ReadonlyMap<string, FormatCheck> | undefined;

/** The same formats, as strictly as any validator that we know checks them. */
export function strictFormats(): ReadonlyMap<string, FormatCheck> {
  strict ??= new Map(
    [...knownFormats()].map(([name, { type, test }]) => {
      const form = Object.hasOwn(STRICTLY, name) ? STRICTLY[name] : undefined;
      return [name, { type, test: (value) => test(value) && (form?.test(String(value)) ?? true) }];
    }),
  );
  return strict;
}
