import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "../schema.js";
import { type TaggedBranches, taggedBranches } from "../shape/discriminator.js";
import { opensFlagged } from "../shape/object-properties.js";
import type { PropertyFlag } from "../shape/schema-flags.js";
import type { SubtypeIndex } from "../shape/subtypes.js";
import { isLooseNull } from "../translate/allow-null.js";
import { areKinds } from "./are-kinds.js";
import {
  type CheckedSchema,
  type CheckedSchemaObject,
  type CheckedUnit,
  COPIED_KEYWORDS,
  type TaggedUnits,
} from "./checked-schema.js";
import type { FlaggedProperties } from "./flagged-properties.js";
import {
  type ActiveSchemas,
  activeBehind,
  type InPlaceGraph,
  isSomePart,
  leadsBack,
  NOT_ACTIVE,
} from "./in-place-graph.js";

/** How a view differs from the original schema. */
export interface ViewRules {
  /** Properties with this flag are not required. */
  readonly hides: PropertyFlag;
  /** True if the value of such a property is validated. */
  readonly checksHidden: boolean;
}

/** A builder's access to its view. It also collects the units that the builder creates. */
export interface ViewContext {
  readonly schemas: SchemaRegistry;
  readonly rules: ViewRules;
  readonly flagged: FlaggedProperties;
  readonly subtypes: SubtypeIndex;
  readonly graph: InPlaceGraph;
  /** The unit of a schema, for a place with these active schemas and hidden names. */
  readonly unitOf: (target: Schema, active: ActiveSchemas, hidden: ReadonlySet<string>) => CheckedUnit;
  /** Adds a unit for a schema without a name. */
  readonly addUnit: (key: string, name: string | undefined, json: JsonSchema, place: Place) => CheckedUnit;
  readonly addTagged: (key: string, choice: TaggedUnits) => void;
}

/** The place of a schema in its unit. */
export interface Place {
  /** The unit's schema, as long as the keyword applies to the unit's own value. */
  readonly root: Schema | undefined;
  readonly active: ActiveSchemas;
  /** True inside an alternative. */
  readonly inUnion: boolean;
  /** Names that a schema around this one hides. */
  readonly hidden: ReadonlySet<string>;
  /**
   * True to replace a reference by its target: a keyword such as `unevaluatedProperties` must see which members the
   * target evaluates.
   */
  readonly inline: boolean;
  /** True to ignore `additionalProperties: false`, because a schema around this one closes all its parts together. */
  readonly isOpen?: boolean;
  /** The number of levels between the unit's own value and this one. */
  readonly depth: number;
}

type Draft = { -readonly [K in keyof CheckedSchemaObject]: CheckedSchemaObject[K] };

const NO_NAMES: ReadonlySet<string> = new Set();
/** Keywords whose schema applies to any number of values. */
const MANY = ["additionalProperties", "unevaluatedProperties", "propertyNames", "items", "unevaluatedItems"] as const;
/** Maximum number of levels in one compiled function. Deeper inline schemas are compiled when a value reaches them. */
const MAX_DEPTH = 4;

/** Builds the checked schema of one unit. */
export class ViewBuilder {
  readonly #context: ViewContext;
  readonly #key: string;
  #parts = 0;

  constructor(context: ViewContext, key: string) {
    this.#context = context;
    this.#key = key;
  }

