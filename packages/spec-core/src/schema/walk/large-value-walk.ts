import type { Steps } from "../../in-one-go.js";
import type { CheckedSchema, CheckedSchemaObject, CheckedUnit } from "../checked-schema.js";
import { chooseAlternative } from "../choose-alternative.js";
import { evaluatedItems, evaluatedProperties } from "../evaluated.js";
import type { SchemaViolation } from "../schema.js";
import type { SchemaView } from "../schema-view.js";
import { selectTagged } from "../select-tagged.js";
import { equalItemsInSteps } from "../unique-items.js";
import { type AlternativeKeyword, isMatch, refuseSeveral, refuseTag } from "./check-alternatives.js";
import { checkItemCount, checkMatching, checkNoMore, checkUnique } from "./check-array.js";
import { checkNames, hasName, type JsonObject, namePatterns, namesIn, refuseNames } from "./check-object.js";
import { checkKind } from "./check-scalar.js";
import type { Findings } from "./findings.js";
import { holdsMoreThan } from "./holds-more-than.js";
import { DECIDE, type UnitCheck, ValueWalk, type WalkLimits } from "./value-walk.js";

/** Values that are walked in one step: below a millisecond with most schemas. */
export const STEP = 500;
/** Values that an array or an object counts for before it is looked into. */
const CONTAINER = 25;

/**
 * The walk of a value that is too large to be walked at one go: step by step, in the same order. What is small in it is left to a
 * walk of its own, so that this one is about arrays and objects alone. A property test holds the two together.
 */
export class LargeValueWalk {
  readonly #walk: ValueWalk;
  readonly #view: SchemaView;
  readonly #checkOf: UnitCheck;
  readonly #found: Findings;
  readonly #step: number;
  /** Values since the last step. */
  #walked = 0;

  /** @param step values that are walked in one step */
  constructor(view: SchemaView, limits: WalkLimits, checkOf: UnitCheck, step: number) {
    this.#walk = new ValueWalk(view, limits, checkOf);
    this.#view = view;
    this.#checkOf = checkOf;
    this.#found = this.#walk.found;
    this.#step = step;
  }

  get violations(): readonly SchemaViolation[] {
    return this.#found.violations;
  }

