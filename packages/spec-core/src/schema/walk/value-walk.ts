import { inOneGo, type Steps } from "../../in-one-go.js";
import type { CheckedSchema, CheckedSchemaObject, CheckedUnit } from "../checked-schema.js";
import { chooseAlternative } from "../choose-alternative.js";
import { evaluatedItems, evaluatedProperties } from "../evaluated.js";
import { isOfType } from "../is-of-type.js";
import type { SchemaViolation } from "../schema.js";
import type { SchemaView } from "../schema-view.js";
import { selectTagged } from "../select-tagged.js";
import { findEqualItems } from "../unique-items.js";
import { type AlternativeKeyword, isMatch, refuseSeveral, refuseTag } from "./check-alternatives.js";
import { checkItemCount, checkMatching, checkNoMore, checkUnique } from "./check-array.js";
import { checkNames, hasName, type JsonObject, namePatterns, namesIn, refuseNames } from "./check-object.js";
import { checkKind, checkNumber, checkString } from "./check-scalar.js";
import { Findings } from "./findings.js";

/** Decides on values of other units while one is walked. */
export type UnitCheck = (unit: CheckedUnit) => (value: unknown) => boolean;

export interface WalkLimits {
  /** Violations after which it stops; 0: only whether there is one is wanted. */
  readonly violations: number;
  /** Levels of values inside the value that are looked into. */
  readonly depth: number;
}

export const DECIDE: WalkLimits = { violations: 0, depth: Number.POSITIVE_INFINITY };

/** Walks a value and its schema together, and gathers how the one breaks the other. */
export class ValueWalk {
  readonly found: Findings;
  readonly view: SchemaView;
  readonly checkOf: UnitCheck;
  steps = 0;
  /** Levels that are still looked into. */
  depth: number;

  constructor(view: SchemaView, { violations, depth }: WalkLimits, checkOf: UnitCheck) {
    this.found = new Findings(violations);
    this.view = view;
    this.checkOf = checkOf;
    this.depth = depth;
  }

  schema(schema: CheckedSchema, value: unknown, path: string): void {
    const { found } = this;
    this.steps += 1;
    if (schema === true || found.isFull) return;
    if (schema === false) {
      found.add("false schema", path, {});
      return;
    }
    const before = found.violations.length;
    if (!checkKind(found, schema, value, path)) return;
    if (typeof value === "number") checkNumber(found, schema, value, path);
    else if (typeof value === "string") checkString(found, schema, value, path, this.view.matcher);
    else if (Array.isArray(value)) this.#array(schema, value, path);
    else if (typeof value === "object" && value !== null) this.#object(schema, value as JsonObject, path);
    this.#combined(schema, value, path);
    // What an alternative that failed would have looked at is not wrong as well.
    if (found.violations.length === before) this.#unevaluated(schema, value, path);
  }

  passes(schema: CheckedSchema, value: unknown): boolean {
    if (typeof schema === "boolean") return schema;
    const walk = new ValueWalk(this.view, DECIDE, this.checkOf);
    walk.schema(schema, value, "");
    this.steps += walk.steps;
    return walk.found.violations.length === 0;
  }

  // biome-ignore lint/correctness/useYield: the one step there is
  *passesInSteps(schema: CheckedSchema, value: unknown): Steps<boolean> {
    return this.passes(schema, value);
  }

  inner(limits: WalkLimits, schema: CheckedSchema, value: unknown, path: string): readonly SchemaViolation[] {
    const walk = new ValueWalk(this.view, limits, this.checkOf);
    walk.schema(schema, value, path);
    return walk.found.violations;
  }

  /** `propertyNames`, of one name. */
  propertyName(propertyNames: CheckedSchema, name: string, path: string): void {
    if (this.passes(propertyNames, name)) return;
    const { found } = this;
    const reason = found.decides ? "" : this.inner({ violations: 1, depth: 1 }, propertyNames, name, "")[0]?.message;
    if (reason !== undefined) found.add("propertyNames", found.at(path, name), { propertyName: name, reason });
  }

