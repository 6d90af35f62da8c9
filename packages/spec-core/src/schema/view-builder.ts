import { type ActiveSchemas, activeBehind, leadsBack, NOT_ACTIVE } from "./active-schemas.js";
import { isLooseNull } from "./allow-null.js";
import {
  type CheckedSchema,
  type CheckedSchemaObject,
  type CheckedUnit,
  COPIED_KEYWORDS,
  type TaggedUnits,
} from "./checked-schema.js";
import { type TaggedBranches, taggedBranches } from "./discriminator.js";
import type { FlaggedProperties } from "./flagged-properties.js";
import type { InPlaceGraph } from "./in-place-graph.js";
import { isSomePart } from "./in-place-parts.js";
import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "./schema.js";
import type { SubtypeIndex } from "./subtypes.js";
import type { ViewRules } from "./view-rules.js";

/** What a builder needs of its view, and where it leaves the units that it makes on the way. */
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
  /** Has an alternative been entered since the unit's root? */
  readonly inUnion: boolean;
  /** Names that a schema around this one hides. */
  readonly hidden: ReadonlySet<string>;
  /** Put the target in the place of a reference: a keyword such as `unevaluatedProperties` has to see what it evaluates. */
  readonly inline: boolean;
  /** Values inside the unit's own value that lie between. */
  readonly depth: number;
}

type Draft = { -readonly [K in keyof CheckedSchemaObject]: CheckedSchemaObject[K] };

const NO_NAMES: ReadonlySet<string> = new Set();
/** Levels of values that one compiled function looks into; deeper inline schemas are compiled when reached. */
const MAX_DEPTH = 4;
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Makes the checked schema of one unit. */
export class ViewBuilder {
  /** Does the schema name a property that every JavaScript object inherits? */
  namesInherited = false;
  #contains = false;
  #seesItems = false;
  readonly #context: ViewContext;
  readonly #key: string;
  #parts = 0;

  constructor(context: ViewContext, key: string) {
    this.#context = context;
    this.#key = key;
  }

  /** ajv 8 takes every item for evaluated, or none, where `contains` evaluates those that match. */
  get isCompilable(): boolean {
    return !(this.#contains && this.#seesItems);
  }

  build(json: JsonSchema, place: Place): CheckedSchema {
    if (typeof json === "boolean") return json;
    if (isLooseNull(json) && this.#context.rules.hides === "writeOnly") return false;
    if (json.$ref !== undefined) return this.#reference(json.$ref, place);
    const names = declaresHere(json) ? this.#context.flagged.names(json) : NO_NAMES;
    const hidden =
      names.size === 0 ? place.hidden : place.hidden.size === 0 ? names : new Set([...names, ...place.hidden]);
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
    for (const keyword of COPIED_KEYWORDS) copyKeyword(keyword, json, out);
    this.#names(json, place, out);
    this.#inner(json, place, out);
    if (json.allOf) out.allOf = [...(out.allOf ?? []), ...json.allOf.map((part) => this.build(part, place))];
    const union = { ...place, inUnion: true };
    if (json.not !== undefined) out.not = this.build(json.not, union);
    if (json.if !== undefined) {
      out.if = this.build(json.if, union);
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
      if (json.then !== undefined) out.then = this.build(json.then, union);
      if (json.else !== undefined) out.else = this.build(json.else, union);
    }
    if (json.dependentSchemas) {
      out.dependentSchemas = this.#map(json.dependentSchemas, union);
      this.#noteInherited(Object.keys(json.dependentSchemas));
    }
    this.#alternatives(json, place, out);
    return out;
  }

  #names(json: JsonSchemaObject, { hidden }: Place, out: Draft): void {
    if (json.required) {
      const required = hidden.size === 0 ? json.required : json.required.filter((name) => !hidden.has(name));
      if (required.length > 0) out.required = required;
      this.#noteInherited(required);
    }
    if (json.dependentRequired) {
      this.#noteInherited([...Object.keys(json.dependentRequired), ...Object.values(json.dependentRequired).flat()]);
      out.dependentRequired = Object.fromEntries(
        Object.entries(json.dependentRequired).map(([name, names]) => [
          name,
          names.filter((other) => !hidden.has(other)),
        ]),
      );
    }
  }

  #noteInherited(names: readonly string[]): void {
    this.namesInherited ||= names.some((name) => INHERITED.has(name));
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
    if (json.properties) {
      out.properties = this.#map(
        json.properties,
        inside,
        (name) => !this.#context.rules.checksHidden && hidden.has(name),
      );
      this.#noteInherited(Object.keys(json.properties));
    }
    if (json.patternProperties) out.patternProperties = this.#map(json.patternProperties, inside);
    for (const keyword of ["additionalProperties", "unevaluatedProperties", "propertyNames"] as const) {
      const schema = json[keyword];
      if (schema !== undefined) out[keyword] = this.#innerSchema(schema, inside);
    }
    for (const keyword of ["items", "contains", "unevaluatedItems"] as const) {
      const schema = json[keyword];
      if (schema !== undefined) out[keyword] = this.#innerSchema(schema, inside);
    }
    this.#contains ||= json.contains !== undefined;
    this.#seesItems ||= json.unevaluatedItems !== undefined;
    if (json.prefixItems) {
      out.prefixItems = json.prefixItems.map((schema) => this.#innerSchema(schema, inside));
      if (out.contains !== undefined) {
        // Beside prefixItems, ajv 8 forgets contains when the array is empty.
        const { contains, minContains, maxContains } = out;
        out.allOf = [
          {
            contains,
            ...(minContains !== undefined && { minContains }),
            ...(maxContains !== undefined && { maxContains }),
          },
        ];
        delete out.contains;
      }
    }
  }

  #map(
    map: Readonly<Record<string, JsonSchema>>,
    place: Place,
    isFree: (name: string) => boolean = () => false,
  ): Readonly<Record<string, CheckedSchema>> {
    return Object.fromEntries(
      Object.entries(map).map(([name, schema]) => [
        name,
        isFree(name) ? true : place.root === undefined ? this.#innerSchema(schema, place) : this.build(schema, place),
      ]),
    );
  }

  #innerSchema(json: JsonSchema, place: Place): CheckedSchema {
    const isDeep =
      place.depth >= MAX_DEPTH && typeof json === "object" && (json.properties ?? json.items ?? json.allOf);
    // What is put in the place of references may hold this very schema again.
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
      if (choice?.keyword === keyword) this.#tag(out, this.#taggedUnits(choice, place));
      else out[keyword] = branches.map((branch) => this.build(branch, { ...place, inUnion: true }));
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

/** Does it depend on what other keywords have looked at? */
function evaluates(json: JsonSchemaObject): boolean {
  return json.unevaluatedProperties !== undefined || json.unevaluatedItems !== undefined;
}

function copyKeyword<K extends (typeof COPIED_KEYWORDS)[number]>(keyword: K, from: JsonSchemaObject, to: Draft): void {
  if (from[keyword] !== undefined) to[keyword] = from[keyword];
}
