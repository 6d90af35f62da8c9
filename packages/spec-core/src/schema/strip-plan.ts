import { type Matcher, toMatcher } from "./matcher.js";
import type { JsonSchema, JsonSchemaObject } from "./schema.js";

/** Schemas that are all about one value. The same list is the same place in the description. */
export type Applied = readonly JsonSchema[];

const NONE: Applied = [];

interface StripMember {
  readonly isFlagged: boolean;
  readonly applied: Applied;
}

/** The schemas and flags of the values inside a value, as several schemas say together. */
export class StripPlan {
  readonly #parts: readonly JsonSchemaObject[];
  readonly #isFlagged: (json: JsonSchema) => boolean;
  readonly #foreign: ReadonlySet<string>;
  readonly #open: ReadonlySet<string>;
  readonly #patterns: ReadonlyMap<JsonSchemaObject, readonly (readonly [Matcher | undefined, JsonSchema])[]>;
  readonly #items: Applied;
  readonly #firstItems: Applied[] = [];
  readonly #declared: Map<string, StripMember> = new Map();
  #extra: StripMember | undefined;

  /**
   * @param foreign names that are flagged unless one of the parts declares them
   * @param open names that are not flagged, whatever the parts say
   */
  constructor(
    parts: readonly JsonSchemaObject[],
    isFlagged: (json: JsonSchema) => boolean,
    foreign: ReadonlySet<string>,
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
    // All other names are alike, and there is no end of them.
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
    const isFlagged =
      declared.length === 0 ? this.#foreign.has(name) : !this.#open.has(name) && declared.some(this.#isFlagged);
    return { isFlagged, applied: [...declared, ...others] };
  }
}

function matchers(
  patterns: Readonly<Record<string, JsonSchema>>,
): readonly (readonly [Matcher | undefined, JsonSchema])[] {
  return Object.entries(patterns).map(([pattern, json]) => [toMatcher(pattern), json]);
}
