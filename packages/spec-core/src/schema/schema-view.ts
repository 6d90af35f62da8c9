import {
  type CheckedSchema,
  type CheckedSchemaObject,
  type CheckedUnit,
  COPIED_KEYWORDS,
  type TaggedUnits,
} from "./checked-schema.js";
import { taggedBranches } from "./discriminator.js";
import { createFlaggedProperties } from "./flagged-properties.js";
import { createInPlaceGraph } from "./in-place-graph.js";
import { toRegExp } from "./pattern.js";
import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "./schema.js";
import type { PropertyFlag } from "./schema-flags.js";
import { createSubtypeIndex } from "./subtypes.js";

/** How a view differs from the schema as written. */
export interface ViewRules {
  /** Properties with this flag are not required. */
  readonly hides: PropertyFlag;
  /** Is the value of such a property looked at when it is there? */
  readonly checksHidden: boolean;
}

/** The schemas of a description as one side of the wire checks them. */
export interface SchemaView {
  unitOf(schema: Schema): CheckedUnit;
  /** The unit that an `x-reference` means. */
  unit(key: string): CheckedUnit;
  /** The alternatives that an `x-tagged` means. */
  tagged(key: string): TaggedUnits;
  /** The regular expression that a `pattern` means. */
  regExp(pattern: string): RegExp;
}

/**
 * Schemas that are being checked on the same value, outermost first, and how this one was reached from each: through
 * `allOf` alone, or through an alternative.
 */
type Active = ReadonlyMap<string, "all" | "union">;

interface Place {
  /** The unit's schema while the keyword applies to the unit's own value. */
  readonly root: Schema | undefined;
  readonly active: Active;
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
const NOT_ACTIVE: Active = new Map();
/** Levels of values that one compiled function looks into; deeper inline schemas are compiled when reached. */
const MAX_DEPTH = 4;

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Makes the schemas of a description as one view checks them, each when first asked for. */
export function createSchemaView(schemas: SchemaRegistry, rules: ViewRules): SchemaView {
  const units = new Map<string, CheckedUnit>();
  const tagged = new Map<string, TaggedUnits>();
  const patterns = new Map<string, RegExp>();
  const flagged = createFlaggedProperties(schemas, rules.hides);
  const subtypes = createSubtypeIndex(schemas);
  const graph = createInPlaceGraph(schemas, subtypes);

  function createUnit(key: string, name: string | undefined, build: (mark: () => void) => CheckedSchema): CheckedUnit {
    let schema: CheckedSchema | undefined;
    let namesInherited = false;
    const unit: CheckedUnit = {
      key,
      name,
      get schema() {
        schema ??= build(() => {
          namesInherited = true;
        });
        return schema;
      },
      get namesInherited() {
        return unit.schema !== undefined && namesInherited;
      },
    };
    units.set(key, unit);
    return unit;
  }

  function targetUnit(target: Schema, active: Active, hidden: ReadonlySet<string>): CheckedUnit {
    const relevant = active.size === 0 ? active : only(active, graph.reach(target));
    const names = hidden.size === 0 ? [] : [...hidden].filter((name) => graph.mentions(target).has(name)).sort();
    const variant = relevant.size > 0 || names.length > 0 ? ` ${JSON.stringify([[...relevant], names])}` : "";
    const key = `${target.uri}${variant}`;
    return (
      units.get(key) ??
      createUnit(key, target.name, (mark) => {
        const place: Place = {
          root: target,
          active: relevant,
          inUnion: false,
          hidden: new Set(names),
          inline: false,
          depth: 0,
        };
        return new Builder(key, mark).build(target.json, place);
      })
    );
  }

  /** The schemas active behind an edge that leaves the unit at `place`. */
  function activeBehind(place: Place, edge: "all" | "union"): Active {
    if (place.root === undefined) return place.active;
    if (place.active.size === 0 && !graph.isCircular(place.root)) return NOT_ACTIVE;
    const behind = new Map([...place.active].map(([uri, way]) => [uri, edge === "union" ? edge : way]));
    return behind.set(place.root.uri, edge);
  }

  class Builder {
    readonly #key: string;
    readonly #mark: () => void;
    #parts = 0;

    constructor(key: string, mark: () => void) {
      this.#key = key;
      this.#mark = mark;
    }

    build(json: JsonSchema, place: Place): CheckedSchema {
      if (typeof json === "boolean") return json;
      if (json.$ref !== undefined) return this.#reference(json.$ref, place);
      const names = declaresHere(json) ? flagged.names(json) : NO_NAMES;
      const hidden =
        names.size === 0 ? place.hidden : place.hidden.size === 0 ? names : new Set([...names, ...place.hidden]);
      const evaluates = json.unevaluatedProperties !== undefined || json.unevaluatedItems !== undefined;
      return this.#object(json, { ...place, hidden, inline: place.inline || evaluates });
    }

    #reference(uri: string, place: Place): CheckedSchema {
      const target = schemas.at(uri);
      // Checked on this value already: as a part it adds nothing, as an alternative it can never be the one that holds.
      if (target.uri === place.root?.uri || place.active.has(target.uri)) return !place.inUnion;
      const active = activeBehind(place, place.inUnion ? "union" : "all");
      if (!place.inline) return { "x-reference": targetUnit(target, active, place.hidden).key };
      return this.build(target.json, { ...place, root: target, active, inUnion: false });
    }

    #object(json: JsonSchemaObject, place: Place): CheckedSchema {
      const out: Draft = {};
      for (const keyword of COPIED_KEYWORDS) if (json[keyword] !== undefined) out[keyword] = json[keyword] as never;
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
      if (names.some((name) => INHERITED.has(name))) this.#mark();
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
        out.properties = this.#map(json.properties, inside, (name) => !rules.checksHidden && hidden.has(name));
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
      if (!isDeep) return this.build(json, place);
      return { "x-reference": this.#part(json, { ...place, depth: 0 }).key };
    }

    #alternatives(json: JsonSchemaObject, place: Place, out: Draft): void {
      const choice = place.inline ? undefined : taggedBranches(schemas, json);
      for (const keyword of ["oneOf", "anyOf"] as const) {
        const branches = json[keyword];
        if (branches === undefined || leadsBack(branches, place)) continue;
        if (choice?.keyword === keyword) {
          const all = branches.map((branch) => this.#branch(branch, place));
          const at = (position: number): CheckedUnit[] => all.slice(position, position + 1);
          this.#tag(out, {
            ...choice,
            all,
            byTag: new Map([...choice.byTag].map(([tag, positions]) => [tag, positions.flatMap(at)])),
            untagged: choice.untagged.flatMap(at),
            fallback: choice.fallback === undefined ? undefined : all[choice.fallback],
            open: false,
          });
        } else out[keyword] = branches.map((branch) => this.build(branch, { ...place, inUnion: true }));
      }
      const derived = place.inline ? undefined : subtypes.of(json);
      if (derived === undefined || derived.byTag.size === 0) return;
      if (
        leadsBack(
          [...derived.byTag.values()].map(({ uri }) => ({ $ref: uri })),
          place,
        )
      )
        return;
      const active = activeBehind(place, "union");
      const byTag = new Map(
        [...derived.byTag].map(([tag, schema]) => [tag, [targetUnit(schema, active, place.hidden)]]),
      );
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

