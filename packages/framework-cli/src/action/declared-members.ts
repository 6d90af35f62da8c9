import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "@onespec/spec-core";

/**
 * Removes members that the schemas do not declare, at any depth. JSON Schema allows undeclared members by default, and
 * a client that sends `"role": "admin"` must not become an administrator. Everything counts as declared if a schema
 * lists no members, or allows others on purpose (`additionalProperties`, `patternProperties`). The members of all
 * alternatives count, and so do required members without a schema.
 */
export class DeclaredMembers {
  readonly #schemas: SchemaRegistry;
  readonly #parts: ReadonlySet<JsonSchemaObject>;
  readonly #isOpen: boolean;
  readonly #members: Map<string, Member> = new Map();
  #items: DeclaredMembers | undefined;
  #unnamed: Member | undefined;

  constructor(schemas: SchemaRegistry, declaring: readonly JsonSchema[]) {
    const parts = new Set<JsonSchemaObject>();
    for (const json of declaring) collect(schemas, json, parts);
    this.#schemas = schemas;
    this.#parts = parts;
    this.#isOpen = ![...parts].some(({ properties }) => properties !== undefined) || [...parts].some(isOpen);
    for (const { properties = {}, required = [] } of parts)
      for (const name of [...Object.keys(properties), ...required]) this.#member(name);
  }

  /** True if the schemas allow any top-level property. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The value without undeclared members. Returns the same object if there are none. */
  of(value: unknown): unknown {
    if (this.#parts.size === 0) return value;
    if (Array.isArray(value)) return this.#ofList(value);
    if (!isPlainObject(value)) return value;
    const kept: Record<string, unknown> = {};
    const others = this.#others;
    let isChanged = false;
    for (const name of Object.keys(value)) {
      const declared = this.#members.get(name) ?? others;
      // Set, that one would be no member but another prototype.
      if (declared === undefined || name === "__proto__") {
        isChanged = true;
        continue;
      }
      const member = value[name];
      const own = declared.members.of(member);
      isChanged ||= own !== member;
      kept[name] = own;
    }
    return isChanged ? kept : value;
  }

  /**
   * The other members: those that are undeclared or `readOnly`. A list counts as one value. `undefined` if there are
   * none.
   */
  beside(value: unknown): unknown {
    if (this.#parts.size === 0 || !isPlainObject(value)) return undefined;
    const rest: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const declared = this.#members.get(name) ?? this.#others;
      const left = declared === undefined || declared.isReadOnly ? member : declared.members.beside(member);
      if (left !== undefined) rest.push([name, left]);
    }
    return rest.length === 0 ? undefined : Object.fromEntries(rest);
  }

  #ofList(list: readonly unknown[]): readonly unknown[] {
    this.#items ??= new DeclaredMembers(
      this.#schemas,
      [...this.#parts].flatMap(({ items, prefixItems = [] }) => [
        ...prefixItems,
        ...(items === undefined ? [] : [items]),
      ]),
    );
    const items = this.#items;
    const own = list.map((item) => items.of(item));
    return own.some((item, at) => item !== list[at]) ? own : list;
  }

  /** Created on demand, because schemas may contain themselves. */
  #member(name: string): Member {
    let member = this.#members.get(name);
    if (member === undefined) {
      const schemas = this.#schemas;
      const declaring = [...this.#parts].flatMap((part) => memberSchemas(part, name));
      const own = [...this.#parts].flatMap(({ properties }) => ownSchema(properties, name));
      let members: DeclaredMembers | undefined;
      member = {
        isReadOnly: own.length > 0 && own.every((json) => schemas.isFlagged(json, "readOnly")),
        get members() {
          members ??= new DeclaredMembers(schemas, declaring);
          return members;
        },
      };
      this.#members.set(name, member);
    }
    return member;
  }

  /** The schemas of additional members, if these are allowed. */
  get #others(): Member | undefined {
    if (!this.#isOpen) return undefined;
    this.#unnamed ??= {
      isReadOnly: false,
      members: new DeclaredMembers(
        this.#schemas,
        [...this.#parts].flatMap((part) => otherSchemas(part)),
      ),
    };
    return this.#unnamed;
  }
}

interface Member {
  readonly isReadOnly: boolean;
  readonly members: DeclaredMembers;
}

/** The schema and all that is about the same value. */
function collect(schemas: SchemaRegistry, json: JsonSchema, parts: Set<JsonSchemaObject>): void {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || parts.has(target)) return;
  parts.add(target);
  const { allOf = [], oneOf = [], anyOf = [], if: condition, then, else: otherwise, dependentSchemas = {} } = target;
  const others = [condition, then, otherwise].filter((part) => part !== undefined);
  for (const part of [...allOf, ...oneOf, ...anyOf, ...others, ...Object.values(dependentSchemas)])
    collect(schemas, part, parts);
}

function isOpen({ additionalProperties = false, unevaluatedProperties = false, patternProperties }: JsonSchemaObject) {
  return additionalProperties !== false || unevaluatedProperties !== false || patternProperties !== undefined;
}

function ownSchema(properties: JsonSchemaObject["properties"], name: string): readonly JsonSchema[] {
  return properties !== undefined && Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
}

/** The schemas of one part for a member that any part declares. */
function memberSchemas(part: JsonSchemaObject, name: string): readonly JsonSchema[] {
  const own = ownSchema(part.properties, name);
  return own.length > 0 ? [...own, ...Object.values(part.patternProperties ?? {})] : otherSchemas(part);
}

/** Patterns are not tested: a name that matches none is allowed too. */
function otherSchemas({
  additionalProperties,
  unevaluatedProperties,
  patternProperties = {},
}: JsonSchemaObject): readonly JsonSchema[] {
  const others = [additionalProperties, unevaluatedProperties].filter((json) => json !== undefined);
  return [...Object.values(patternProperties), ...others];
}

/** Files and bytes are leaves. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
