import { escapeToken } from "../document/json-pointer.js";
import { nearestName } from "../document/nearest-name.js";
import { characterCount } from "./character-count.js";
import type { CheckedSchema, CheckedSchemaObject, CheckedUnit } from "./checked-schema.js";
import { chooseAlternative } from "./choose-alternative.js";
import { evaluatedItems, evaluatedProperties } from "./evaluated.js";
import { knownFormats } from "./formats.js";
import { isOfType } from "./is-of-type.js";
import { isMultipleOf } from "./multiple-of.js";
import type { SchemaViolation } from "./schema.js";
import type { SchemaView } from "./schema-view.js";
import { selectTagged } from "./select-tagged.js";
import { findEqualItems, isEqualJson } from "./unique-items.js";
import { violationMessage } from "./violation-message.js";

type JsonObject = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, unknown>>;

/** Decides on values of other units while one is walked. */
export type UnitCheck = (unit: CheckedUnit) => (value: unknown) => boolean;

/**
 * Finds how a value breaks a schema, for people: of alternatives it explains the one that comes closest. What it finds
 * nothing in, the compiled schema accepts, and the other way round; a property test holds the two together.
 * @param most violations after which it stops
 */
export function explainValue(
  view: SchemaView,
  unit: CheckedUnit,
  value: unknown,
  most: number,
  checkOf: UnitCheck,
): readonly SchemaViolation[] {
  const walk = new ValueWalk(view, { violations: most, depth: Number.POSITIVE_INFINITY }, checkOf);
  walk.schema(unit.schema, value, "");
  return walk.violations;
}

/** Is the value valid, and how many steps did it take to find out? */
export function decideValue(
  view: SchemaView,
  unit: CheckedUnit,
  value: unknown,
  checkOf: UnitCheck,
): { readonly isValid: boolean; readonly steps: number } {
  const walk = new ValueWalk(view, DECIDE, checkOf);
  walk.schema(unit.schema, value, "");
  return { isValid: walk.violations.length === 0, steps: walk.steps };
}

interface WalkLimits {
  /** Violations after which it stops; 0: one is enough, and what it says does not matter. */
  readonly violations: number;
  /** Levels of values inside the value that are looked into. */
  readonly depth: number;
}

const DECIDE: WalkLimits = { violations: 0, depth: Number.POSITIVE_INFINITY };
const NO_VIOLATION: SchemaViolation = { path: "", message: "", keyword: "", params: {} };

class ValueWalk {
  readonly violations: SchemaViolation[] = [];
  steps = 0;
  readonly #view: SchemaView;
  readonly #checkOf: UnitCheck;
  readonly #limit: number;
  /** Only whether the value is valid is wanted. */
  readonly #decides: boolean;
  #depth: number;

  constructor(view: SchemaView, { violations, depth }: WalkLimits, checkOf: UnitCheck) {
    this.#view = view;
    this.#checkOf = checkOf;
    this.#limit = Math.max(1, violations);
    this.#decides = violations === 0;
    this.#depth = depth;
  }

