import { getOrMake } from "../../lazy/caches.js";
import { type Matcher, toMatcher } from "../patterns/matcher.js";
import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry, View } from "../schema.js";
import { taggedBranches } from "../shape/discriminator.js";
import { objectProperties, opensFlagged } from "../shape/object-properties.js";
import type { PropertyFlag } from "../shape/schema-flags.js";
import { subtypesOf } from "../shape/subtypes.js";
import { isNullSchema } from "../shape/unwrap-schema.js";

/** The flag of the properties to remove, and the view in which alternatives are checked. */
interface StripRules {
  readonly flag: PropertyFlag;
  readonly view: View;
  /** True to remove properties that any alternative flags, even one that the value does not satisfy. */
  readonly isOfAll?: boolean;
}

/**
 * Returns the value without the properties that its schema flags, at any depth. Returns the same object if there is
 * nothing to remove. Of several alternatives, those count that the value satisfies or that its tag selects.
 */
export function stripProperties(schemas: SchemaRegistry, json: JsonSchema, value: unknown, rules: StripRules): unknown {
  return typeof json === "boolean" ? value : stripOf(schemas, rules).root(json, value);
}

function stripOf(schemas: SchemaRegistry, rules: StripRules): Strip {
  const strips = known.get(schemas) ?? new Map<string, Strip>();
  known.set(schemas, strips);
  const kind = `${rules.flag} ${rules.isOfAll === true}`;
  const strip = strips.get(kind) ?? new Strip(schemas, rules);
  strips.set(kind, strip);
  return strip;
}

/** Plans are cached for each registry. */
const known = new WeakMap<SchemaRegistry, Map<string, Strip>>();

class Strip {
  readonly #schemas: SchemaRegistry;
  readonly #rules: StripRules;
  readonly #roots: WeakMap<JsonSchemaObject, Applied> = new WeakMap();
  /** Plans that do not depend on the value. */
  readonly #plans: WeakMap<Applied, StripPlan> = new WeakMap();
  readonly #alternatives: (json: JsonSchemaObject) => Alternatives;

  constructor(schemas: SchemaRegistry, rules: StripRules) {
    this.#schemas = schemas;
    this.#rules = rules;
    this.#alternatives = alternativesFinder(schemas);
  }

  root(json: JsonSchemaObject, value: unknown): unknown {
    return this.#value(value, this.#rootOf(json), true);
  }

  #rootOf(json: JsonSchemaObject): Applied {
    return getOrMake(this.#roots, json, () => [json]);
  }