    #branch(branch: JsonSchema, place: Place): CheckedUnit {
      const checked = typeof branch === "object" && branch.$ref !== undefined ? schemas.at(branch.$ref) : undefined;
      const isBack = checked !== undefined && (checked.uri === place.root?.uri || place.active.has(checked.uri));
      if (checked !== undefined && !isBack) return targetUnit(checked, activeBehind(place, "union"), place.hidden);
      return this.#part(branch, { ...place, inUnion: true });
    }

    #part(json: JsonSchema, place: Place): CheckedUnit {
      this.#parts += 1;
      const name = typeof json === "object" ? (json.title ?? schemas.schemaOf(json).name) : undefined;
      const key = `${this.#key} ${this.#parts}`;
      return createUnit(key, name, (mark) => new Builder(key, mark).build(json, place));
    }

    #tag(out: Draft, choice: TaggedUnits): void {
      this.#parts += 1;
      const key = `${this.#key} ${this.#parts}`;
      tagged.set(key, choice);
      out["x-tagged"] = key;
    }
  }

  /**
   * Does an alternative hold a schema that this one is a part of? Cat is all of Pet, and Pet is one of Cat and Dog: who
   * checks a Cat has chosen already.
   */
  function leadsBack(branches: readonly JsonSchema[], place: Place): boolean {
    const parts = [...place.active].filter(([, way]) => way === "all").map(([uri]) => uri);
    if (parts.length === 0) return false;
    return branches.some((branch) => {
      const reached = graph.reachFrom(branch);
      return parts.some((uri) => reached.has(uri));
    });
  }

  function regExp(pattern: string): RegExp {
    let compiled = patterns.get(pattern);
    if (compiled === undefined) {
      compiled = toRegExp(pattern) ?? /(?:)/u;
      patterns.set(pattern, compiled);
    }
    return compiled;
  }

  return {
    regExp,
    unitOf: (schema) => targetUnit(schema, NOT_ACTIVE, NO_NAMES),
    unit(key) {
      const unit = units.get(key);
      if (unit === undefined) throw new Error(`There is no checked schema ${key}.`);
      return unit;
    },
    tagged(key) {
      const choice = tagged.get(key);
      if (choice === undefined) throw new Error(`There are no alternatives ${key}.`);
      return choice;
    },
  };
}

/** Alternatives alone, or one part alone, see to their hidden names themselves, when a value reaches them. */
function declaresHere(json: JsonSchemaObject): boolean {
  if (json.properties !== undefined || json.required !== undefined || json.dependentRequired !== undefined) return true;
  return json.allOf !== undefined && (json.allOf.length > 1 || json.oneOf !== undefined || json.anyOf !== undefined);
}

function only(active: Active, uris: ReadonlySet<string>): Active {
  const kept = [...active].filter(([uri]) => uris.has(uri));
  return kept.length === active.size ? active : new Map(kept);
}