  build(json: JsonSchema, place: Place): CheckedSchema {
    if (typeof json === "boolean") return json;
    if (isLooseNull(json) && this.#context.rules.hides === "writeOnly") return false;
    if (json.$ref !== undefined) return this.#reference(json.$ref, place);
    const names = declaresHere(json) ? this.#context.flagged.names(json) : NO_NAMES;
    const hidden =
      names.size === 0 ? place.hidden : place.hidden.size === 0 ? names : new Set([...names, ...place.hidden]);
    const isRequest = this.#context.rules.hides === "readOnly";
    if (isRequest && place.isOpen !== true && isClosedTogether(this.#context.schemas, json)) {
      const whole = { ...json, unevaluatedProperties: false };
      return this.#object(whole, { ...place, hidden, inline: true, isOpen: true });
    }
    return this.#object(json, { ...place, hidden, inline: place.inline || evaluates(json) });
  }

  #reference(uri: string, place: Place): CheckedSchema {
    const { schemas, graph, unitOf } = this.#context;
    const target = schemas.at(uri);
    // The target is already checked on this value. As a part it adds nothing, and as an alternative it can never be the
    // matching one.
    if (target.uri === place.root?.uri || place.active.has(target.uri)) return !place.inUnion;
    const active = activeBehind(graph, place.active, place.root, place.inUnion ? "union" : "all");
    if (!place.inline) return { "x-reference": unitOf(target, active, place.hidden).key };
    return this.build(target.json, { ...place, root: target, active, inUnion: false });
  }

  #object(json: JsonSchemaObject, place: Place): CheckedSchema {
    const out: Draft = {};
    // Examples forbid no value, but properties that all of them have are required.
    if (json["x-by-example"] !== true) for (const keyword of COPIED_KEYWORDS) copyKeyword(keyword, json, out);
    else if (json.items !== undefined) return out;
    this.#names(json, place, out);
    this.#inner(json, place, out);
    if (json.allOf) out.allOf = [...(out.allOf ?? []), ...json.allOf.map((part) => this.build(part, place))];
    const union = { ...place, inUnion: true };
    if (json.not !== undefined) out.not = this.build(json.not, union);
    if (json.if !== undefined) {
      out.if = this.#alternative(json.if, place);
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
      if (json.then !== undefined) out.then = this.build(json.then, union);
      if (json.else !== undefined) out.else = this.build(json.else, union);
    }
    if (json.dependentSchemas) {
      out.dependentSchemas = Object.fromEntries(
        Object.entries(json.dependentSchemas).flatMap(([name, schema]) =>
          name.isWellFormed() ? [[name, this.build(schema, union)]] : [],
        ),
      );
    }
    this.#alternatives(json, place, out);
    return out;
  }

