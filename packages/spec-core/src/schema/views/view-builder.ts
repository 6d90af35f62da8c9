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

/** How a view differs from the schema as written. */
export interface ViewRules {
  /** Properties with this flag are not required. */
  readonly hides: PropertyFlag;
  /** True if the value of such a property is validated. */
  readonly checksHidden: boolean;
}

/** A builder's access to its view, which also collects the units that the builder makes on the way. */
export interface ViewContext {
  readonly schemas: SchemaRegistry;
  readonly rules: ViewRules;
  readonly flagged: FlaggedProperties;
  readonly subtypes: SubtypeIndex;
  readonly graph: InPlaceGraph;
  /** The unit of a schema, reached while others are active and hide names. */
  readonly unitOf: (target: Schema, active: ActiveSchemas, hidden: ReadonlySet<string>) => CheckedUnit;
  /** Makes a unit of a schema that has no name. */
  readonly addUnit: (key: string, name: string | undefined, json: JsonSchema, place: Place) => CheckedUnit;
  readonly addTagged: (key: string, choice: TaggedUnits) => void;
}

/** Where in its unit a schema stands. */
export interface Place {
  /** The unit's schema while the keyword applies to the unit's own value. */
  readonly root: Schema | undefined;
  readonly active: ActiveSchemas;
  /** True inside an alternative. */
  readonly inUnion: boolean;
  /** Names that a schema around this one hides. */
  readonly hidden: ReadonlySet<string>;
  /** Put the target in the place of a reference: a keyword such as `unevaluatedProperties` has to see what it evaluates. */
  readonly inline: boolean;
  /** `additionalProperties: false` does not count: a schema around this one closes all its parts together. */
  readonly isOpen?: boolean;
  /** Values inside the unit's own value that lie between. */
  readonly depth: number;
}

type Draft = { -readonly [K in keyof CheckedSchemaObject]: CheckedSchemaObject[K] };

const NO_NAMES: ReadonlySet<string> = new Set();
/** Keywords whose schema is applied to any number of values. */
const MANY = ["additionalProperties", "unevaluatedProperties", "propertyNames", "items", "unevaluatedItems"] as const;
/** Levels of values that one compiled function looks into; deeper inline schemas are compiled when reached. */
const MAX_DEPTH = 4;

/** Makes the checked schema of one unit. */
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
    // Checked on this value already: as a part it adds nothing, as an alternative it can never be the one that holds.
    if (target.uri === place.root?.uri || place.active.has(target.uri)) return !place.inUnion;
    const active = activeBehind(graph, place.active, place.root, place.inUnion ? "union" : "all");
    if (!place.inline) return { "x-reference": unitOf(target, active, place.hidden).key };
    return this.build(target.json, { ...place, root: target, active, inUnion: false });
  }

  #object(json: JsonSchemaObject, place: Place): CheckedSchema {
    const out: Draft = {};
    // Examples rule no value out; what all of them have is not left out all the same.
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

  /** The keywords about values inside the value. */
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
      // ajv takes no name with half a surrogate pair, but a pattern that matches it.
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
    // Without the list ajv reports each item instead of their number.
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
    // ajv 8 forgets `contains` beside `prefixItems` when the list is empty.
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
    // A schema that takes the place of a reference may hold this very schema again.
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

  /** True in requests for alternatives several of which may take the same value. */
  #fitsSeveral({ anyOf }: JsonSchemaObject, branches: readonly JsonSchema[]): boolean {
    const { schemas, rules } = this.#context;
    return rules.hides === "readOnly" && !anyOf && areKinds(schemas, branches);
  }

  /** A schema that need not hold. Below `unevaluated...` it is a unit, which can be asked whether it does. */
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

  /** No URI holds a line break. */
  #nextKey(): string {
    this.#parts += 1;
    return `${this.#key}\n${this.#parts}`;
  }
}

/** Alternatives alone, or one part alone, see to their hidden names themselves, when a value reaches them. */
function declaresHere(json: JsonSchemaObject): boolean {
  if (json.properties !== undefined || json.required !== undefined || json.dependentRequired !== undefined) return true;
  return json.allOf !== undefined && (json.allOf.length > 1 || json.oneOf !== undefined || json.anyOf !== undefined);
}

/** True for keywords that depend on what other keywords have evaluated. */
function evaluates(json: JsonSchemaObject): boolean {
  return json.unevaluatedProperties !== undefined || json.unevaluatedItems !== undefined;
}

/**
 * True if a part of an `allOf`, or the schema around it, forbids properties that another part declares: by the letter they could never be
 * sent. Requests take such parts as closed together; answers have none of these properties.
 */
function isClosedTogether(schemas: SchemaRegistry, json: JsonSchemaObject): boolean {
  if (json.allOf === undefined) return false;
  const parts = partsOf(schemas, json, new Set());
  const closed = parts.filter((part) => part.additionalProperties === false && part.patternProperties === undefined);
  const names = closed.length === 0 ? [] : parts.flatMap(({ properties = {} }) => Object.keys(properties));
  return closed.some(({ properties = {} }) => names.some((name) => !Object.hasOwn(properties, name)));
}

/** The schema and the parts of its `allOf`, those of the parts among them. */
function partsOf(schemas: SchemaRegistry, json: JsonSchema, seen: Set<JsonSchema>): readonly JsonSchemaObject[] {
  const followed = schemas.follow(json);
  if (typeof followed === "boolean" || seen.has(followed)) return [];
  seen.add(followed);
  return [followed, ...(followed.allOf ?? []).flatMap((part) => partsOf(schemas, part, seen))];
}

function copyKeyword<K extends (typeof COPIED_KEYWORDS)[number]>(keyword: K, from: JsonSchemaObject, to: Draft): void {
  if (from[keyword] !== undefined) to[keyword] = from[keyword];
}

/** A pattern that matches this text alone. */
function exactly(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, "0"));
  return `^${units.map((unit) => `\\u${unit}`).join("")}$`;
}

/** Lets ajv stop between two of the values that the schema is applied to. */
function bounded(schema: CheckedSchema): CheckedSchema {
  return typeof schema === "boolean" || Object.keys(schema).length === 0 ? schema : { ...schema, "x-bounded": true };
}