  #value(value: unknown, applied: Applied, isRoot: boolean): unknown {
    if (typeof value !== "object" || value === null || applied.length === 0) return value;
    const plan = this.#plans.get(applied) ?? this.#plan(value, applied);
    if (plan.isEmpty) return value;
    if (Array.isArray(value)) return this.#array(value, plan, isRoot);
    // An object with only an id refers to another record. The server created that id, and the client sends it to select
    // the record.
    const isName = !isRoot && this.#rules.flag === "readOnly" && isReference(value);
    return isName ? value : this.#object(value as Record<string, unknown>, plan);
  }

  #plan(value: object, applied: Applied): StripPlan {
    const parts = new Set<JsonSchemaObject>();
    /** Properties that other alternatives flag. They stay secret in a value that matches another alternative. */
    const foreign = new Map<string, StripMember>();
    /** Properties that one of the chosen alternatives lets the client set. */
    const open = new Set<string>();
    let isFixed = true;
    /** The schemas that apply to the value itself. */
    const left = [...applied];
    for (let json = left.shift(); json !== undefined; json = left.shift()) {
      const target = this.#schemas.follow(json);
      if (typeof target === "boolean" || parts.has(target)) continue;
      parts.add(target);
      if (this.#rules.flag === "readOnly")
        for (const [name, json] of Object.entries(target.properties ?? {}))
          if (opensFlagged(this.#schemas, json, "readOnly")) open.add(name);
      const alternatives = this.#alternatives(target);
      const isChoice = alternatives.isOpen && this.#rules.isOfAll !== true;
      if (isChoice) isFixed = false;
      const chosen = isChoice ? this.#chosen(target, alternatives, value) : alternatives.all;
      if (isChoice && this.#rules.flag === "writeOnly") {
        for (const other of alternatives.all) if (!chosen.includes(other)) this.#addMembers(other, foreign);
      }
      if (isChoice && this.#rules.flag === "readOnly") for (const name of this.#openIn(chosen)) open.add(name);
      left.unshift(...(target.allOf ?? []), ...chosen);
    }
    const plan = new StripPlan([...parts], (json) => this.#schemas.isFlagged(json, this.#rules.flag), foreign, open);
    if (isFixed) this.#plans.set(applied, plan);
    return plan;
  }

  /** Adds the flags and schemas of a schema's properties. */
  #addMembers(json: JsonSchema, members: Map<string, StripMember>): void {
    for (const { name, schema, ...flags } of objectProperties(this.#schemas, json).values()) {
      const known = members.get(name);
      members.set(name, {
        isFlagged: flags[this.#rules.flag] || known?.isFlagged === true,
        applied: [...(known?.applied ?? []), schema],
      });
    }
  }

  /** Names of properties that one of several schemas declares without the flag. */
  #openIn(alternatives: readonly JsonSchema[]): readonly string[] {
    if (alternatives.length < 2) return [];
    const properties = alternatives.flatMap((json) => [...objectProperties(this.#schemas, json).values()]);
    return properties.filter((property) => !property[this.#rules.flag]).map(({ name }) => name);
  }

  #chosen(json: JsonSchemaObject, { all, tag }: Alternatives, value: object): readonly JsonSchema[] {
    if (tag !== undefined && Object.hasOwn(value, tag.propertyName)) {
      const named = tag.byTag.get(String((value as Record<string, unknown>)[tag.propertyName]));
      if (named !== undefined) return named;
    }
    // Without a known tag, the value's subtype is unknown.
    if (!json.oneOf && !json.anyOf) return [];
    return all.filter((branch) =>
      this.#schemas.validator(this.#schemas.schemaOf(branch), this.#rules.view).isValid(value),
    );
  }

  #array(value: readonly unknown[], plan: StripPlan, isRoot: boolean): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      if (typeof item !== "object") continue;
      const stripped = this.#value(item, plan.item(index), isRoot);
      if (stripped === item) continue;
      copy ??= [...value];
      copy[index] = stripped;
    }
    return copy ?? value;
  }

  #object(value: Readonly<Record<string, unknown>>, plan: StripPlan): object {
    let kept: [string, unknown][] | undefined;
    const names = Object.keys(value);
    for (const [index, name] of names.entries()) {
      const member = value[name];
      const { isFlagged, applied } = plan.member(name);
      const stripped = isFlagged ? member : this.#value(member, applied, false);
      if (isFlagged || stripped !== member) kept ??= names.slice(0, index).map((before) => [before, value[before]]);
      if (!isFlagged) kept?.push([name, stripped]);
    }
    return kept === undefined ? value : Object.fromEntries(kept);
  }
}

/** True for `{ id: "7" }` and `{ id: "7", type: "user_reference" }`. */
function isReference(value: object): boolean {
  const names = Object.keys(value);
  const hasId = names.some((name) => IDS.has(name.toLowerCase()));
  return hasId && names.every((name) => name === "type" || IDS.has(name.toLowerCase()));
}

const IDS = new Set(["id", "uuid", "guid", "gid", "sid"]);

/**
 * Returns a response body without its writeOnly properties, at any depth, because servers accept them but never show
 * them. Returns the same object if there are none.
 * @see OpenAPI 3.0.4, "Schema Object", writeOnly
 */
export function withoutWriteOnly(value: unknown, schema: Schema, schemas: SchemaRegistry): unknown {
  return stripProperties(schemas, schema.json, value, { flag: "writeOnly", view: "response" });
}

/** Other schemas that may apply to a value of a schema: its branches, or its subtypes. */
interface Alternatives {
  readonly all: readonly JsonSchema[];
  /** True if the value decides which of them apply. */
  readonly isOpen: boolean;
  /** The property whose value selects them. */
  readonly tag?: { readonly propertyName: string; readonly byTag: ReadonlyMap<string, readonly JsonSchema[]> };
}

/** Creates a cached function that finds the alternatives of a schema. */
function alternativesFinder(schemas: SchemaRegistry): (json: JsonSchemaObject) => Alternatives {
  const subtypes = subtypesOf(schemas);
  const known = new WeakMap<JsonSchemaObject, Alternatives>();

  function find(json: JsonSchemaObject): Alternatives {
    const below = subtypes.of(json);
    if (below !== undefined) {
      const byTag = new Map([...below.byTag].map(([tag, schema]) => [tag, [schema.json]]));
      return { all: [...byTag.values()].flat(), isOpen: byTag.size > 0, tag: { ...below, byTag } };
    }
    const all = [...(json.oneOf ?? []), ...(json.anyOf ?? [])].filter((branch) => !isNullSchema(branch));
    const isOpen = all.length > 1;
    const tagged = json.discriminator === undefined ? undefined : taggedBranches(schemas, json);
    if (tagged === undefined) return { all, isOpen };
    const { propertyName, branches } = tagged;
    const named = [...tagged.byTag].map(
      ([tag, positions]) => [tag, positions.map((at) => branches[at] ?? true)] as const,
    );
    return { all, isOpen, tag: { propertyName, byTag: new Map(named) } };
  }

  return (json) => {
    return getOrMake(known, json, () => find(json));
  };
}

/** Schemas that apply to one value. The same list means the same place in the description. */
type Applied = readonly JsonSchema[];

const NONE: Applied = [];

interface StripMember {
  readonly isFlagged: boolean;
  readonly applied: Applied;
}

/** The schemas and flags of a value's members, from several schemas combined. */
class StripPlan {
  readonly #parts: readonly JsonSchemaObject[];
  readonly #isFlagged: (json: JsonSchema) => boolean;
  readonly #foreign: ReadonlyMap<string, StripMember>;
  readonly #open: ReadonlySet<string>;
  readonly #patterns: ReadonlyMap<JsonSchemaObject, readonly (readonly [Matcher | undefined, JsonSchema])[]>;
  readonly #items: Applied;
  readonly #firstItems: Applied[] = [];
  readonly #declared: Map<string, StripMember> = new Map();
  #extra: StripMember | undefined;

  /**
   * @param foreign the flags and schemas of properties that none of the parts declares
   * @param open names that are not flagged, even if a part flags them
   */
  constructor(
    parts: readonly JsonSchemaObject[],
    isFlagged: (json: JsonSchema) => boolean,
    foreign: ReadonlyMap<string, StripMember>,
    open: ReadonlySet<string>,
  ) {
    this.#parts = parts;
    this.#open = open;
    this.#foreign = foreign;
    this.#isFlagged = isFlagged;
    this.#patterns = new Map(
      parts.flatMap((part) => (part.patternProperties ? [[part, matchers(part.patternProperties)] as const] : [])),
    );
    this.#items = parts.flatMap(({ items }) => (items === undefined ? [] : [items]));
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  item(index: number): Applied {
    if (!this.#parts.some(({ prefixItems = NONE }) => index < prefixItems.length)) return this.#items;
    let applied = this.#firstItems[index];
    if (applied === undefined) {
      applied = this.#parts.map(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? true);
      this.#firstItems[index] = applied;
    }
    return applied;
  }

  member(name: string): StripMember {
    if (this.#patterns.size > 0) return this.#member(name);
    const known = this.#declared.get(name);
    if (known !== undefined) return known;
    const isDeclared = this.#parts.some(
      ({ properties }) => properties !== undefined && Object.hasOwn(properties, name),
    );
    // All undeclared names share one entry, because there may be any number of them.
    if (!isDeclared && !this.#foreign.has(name)) {
      this.#extra ??= this.#member(name);
      return this.#extra;
    }
    const member = this.#member(name);
    this.#declared.set(name, member);
    return member;
  }

  #member(name: string): StripMember {
    const declared: JsonSchema[] = [];
    const others: JsonSchema[] = [];
    for (const part of this.#parts) {
      const { properties, additionalProperties } = part;
      const own = properties !== undefined && Object.hasOwn(properties, name) ? (properties[name] ?? true) : undefined;
      if (own !== undefined) declared.push(own);
      const matching = (this.#patterns.get(part) ?? []).filter(([pattern]) => pattern?.test(name));
      others.push(...matching.map(([, json]) => json));
      const isExtra = own === undefined && matching.length === 0 && additionalProperties !== undefined;
      if (isExtra) others.push(additionalProperties);
    }
    const foreign = declared.length === 0 ? this.#foreign.get(name) : undefined;
    const isFlagged = foreign ? foreign.isFlagged : !this.#open.has(name) && declared.some(this.#isFlagged);
    return { isFlagged, applied: [...declared, ...others, ...(foreign?.applied ?? [])] };
  }
}

function matchers(
  patterns: Readonly<Record<string, JsonSchema>>,
): readonly (readonly [Matcher | undefined, JsonSchema])[] {
  return Object.entries(patterns).map(([pattern, json]) => [toMatcher(pattern), json]);
}