  *schema(schema: CheckedSchema, value: unknown, path: string): Steps<void> {
    const found = this.#found;
    if (found.isFull) return;
    if (typeof schema === "boolean" || !holdsMoreThan(value, this.#step)) {
      this.#walk.schema(schema, value, path);
      return;
    }
    yield;
    const before = found.violations.length;
    if (!checkKind(found, schema, value, path)) return;
    if (Array.isArray(value)) yield* this.#array(schema, value, path);
    else yield* this.#object(schema, value as JsonObject, path);
    yield* this.#combined(schema, value, path);
    if (found.violations.length === before) yield* this.#unevaluated(schema, value, path);
  }

  *passesInSteps(schema: CheckedSchema, value: unknown): Steps<boolean> {
    if (typeof schema === "boolean" || !holdsMoreThan(value, this.#step)) return this.#walk.passes(schema, value);
    return (yield* this.#inner(DECIDE, schema, value, "")).length === 0;
  }

  *#inner(limits: WalkLimits, schema: CheckedSchema, value: unknown, path: string): Steps<readonly SchemaViolation[]> {
    const walk = new LargeValueWalk(this.#view, limits, this.#checkOf, this.#step);
    yield* walk.schema(schema, value, path);
    return walk.violations;
  }

  *#array(schema: CheckedSchemaObject, value: readonly unknown[], path: string): Steps<void> {
    const found = this.#found;
    const { prefixItems = [], items, contains } = schema;
    checkItemCount(found, schema, value, path);
    if (schema.uniqueItems) checkUnique(found, yield* equalItemsInSteps(value), path);
    if (contains !== undefined) {
      let matching = 0;
      for (const item of value) {
        if (this.#isTime(item)) yield;
        if (yield* this.passesInSteps(contains, item)) matching += 1;
      }
      checkMatching(found, schema, matching, path);
    }
    const walked =
      items === undefined || typeof items === "boolean" ? Math.min(prefixItems.length, value.length) : value.length;
    if (this.#enter()) {
      for (let index = 0; index < walked && !found.isFull; index += 1) {
        const item = value[index];
        if (this.#isTime(item)) yield;
        yield* this.#member(prefixItems[index] ?? items ?? true, item, path, index);
      }
      this.#leave();
    }
    checkNoMore(found, schema, value, path);
  }

  *#object(schema: CheckedSchemaObject, value: JsonObject, path: string): Steps<void> {
    const names = namesIn(value);
    yield;
    checkNames(this.#found, schema, value, names, path);
    for (const [property, dependent] of Object.entries(schema.dependentSchemas ?? {})) {
      if (hasName(value, property)) yield* this.schema(dependent, value, path);
    }
    yield* this.#properties(schema, value, names, path);
  }

  *#properties(schema: CheckedSchemaObject, value: JsonObject, names: readonly string[], path: string): Steps<void> {
    const { properties = {}, additionalProperties, propertyNames } = schema;
    const patterns = namePatterns(schema, this.#view.matcher);
    const extra: string[] = [];
    if (this.#enter()) {
      for (const name of names) {
        if (this.#found.isFull) break;
        if (this.#isTime(value[name])) yield;
        let isDeclared = false;
        if (Object.hasOwn(properties, name)) {
          isDeclared = true;
          yield* this.#member(properties[name] ?? true, value[name], path, name);
        }
        for (const [pattern, inner] of patterns) {
          if (!pattern.test(name)) continue;
          isDeclared = true;
          yield* this.#member(inner, value[name], path, name);
        }
        if (!isDeclared) extra.push(name);
        if (propertyNames !== undefined) this.#walk.propertyName(propertyNames, name, path);
      }
      this.#leave();
    }
    if (additionalProperties !== undefined && additionalProperties !== true) {
      yield* this.#rest("additionalProperties", additionalProperties, schema, value, extra, path);
    }
  }

  *#rest(
    keyword: "additionalProperties" | "unevaluatedProperties",
    rest: CheckedSchema,
    schema: CheckedSchemaObject,
    value: JsonObject,
    names: readonly string[],
    path: string,
  ): Steps<void> {
    if (rest === false) refuseNames(this.#found, keyword, schema, value, names, path);
    else if (this.#enter()) {
      for (const name of names) {
        if (this.#found.isFull) break;
        if (this.#isTime(value[name])) yield;
        yield* this.#member(rest, value[name], path, name);
      }
      this.#leave();
    }
  }

  *#unevaluated(schema: CheckedSchemaObject, value: unknown, path: string): Steps<void> {
    const found = this.#found;
    const { unevaluatedItems, unevaluatedProperties } = schema;
    if (Array.isArray(value)) {
      if (unevaluatedItems === undefined) return;
      const evaluated = yield* evaluatedItems(schema, value, this);
      if (unevaluatedItems === false) {
        if (evaluated.size < value.length) found.add("unevaluatedItems", path, { limit: evaluated.size });
        return;
      }
      if (!this.#enter()) return;
      for (const [index, item] of value.entries()) {
        if (this.#isTime(item)) yield;
        if (!evaluated.has(index)) yield* this.#member(unevaluatedItems, item, path, index);
      }
      this.#leave();
    } else if (unevaluatedProperties !== undefined) {
      const object = value as JsonObject;
      const evaluated = yield* evaluatedProperties(schema, object, this, this.#view.matcher);
      const left = namesIn(object).filter((name) => !evaluated.has(name));
      yield* this.#rest("unevaluatedProperties", unevaluatedProperties, schema, object, left, path);
    }
  }

  *#combined(schema: CheckedSchemaObject, value: unknown, path: string): Steps<void> {
    const reference = schema["x-reference"];
    if (reference !== undefined) yield* this.schema(this.#view.unit(reference).schema, value, path);
    for (const part of schema.allOf ?? []) yield* this.schema(part, value, path);
    if (schema.anyOf) yield* this.#alternatives("anyOf", schema.anyOf, undefined, value, path);
    if (schema.oneOf) yield* this.#alternatives("oneOf", schema.oneOf, undefined, value, path);
    if (schema["x-tagged"] !== undefined) yield* this.#tagged(schema["x-tagged"], value, path);
    if (schema.not !== undefined && (yield* this.passesInSteps(schema.not, value))) this.#found.add("not", path, {});
    if (schema.if === undefined) return;
    const branch = (yield* this.passesInSteps(schema.if, value)) ? schema.then : schema.else;
    if (branch !== undefined) yield* this.schema(branch, value, path);
  }

  *#tagged(key: string, value: unknown, path: string): Steps<void> {
    const found = this.#found;
    const choice = this.#view.tagged(key);
    const { propertyName, keyword } = choice;
    const selected = selectTagged(choice, value);
    if (selected.kind === "nothing") return;
    if (selected.kind === "unit") {
      yield* this.schema(selected.unit.schema, value, path);
      return;
    }
    const branches = selected.units.map(({ schema }) => schema);
    if (selected.kind === "rule" && !selected.missing) {
      yield* this.#alternatives(keyword, branches, selected.units, value, path);
      return;
    }
    if (isMatch(keyword, (yield* this.#passing(branches, value)).length)) return;
    if (selected.kind === "unknown-tag") refuseTag(found, choice, selected.tag, path);
    else found.add("required", found.at(path, propertyName), { missingProperty: propertyName });
  }

  *#alternatives(
    keyword: AlternativeKeyword,
    branches: readonly CheckedSchema[],
    units: readonly CheckedUnit[] | undefined,
    value: unknown,
    path: string,
  ): Steps<void> {
    const found = this.#found;
    if (found.isFull) return;
    const passing = yield* this.#passing(branches, value);
    if (isMatch(keyword, passing.length)) return;
    if (found.decides) found.add(keyword, path, {});
    else if (passing.length > 0) refuseSeveral(found, this.#view, branches, units, passing, path);
    else yield* this.#closest(keyword, branches, value, path);
  }

  /** Positions of the branches that accept the value. */
  *#passing(branches: readonly CheckedSchema[], value: unknown): Steps<readonly number[]> {
    const passing: number[] = [];
    for (const [index, branch] of branches.entries()) {
      if (yield* this.passesInSteps(branch, value)) passing.push(index);
    }
    return passing;
  }

  *#closest(
    keyword: AlternativeKeyword,
    branches: readonly CheckedSchema[],
    value: unknown,
    path: string,
  ): Steps<void> {
    const found = this.#found;
    const possible = branches.filter((branch) => branch !== false);
    const looks: (readonly SchemaViolation[])[] = [];
    for (const schema of possible) {
      looks.push(yield* this.#inner({ violations: found.limit, depth: 1 }, schema, value, path));
    }
    const choice = chooseAlternative(looks, path);
    if (choice.kind === "summary") {
      found.add(choice.keyword ?? keyword, path, choice.params);
      return;
    }
    const limits = { violations: found.limit - found.violations.length, depth: this.#walk.depth };
    const explained = yield* this.#inner(limits, possible[choice.position] ?? false, value, path);
    if (explained.length > 0) found.violations.push(...explained);
    else found.add(keyword, path, {});
  }

  /** One value inside. Most are small, and need no steps of their own. */
  *#member(schema: CheckedSchema, value: unknown, path: string, token: string | number): Steps<void> {
    const place = this.#found.at(path, token);
    if (typeof value === "object") yield* this.schema(schema, value, place);
    else this.#walk.schema(schema, value, place);
  }

  #isTime(value: unknown): boolean {
    this.#walked += typeof value === "object" ? CONTAINER : 1;
    if (this.#walked < this.#step) return false;
    this.#walked = 0;
    return true;
  }

  /** Whether values inside the value are looked at. */
  #enter(): boolean {
    if (this.#walk.depth === 0) return false;
    this.#walk.depth -= 1;
    return true;
  }

  #leave(): void {
    this.#walk.depth += 1;
  }
}