  #array(schema: CheckedSchemaObject, value: readonly unknown[], path: string): void {
    const { found } = this;
    const { prefixItems = [], items, contains } = schema;
    checkItemCount(found, schema, value, path);
    if (schema.uniqueItems) checkUnique(found, findEqualItems(value), path);
    if (contains !== undefined) {
      checkMatching(found, schema, value.filter((item) => this.passes(contains, item)).length, path);
    }
    this.#inside(() => {
      for (const [index, item] of value.entries()) {
        const itemSchema = prefixItems[index];
        if (itemSchema !== undefined) this.schema(itemSchema, item, found.at(path, index));
        else if (items === undefined || items === true || found.isFull) break;
        else if (items !== false) this.schema(items, item, found.at(path, index));
      }
    });
    checkNoMore(found, schema, value, path);
  }

  #object(schema: CheckedSchemaObject, value: JsonObject, path: string): void {
    const names = namesIn(value);
    checkNames(this.found, schema, value, names, path);
    for (const [property, dependent] of Object.entries(schema.dependentSchemas ?? {})) {
      if (hasName(value, property)) this.schema(dependent, value, path);
    }
    this.#properties(schema, value, names, path);
  }

  #properties(schema: CheckedSchemaObject, value: JsonObject, names: readonly string[], path: string): void {
    const { found } = this;
    const { properties = {}, additionalProperties, propertyNames } = schema;
    const patterns = namePatterns(schema, this.view.matcher);
    const extra: string[] = [];
    this.#inside(() => {
      for (const name of names) {
        if (found.isFull) return;
        let isDeclared = false;
        if (Object.hasOwn(properties, name)) {
          isDeclared = true;
          this.schema(properties[name] ?? true, value[name], found.at(path, name));
        }
        for (const [pattern, inner] of patterns) {
          if (!pattern.test(name)) continue;
          isDeclared = true;
          this.schema(inner, value[name], found.at(path, name));
        }
        if (!isDeclared) extra.push(name);
        if (propertyNames !== undefined) this.propertyName(propertyNames, name, path);
      }
    });
    if (additionalProperties !== undefined && additionalProperties !== true) {
      this.#rest("additionalProperties", additionalProperties, schema, value, extra, path);
    }
  }

  #rest(
    keyword: "additionalProperties" | "unevaluatedProperties",
    rest: CheckedSchema,
    schema: CheckedSchemaObject,
    value: JsonObject,
    names: readonly string[],
    path: string,
  ): void {
    if (rest === false) refuseNames(this.found, keyword, schema, value, names, path);
    else {
      this.#inside(() => {
        for (const name of names) this.schema(rest, value[name], this.found.at(path, name));
      });
    }
  }

  #unevaluated(schema: CheckedSchemaObject, value: unknown, path: string): void {
    const { found } = this;
    const { unevaluatedItems, unevaluatedProperties } = schema;
    if (Array.isArray(value) && unevaluatedItems !== undefined) {
      const evaluated = inOneGo(evaluatedItems(schema, value, this));
      const left = [...value.keys()].filter((index) => !evaluated.has(index));
      if (unevaluatedItems === false && left.length > 0) {
        found.add("unevaluatedItems", path, { limit: value.length - left.length });
      } else {
        this.#inside(() => {
          for (const index of left) this.schema(unevaluatedItems, value[index], found.at(path, index));
        });
      }
    } else if (isOfType(value, "object") && unevaluatedProperties !== undefined) {
      const object = value as JsonObject;
      const evaluated = inOneGo(evaluatedProperties(schema, object, this, this.view.matcher));
      const left = namesIn(object).filter((name) => !evaluated.has(name));
      this.#rest("unevaluatedProperties", unevaluatedProperties, schema, object, left, path);
    }
  }

  #combined(schema: CheckedSchemaObject, value: unknown, path: string): void {
    if (schema["x-reference"] !== undefined) this.#unit(this.view.unit(schema["x-reference"]), value, path);
    for (const part of schema.allOf ?? []) this.schema(part, value, path);
    if (schema.anyOf) this.#alternatives("anyOf", schema.anyOf, undefined, value, path);
    if (schema.oneOf) this.#alternatives("oneOf", schema.oneOf, undefined, value, path);
    if (schema["x-tagged"] !== undefined) this.#tagged(schema["x-tagged"], value, path);
    if (schema.not !== undefined && this.passes(schema.not, value)) this.found.add("not", path, {});
    if (schema.if === undefined) return;
    const branch = this.passes(schema.if, value) ? schema.then : schema.else;
    if (branch !== undefined) this.schema(branch, value, path);
  }

  #unit(unit: CheckedUnit, value: unknown, path: string): void {
    if (!this.found.decides) this.schema(unit.schema, value, path);
    else if (!this.found.isFull && !this.checkOf(unit)(value)) this.found.add("$ref", path, {});
  }

  #tagged(key: string, value: unknown, path: string): void {
    const { found } = this;
    const choice = this.view.tagged(key);
    const { propertyName, keyword } = choice;
    const selected = selectTagged(choice, value);
    if (selected.kind === "nothing") return;
    if (selected.kind === "unit") {
      this.#unit(selected.unit, value, path);
      return;
    }
    const branches = selected.units.map(({ schema }) => schema);
    if (selected.kind === "rule" && !selected.missing) {
      this.#alternatives(keyword, branches, selected.units, value, path);
      return;
    }
    if (isMatch(keyword, branches.filter((branch) => this.passes(branch, value)).length)) return;
    if (selected.kind === "unknown-tag") refuseTag(found, choice, selected.tag, path);
    else found.add("required", found.at(path, propertyName), { missingProperty: propertyName });
  }

  #alternatives(
    keyword: AlternativeKeyword,
    branches: readonly CheckedSchema[],
    units: readonly CheckedUnit[] | undefined,
    value: unknown,
    path: string,
  ): void {
    const { found } = this;
    if (found.isFull) return;
    const passing: number[] = [];
    for (const [index, branch] of branches.entries()) if (this.passes(branch, value)) passing.push(index);
    if (isMatch(keyword, passing.length)) return;
    if (found.decides) found.add(keyword, path, {});
    else if (passing.length > 0) refuseSeveral(found, this.view, branches, units, passing, path);
    else this.#closest(keyword, branches, value, path);
  }

  /** Explains the alternative that the value is most likely meant to be. */
  #closest(keyword: AlternativeKeyword, branches: readonly CheckedSchema[], value: unknown, path: string): void {
    const { found } = this;
    const possible = branches.filter((branch) => branch !== false);
    const shallow = { violations: found.limit, depth: 1 };
    const choice = chooseAlternative(
      possible.map((schema) => this.inner(shallow, schema, value, path)),
      path,
    );
    if (choice.kind === "summary") {
      found.add(choice.keyword ?? keyword, path, choice.params);
      return;
    }
    const limits = { violations: found.limit - found.violations.length, depth: this.depth };
    const explained = this.inner(limits, possible[choice.position] ?? false, value, path);
    if (explained.length > 0) found.violations.push(...explained);
    else found.add(keyword, path, {});
  }

  /** Runs `visit`, which looks at the values inside the value, unless that is too deep. */
  #inside(visit: () => void): void {
    if (this.depth === 0) return;
    this.depth -= 1;
    visit();
    this.depth += 1;
  }
}