  schema(schema: CheckedSchema, value: unknown, path: string): void {
    this.steps += 1;
    if (schema === true || this.#isFull()) return;
    if (schema === false) {
      this.#add("false schema", path, {});
      return;
    }
    const before = this.violations.length;
    if (!this.#type(schema, value, path) || !this.#values(schema, value, path)) return;
    if (typeof value === "number") this.#number(schema, value, path);
    else if (typeof value === "string") this.#string(schema, value, path);
    else if (Array.isArray(value)) this.#array(schema, value, path);
    else if (typeof value === "object" && value !== null) this.#object(schema, value as JsonObject, path);
    this.#combined(schema, value, path);
    // What an alternative that failed would have looked at is not wrong as well.
    if (this.violations.length === before) this.#unevaluated(schema, value, path);
  }

  passes(schema: CheckedSchema, value: unknown): boolean {
    if (typeof schema === "boolean") return schema;
    const walk = new ValueWalk(this.#view, DECIDE, this.#checkOf);
    walk.schema(schema, value, "");
    this.steps += walk.steps;
    return walk.violations.length === 0;
  }

  #type({ type }: CheckedSchemaObject, value: unknown, path: string): boolean {
    if (type === undefined) return true;
    const fits = typeof type === "string" ? isOfType(value, type) : type.some((name) => isOfType(value, name));
    if (!fits) this.#add("type", path, { type });
    return fits;
  }

  #values(schema: CheckedSchemaObject, value: unknown, path: string): boolean {
    if ("const" in schema && !isEqualJson(schema.const, value)) {
      this.#add("const", path, { allowedValue: schema.const });
      return false;
    }
    if (schema.enum && !schema.enum.some((allowed) => isEqualJson(allowed, value))) {
      this.#add("enum", path, { allowedValues: schema.enum });
      return false;
    }
    return true;
  }

  #number(schema: CheckedSchemaObject, value: number, path: string): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (minimum !== undefined && !(value >= minimum)) this.#add("minimum", path, bound(">=", minimum));
    if (maximum !== undefined && !(value <= maximum)) this.#add("maximum", path, bound("<=", maximum));
    if (exclusiveMinimum !== undefined && !(value > exclusiveMinimum)) {
      this.#add("exclusiveMinimum", path, bound(">", exclusiveMinimum));
    }
    if (exclusiveMaximum !== undefined && !(value < exclusiveMaximum)) {
      this.#add("exclusiveMaximum", path, bound("<", exclusiveMaximum));
    }
    if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) this.#add("multipleOf", path, { multipleOf });
    this.#format(schema, "number", value, path);
  }

  #string(schema: CheckedSchemaObject, value: string, path: string): void {
    const { minLength, maxLength, pattern } = schema;
    if (minLength !== undefined && characterCount(value) < minLength)
      this.#add("minLength", path, { limit: minLength });
    if (maxLength !== undefined && characterCount(value) > maxLength)
      this.#add("maxLength", path, { limit: maxLength });
    if (pattern !== undefined && !this.#view.matcher(pattern).test(value)) this.#add("pattern", path, { pattern });
    this.#format(schema, "string", value, path);
  }

  #format({ format }: CheckedSchemaObject, type: "string" | "number", value: string | number, path: string): void {
    if (format === undefined) return;
    const check = knownFormats().get(format);
    if (check?.type === type && !check.test(value as never)) this.#add("format", path, { format });
  }

  #array(schema: CheckedSchemaObject, value: readonly unknown[], path: string): void {
    const { minItems, maxItems, prefixItems = [], items, contains } = schema;
    if (minItems !== undefined && value.length < minItems) this.#add("minItems", path, { limit: minItems });
    if (maxItems !== undefined && value.length > maxItems) this.#add("maxItems", path, { limit: maxItems });
    const equal = schema.uniqueItems ? findEqualItems(value) : undefined;
    if (equal) this.#add("uniqueItems", path, { i: equal[1], j: equal[0] });
    if (contains !== undefined) this.#contains(schema, contains, value, path);
    this.#inside(() => {
      for (const [index, item] of value.entries()) {
        const itemSchema = prefixItems[index];
        if (itemSchema !== undefined) this.schema(itemSchema, item, this.#at(path, index));
        else if (items === undefined || items === true || this.#isFull()) break;
        else if (items !== false) this.schema(items, item, this.#at(path, index));
      }
    });
    if (items === false && value.length > prefixItems.length) this.#add("items", path, { limit: prefixItems.length });
  }

  #contains(schema: CheckedSchemaObject, contains: CheckedSchema, value: readonly unknown[], path: string): void {
    const { minContains = 1, maxContains } = schema;
    const matching = value.filter((item) => this.passes(contains, item)).length;
    if (matching >= minContains && matching <= (maxContains ?? matching)) return;
    this.#add("contains", path, { minContains, ...(maxContains !== undefined && { maxContains }) });
  }

  #unevaluated(schema: CheckedSchemaObject, value: unknown, path: string): void {
    const { unevaluatedItems, unevaluatedProperties } = schema;
    if (Array.isArray(value) && unevaluatedItems !== undefined) {
      const evaluated = evaluatedItems(schema, value, this);
      const left = [...value.keys()].filter((index) => !evaluated.has(index));
      if (unevaluatedItems === false && left.length > 0) {
        this.#add("unevaluatedItems", path, { limit: value.length - left.length });
      } else {
        this.#inside(() => {
          for (const index of left) this.schema(unevaluatedItems, value[index], this.#at(path, index));
        });
      }
    } else if (isOfType(value, "object") && unevaluatedProperties !== undefined) {
      const object = value as JsonObject;
      const evaluated = evaluatedProperties(schema, object, this, this.#view.matcher);
      const left = Object.keys(object).filter((name) => object[name] !== undefined && !evaluated.has(name));
      this.#rest("unevaluatedProperties", unevaluatedProperties, schema, object, left, path);
    }
  }

  #object(schema: CheckedSchemaObject, value: JsonObject, path: string): void {
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    const has = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined;
    const { minProperties, maxProperties, required = [], dependentRequired = {}, dependentSchemas = {} } = schema;
    if (minProperties !== undefined && names.length < minProperties) {
      this.#add("minProperties", path, { limit: minProperties });
    }
    if (maxProperties !== undefined && names.length > maxProperties) {
      this.#add("maxProperties", path, { limit: maxProperties });
    }
    for (const name of required) {
      if (!has(name)) this.#add("required", this.#at(path, name), { missingProperty: name });
    }
    for (const [property, others] of Object.entries(dependentRequired)) {
      if (!has(property)) continue;
      for (const name of others) {
        if (has(name)) continue;
        this.#add("dependentRequired", this.#at(path, name), { property, missingProperty: name });
      }
    }
    for (const [property, dependent] of Object.entries(dependentSchemas)) {
      if (has(property)) this.schema(dependent, value, path);
    }
    this.#properties(schema, value, names, path);
  }

  #properties(schema: CheckedSchemaObject, value: JsonObject, names: readonly string[], path: string): void {
    const { properties = {}, additionalProperties, propertyNames } = schema;
    const patterns = Object.entries(schema.patternProperties ?? {}).map(
      ([text, inner]) => [this.#view.matcher(text), inner] as const,
    );
    const extra: string[] = [];
    this.#inside(() => {
      for (const name of names) {
        if (this.#isFull()) return;
        let isDeclared = false;
        if (Object.hasOwn(properties, name)) {
          isDeclared = true;
          this.schema(properties[name] ?? true, value[name], this.#at(path, name));
        }
        for (const [pattern, inner] of patterns) {
          if (!pattern.test(name)) continue;
          isDeclared = true;
          this.schema(inner, value[name], this.#at(path, name));
        }
        if (!isDeclared) extra.push(name);
        if (propertyNames !== undefined) this.#propertyName(propertyNames, name, path);
      }
    });
    if (additionalProperties !== undefined && additionalProperties !== true) {
      this.#rest("additionalProperties", additionalProperties, schema, value, extra, path);
    }
  }

  #propertyName(propertyNames: CheckedSchema, name: string, path: string): void {
    if (this.passes(propertyNames, name)) return;
    const [first] = this.#decides ? [NO_VIOLATION] : this.#inner({ violations: 1, depth: 1 }, propertyNames, name, "");
    if (first !== undefined)
      this.#add("propertyNames", this.#at(path, name), { propertyName: name, reason: first.message });
  }

  #rest(
    keyword: "additionalProperties" | "unevaluatedProperties",
    rest: CheckedSchema,
    { properties = {} }: CheckedSchemaObject,
    value: JsonObject,
    names: readonly string[],
    path: string,
  ): void {
    if (rest !== false) {
      this.#inside(() => {
        for (const name of names) this.schema(rest, value[name], this.#at(path, name));
      });
      return;
    }
    const free = Object.keys(properties).filter((name) => !Object.hasOwn(value, name));
    const param = keyword === "additionalProperties" ? "additionalProperty" : "unevaluatedProperty";
    for (const name of names) {
      if (this.#isFull()) return;
      const nearest = this.#decides ? undefined : nearestName(name, free);
      this.#add(keyword, this.#at(path, name), { [param]: name, ...(nearest !== undefined && { nearest }) });
    }
  }

  #combined(schema: CheckedSchemaObject, value: unknown, path: string): void {
    if (schema["x-reference"] !== undefined) this.#unit(this.#view.unit(schema["x-reference"]), value, path);
    for (const part of schema.allOf ?? []) this.schema(part, value, path);
    if (schema.anyOf) this.#alternatives("anyOf", schema.anyOf, undefined, value, path);
    if (schema.oneOf) this.#alternatives("oneOf", schema.oneOf, undefined, value, path);
    if (schema["x-tagged"] !== undefined) this.#tagged(schema["x-tagged"], value, path);
    if (schema.not !== undefined && this.passes(schema.not, value)) this.#add("not", path, {});
    if (schema.if === undefined) return;
    const branch = this.passes(schema.if, value) ? schema.then : schema.else;
    if (branch !== undefined) this.schema(branch, value, path);
  }

  #unit(unit: CheckedUnit, value: unknown, path: string): void {
    if (!this.#decides) this.schema(unit.schema, value, path);
    else if (!this.#isFull() && !this.#checkOf(unit)(value)) this.#add("$ref", path, {});
  }

  #tagged(key: string, value: unknown, path: string): void {
    const choice = this.#view.tagged(key);
    const { propertyName, keyword } = choice;
    const selected = selectTagged(choice, value);
    switch (selected.kind) {
      case "nothing":
        return;
      case "unit":
        this.#unit(selected.unit, value, path);
        return;
      case "unknown-tag": {
        const passing = selected.units.filter(({ schema }) => this.passes(schema, value)).length;
        if (isMatch(keyword, passing)) return;
        this.#add("discriminator", this.#at(path, propertyName), {
          error: "mapping",
          tag: propertyName,
          tagValue: selected.tag,
          allowedValues: [...choice.byTag.keys()],
        });
        return;
      }
      case "rule": {
        const branches = selected.units.map(({ schema }) => schema);
        if (!selected.missing) {
          this.#alternatives(keyword, branches, selected.units, value, path);
          return;
        }
        if (isMatch(keyword, branches.filter((branch) => this.passes(branch, value)).length)) return;
        this.#add("required", this.#at(path, propertyName), { missingProperty: propertyName });
      }
    }
  }

  #alternatives(
    keyword: "oneOf" | "anyOf",
    branches: readonly CheckedSchema[],
    units: readonly CheckedUnit[] | undefined,
    value: unknown,
    path: string,
  ): void {
    if (this.#isFull()) return;
    const passing: number[] = [];
    for (const [index, branch] of branches.entries()) if (this.passes(branch, value)) passing.push(index);
    if (isMatch(keyword, passing.length)) return;
    if (this.#decides) {
      this.#add(keyword, path, {});
      return;
    }
    if (passing.length === 0) {
      this.#closest(keyword, branches, value, path);
      return;
    }
    const names = passing.map(
      (index) => units?.[index]?.name ?? this.#nameOf(branches[index]) ?? `number ${index + 1}`,
    );
    this.#add("oneOf", path, { passingSchemas: passing, passing: names });
  }

  #nameOf(schema: CheckedSchema | undefined): string | undefined {
    const key = typeof schema === "object" ? schema["x-reference"] : undefined;
    return key === undefined ? undefined : this.#view.unit(key).name;
  }

  /** Explains the alternative that the value is most likely meant to be. */
  #closest(keyword: "oneOf" | "anyOf", branches: readonly CheckedSchema[], value: unknown, path: string): void {
    const possible = branches.filter((branch) => branch !== false);
    const shallow = { violations: this.#limit, depth: 1 };
    const choice = chooseAlternative(
      possible.map((schema) => this.#inner(shallow, schema, value, path)),
      path,
    );
    if (choice.kind === "summary") {
      this.#add(choice.keyword ?? keyword, path, choice.params);
      return;
    }
    const limits = { violations: this.#limit - this.violations.length, depth: this.#depth };
    const explained = this.#inner(limits, possible[choice.position] ?? false, value, path);
    if (explained.length > 0) this.violations.push(...explained);
    else this.#add(keyword, path, {});
  }

  #inner(limits: WalkLimits, schema: CheckedSchema, value: unknown, path: string): readonly SchemaViolation[] {
    const walk = new ValueWalk(this.#view, limits, this.#checkOf);
    walk.schema(schema, value, path);
    return walk.violations;
  }

  /** Runs `visit`, which looks at the values inside the value, unless that is too deep. */
  #inside(visit: () => void): void {
    if (this.#depth === 0) return;
    this.#depth -= 1;
    visit();
    this.#depth += 1;
  }

  #at(path: string, token: string | number): string {
    if (this.#decides) return "";
    return typeof token === "number" ? `${path}/${token}` : `${path}/${escapeToken(token)}`;
  }

  #isFull(): boolean {
    return this.violations.length >= this.#limit;
  }

  #add(keyword: string, path: string, params: Params): void {
    if (this.#isFull()) return;
    if (this.#decides) {
      this.violations.push(NO_VIOLATION);
      return;
    }
    const message = violationMessage(keyword, params);
    if (this.violations.some((one) => one.path === path && one.message === message)) return;
    this.violations.push({ path, message, keyword, params });
  }
}

function isMatch(keyword: "oneOf" | "anyOf", passing: number): boolean {
  return keyword === "oneOf" ? passing === 1 : passing > 0;
}

function bound(comparison: string, limit: number): Params {
  return { comparison, limit };
}