  #names(json: JsonSchemaObject, { hidden }: Place, out: Draft): void {
    if (json.required) {
      const required = hidden.size === 0 ? json.required : json.required.filter((name) => !hidden.has(name));
      if (required.length > 0) out.required = required;
    }
    if (json.dependentRequired) {
      out.dependentRequired = Object.fromEntries(
        Object.entries(json.dependentRequired).map(([name, names]) => [
          name,
          names.filter((other) => !hidden.has(other)),
        ]),
      );
    }
  }

  /** Builds the keywords that apply to members of the value. */
  #inner(json: JsonSchemaObject, place: Place, out: Draft): void {
    const { hidden } = place;
    const inside: Place = {
      root: undefined,
      active: NOT_ACTIVE,
      inUnion: false,
      hidden: NO_NAMES,
      inline: false,
      depth: place.depth + 1,
    };
    const patterns = Object.entries(json.patternProperties ?? {}).map(
      ([pattern, schema]) => [pattern, bounded(this.#innerSchema(schema, inside))] as const,
    );
    if (json.properties) {
      const { schemas, rules } = this.#context;
      const isFree = (name: string, schema: JsonSchema): boolean =>
        !rules.checksHidden && hidden.has(name) && !opensFlagged(schemas, schema, rules.hides);
      const properties = Object.entries(json.properties).map(
        ([name, schema]) => [name, isFree(name, schema) || this.#innerSchema(schema, inside)] as const,
      );
      out.properties = Object.fromEntries(properties.filter(([name]) => name.isWellFormed()));
      // ajv does not accept a name with half a surrogate pair, but it accepts a pattern that matches the name.
      const others = properties.filter(([name]) => !name.isWellFormed());
      patterns.push(...others.map(([name, schema]) => [exactly(name), schema] as const));
    }
    if (patterns.length > 0) out.patternProperties = Object.fromEntries(patterns);
    for (const keyword of MANY) {
      const schema = json[keyword];
      const isClosing = keyword === "additionalProperties" && schema === false;
      if (schema !== undefined && !(isClosing && place.isOpen))
        out[keyword] = bounded(this.#innerSchema(schema, inside));
    }
    if (json.prefixItems) out.prefixItems = json.prefixItems.map((schema) => this.#innerSchema(schema, inside));
    // Without `prefixItems`, ajv reports each item instead of their number.
    else if (json.items === false) out.prefixItems = [];
    if (json.contains !== undefined) this.#contains(json.contains, json, { ...inside, inline: place.inline }, out);
  }

  #contains(contains: JsonSchema, { minContains, maxContains }: JsonSchemaObject, inside: Place, out: Draft): void {
    if (out.prefixItems === undefined) {
      const { schemas, unitOf } = this.#context;
      out.contains =
        inside.inline && typeof contains === "object"
          ? { "x-alternative": unitOf(schemas.schemaOf(contains), NOT_ACTIVE, NO_NAMES).key }
          : this.#innerSchema(contains, inside);
      return;
    }
    // ajv 8 ignores `contains` next to `prefixItems` if the list is empty.
    const alone = {
      contains,
      ...(minContains !== undefined && { minContains }),
      ...(maxContains !== undefined && { maxContains }),
    };
    out.allOf = [{ "x-reference": this.#part(alone, { ...inside, depth: 0 }).key }];
  }

  #innerSchema(json: JsonSchema, place: Place): CheckedSchema {
    const isDeep =
      place.depth >= MAX_DEPTH && typeof json === "object" && (json.properties ?? json.items ?? json.allOf);
    // A schema that replaces a reference may contain itself again.
    if (!isDeep && !isSomePart(json, evaluates)) return this.build(json, place);
    const { schemas, unitOf } = this.#context;
    return { "x-reference": unitOf(schemas.schemaOf(json), NOT_ACTIVE, NO_NAMES).key };
  }

  #alternatives(json: JsonSchemaObject, place: Place, out: Draft): void {
    const { schemas, graph, subtypes, unitOf } = this.#context;
    const choice = place.inline ? undefined : taggedBranches(schemas, json);
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const branches = json[keyword];
      if (branches === undefined || leadsBack(graph, place.active, branches)) continue;
      const fitting = keyword === "oneOf" && this.#fitsSeveral(json, branches) ? "anyOf" : keyword;
      if (choice?.keyword === keyword) this.#tag(out, { ...this.#taggedUnits(choice, place), keyword: fitting });
      else out[fitting] = branches.map((branch) => this.#alternative(branch, place));
    }
    const derived = place.inline ? undefined : subtypes.of(json);
    if (derived === undefined || derived.byTag.size === 0) return;
    const references = [...derived.byTag.values()].map(({ uri }) => ({ $ref: uri }));
    if (leadsBack(graph, place.active, references)) return;
    const active = activeBehind(graph, place.active, place.root, "union");
    const byTag = new Map([...derived.byTag].map(([tag, schema]) => [tag, [unitOf(schema, active, place.hidden)]]));
    this.#tag(out, {
      propertyName: derived.propertyName,
      keyword: "oneOf",
      byTag,
      untagged: [],
      fallback: undefined,
      all: [...byTag.values()].flat(),
      open: true,
    });
  }

  /** True in requests if several alternatives may accept the same value. */
  #fitsSeveral({ anyOf }: JsonSchemaObject, branches: readonly JsonSchema[]): boolean {
    const { schemas, rules } = this.#context;
    return rules.hides === "readOnly" && !anyOf && areKinds(schemas, branches);
  }

  /**
   * Builds a schema that need not accept the value. Below `unevaluated...` it is a unit, so that it can be checked
   * separately.
   */
  #alternative(json: JsonSchema, place: Place): CheckedSchema {
    const union = { ...place, inUnion: true };
    if (!place.inline || typeof json === "boolean") return this.build(json, union);
    const { key, schema } = this.#part(json, union);
    return typeof schema === "boolean" ? schema : { "x-alternative": key };
  }

  #taggedUnits(
    { branches, byTag, untagged, fallback, propertyName, keyword }: TaggedBranches,
    place: Place,
  ): TaggedUnits {
    const all = branches.map((branch) => this.#branch(branch, place));
    const at = (position: number): CheckedUnit[] => all.slice(position, position + 1);
    return {
      propertyName,
      keyword,
      all,
      byTag: new Map([...byTag].map(([tag, positions]) => [tag, positions.flatMap(at)])),
      untagged: untagged.flatMap(at),
      fallback: fallback === undefined ? undefined : all[fallback],
      open: false,
    };
  }

  #branch(branch: JsonSchema, place: Place): CheckedUnit {
    const { schemas, graph, unitOf } = this.#context;
    const target = typeof branch === "object" && branch.$ref !== undefined ? schemas.at(branch.$ref) : undefined;
    const isBack = target !== undefined && (target.uri === place.root?.uri || place.active.has(target.uri));
    if (target === undefined || isBack) return this.#part(branch, { ...place, inUnion: true });
    return unitOf(target, activeBehind(graph, place.active, place.root, "union"), place.hidden);
  }

  #part(json: JsonSchema, place: Place): CheckedUnit {
    const { schemas, addUnit } = this.#context;
    const name = typeof json === "object" ? (json.title ?? schemas.schemaOf(json).name) : undefined;
    return addUnit(this.#nextKey(), name, json, place);
  }

  #tag(out: Draft, choice: TaggedUnits): void {
    const key = this.#nextKey();
    this.#context.addTagged(key, choice);
    out["x-tagged"] = key;
  }

  /** A new key. It contains a line break, which no URI does. */
  #nextKey(): string {
    this.#parts += 1;
    return `${this.#key}\n${this.#parts}`;
  }
}

