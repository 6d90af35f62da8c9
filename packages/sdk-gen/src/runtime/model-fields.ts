import type { SchemaData, SchemaObject } from "./schema-data.js";
import { formatName } from "./validate/keyword.js";
import { targetOf } from "./validate/types-of.js";

/** A property of a model, for forms and tables. */
export interface ModelField {
  readonly name: string;
  /** JSON type, not counting null. Absent if several types or all are allowed. */
  readonly type?: string;
  readonly format?: string;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Set by the server. */
  readonly readOnly: boolean;
  /** Never in answers, such as a password. */
  readonly writeOnly: boolean;
  readonly enum?: readonly unknown[];
  /** Bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** In characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The properties of a schema, its parts and branches, sorted by name. */
export function modelFields(schema: SchemaData): readonly ModelField[] {
  const parts = kindsOf(schema, true);
  const required = namesIn(kindsOf(schema, false), "required");
  const readOnly = namesIn(parts, "readOnlyProperties");
  const writeOnly = namesIn(parts, "writeOnlyProperties");
  return [...propertiesIn(parts)].map(([name, property]) => ({
    name,
    ...facts(property),
    required: required.has(name),
    readOnly: readOnly.has(name),
    writeOnly: writeOnly.has(name),
  }));
}

/** The first declaration of each property. */
function propertiesIn(parts: readonly SchemaObject[]): ReadonlyMap<string, SchemaData> {
  const found = new Map<string, SchemaData>();
  for (const { properties = {} } of parts) {
    for (const [name, property] of Object.entries(properties)) if (!found.has(name)) found.set(name, property);
  }
  return found;
}

function namesIn(
  parts: readonly SchemaObject[],
  keyword: "required" | "readOnlyProperties" | "writeOnlyProperties",
): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => part[keyword] ?? []));
}

function facts(property: SchemaData): Omit<ModelField, "name" | "required" | "readOnly" | "writeOnly"> {
  const parts = kindsOf(property, false);
  const first = <K extends keyof SchemaObject>(keyword: K): SchemaObject[K] | undefined =>
    parts.find((part) => part[keyword] !== undefined)?.[keyword];
  const members = first("enum");
  const shape = first("properties") ? ["object"] : first("items") === undefined ? [] : ["array"];
  const types = [first("type") ?? (members && [...new Set(members.map(typeOf))]) ?? shape].flat();
  const [type, ...others] = types.filter((name) => name !== "null");
  const step = type === "integer" ? 1 : 0;
  const [above, below] = [first("exclusiveMinimum"), first("exclusiveMaximum")];
  const found = {
    type: others.length === 0 ? type : undefined,
    format: formatName({ format: first("format") ?? "" }) || undefined,
    enum: members ?? (first("const") === undefined ? undefined : [first("const")]),
    min: first("minimum") ?? (above === undefined ? undefined : above + step),
    max: first("maximum") ?? (below === undefined ? undefined : below - step),
    minLength: first("minLength"),
    maxLength: first("maxLength"),
    pattern: first("pattern"),
  };
  return {
    nullable: types.includes("null") || hasNullBranch(property),
    // Omits undefined members, because callers spread and store the result.
    ...(Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined)) as Partial<ModelField>),
  };
}

function typeOf(member: unknown): string {
  return member === null ? "null" : Array.isArray(member) ? "array" : typeof member;
}

/** The schema and its parts. Includes all alternatives of a choice, or the only one that is not null. */
function kindsOf(schema: SchemaData, branches: boolean, found: Set<SchemaObject> = new Set()): readonly SchemaObject[] {
  const target = targetOf(schema);
  if (typeof target === "object" && !found.has(target)) {
    found.add(target);
    for (const part of target.allOf ?? []) kindsOf(part, branches, found);
    const chosen = branchesOf(target).filter((branch) => !isNull(branch));
    if (branches || chosen.length === 1) for (const branch of chosen) kindsOf(branch, branches, found);
  }
  return [...found];
}

function branchesOf({ anyOf = [], oneOf = [] }: SchemaObject): readonly SchemaData[] {
  return [...anyOf, ...oneOf];
}

function hasNullBranch(schema: SchemaData): boolean {
  return kindsOf(schema, false).some((part) => branchesOf(part).some(isNull));
}

function isNull(schema: SchemaData): boolean {
  const target = targetOf(schema);
  return typeof target === "object" && target.type === "null";
}
