import type { SchemaData, SchemaObject } from "./schema-data.js";
import { formatName } from "./validate/keyword.js";
import { targetOf } from "./validate/reached-from.js";

/** A property of a model, as a form or a table needs to know it. */
export interface ModelField {
  readonly name: string;
  /** Its JSON type besides null; absent where several are allowed, or any. */
  readonly type?: string;
  readonly format?: string;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Only the server sets it. */
  readonly readOnly: boolean;
  /** Only clients know it, such as a password. */
  readonly writeOnly: boolean;
  readonly enum?: readonly unknown[];
  /** The least and the greatest number. */
  readonly min?: number;
  readonly max?: number;
  /** In characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The properties that a schema declares, itself or in its parts and branches, in the order of their names. */
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

/** Of several that declare one, the first is told. */
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
    // Absent rather than undefined: it is data, to be spread and stored.
    ...(Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined)) as Partial<ModelField>),
  };
}

function typeOf(member: unknown): string {
  return member === null ? "null" : Array.isArray(member) ? "array" : typeof member;
}

/** The schema and its parts; also the branches of a choice, or only the one there is besides null. */
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