/**
 * True if hidden names must be known here. A schema with only alternatives, or with one part, handles them when a value
 * reaches these.
 */
function declaresHere(json: JsonSchemaObject): boolean {
  if (json.properties !== undefined || json.required !== undefined || json.dependentRequired !== undefined) return true;
  return json.allOf !== undefined && (json.allOf.length > 1 || json.oneOf !== undefined || json.anyOf !== undefined);
}

/** True for keywords that depend on what other keywords have evaluated. */
function evaluates(json: JsonSchemaObject): boolean {
  return json.unevaluatedProperties !== undefined || json.unevaluatedItems !== undefined;
}

/**
 * True if a part of an `allOf`, or the schema around it, forbids properties that another part declares. Taken
 * literally, these could never be sent. In requests, such parts are closed together. Answers contain none of these
 * properties.
 */
function isClosedTogether(schemas: SchemaRegistry, json: JsonSchemaObject): boolean {
  if (json.allOf === undefined) return false;
  const parts = partsOf(schemas, json, new Set());
  const closed = parts.filter((part) => part.additionalProperties === false && part.patternProperties === undefined);
  const names = closed.length === 0 ? [] : parts.flatMap(({ properties = {} }) => Object.keys(properties));
  return closed.some(({ properties = {} }) => names.some((name) => !Object.hasOwn(properties, name)));
}

/** The schema and the parts of its `allOf`, including parts of parts. */
function partsOf(schemas: SchemaRegistry, json: JsonSchema, seen: Set<JsonSchema>): readonly JsonSchemaObject[] {
  const followed = schemas.follow(json);
  if (typeof followed === "boolean" || seen.has(followed)) return [];
  seen.add(followed);
  return [followed, ...(followed.allOf ?? []).flatMap((part) => partsOf(schemas, part, seen))];
}

function copyKeyword<K extends (typeof COPIED_KEYWORDS)[number]>(keyword: K, from: JsonSchemaObject, to: Draft): void {
  if (from[keyword] !== undefined) to[keyword] = from[keyword];
}

/** A pattern that only matches this text. */
function exactly(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, "0"));
  return `^${units.map((unit) => `\\u${unit}`).join("")}$`;
}

/** Adds `x-bounded`, so that ajv can stop between two values of the schema. */
function bounded(schema: CheckedSchema): CheckedSchema {
  return typeof schema === "boolean" || Object.keys(schema).length === 0 ? schema : { ...schema, "x-bounded": true };
}
