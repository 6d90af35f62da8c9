import { samplePattern, toMatcher } from "@onespec/spec-core";
import { Expression } from "../emit/value-text.js";
import type { Entity, Field } from "../entity/entity.js";
import { hasDefault } from "../entity/has-default.js";
import { identifier } from "./action-name.js";
import { isMade } from "./record-schemas.js";

/** A record that a test can create, with the records that it refers to. */
export interface SampleRecord {
  /** Values by field. References are expressions that use the names below. */
  readonly values: Readonly<Record<string, unknown>>;
  /** In the order in which they must be created. */
  readonly parents: readonly {
    readonly name: string;
    readonly entity: string;
    readonly values: Readonly<Record<string, unknown>>;
  }[];
}

/** @returns undefined if there is no sample: a pattern is too complex, or required references form a circle */
export function sampleRecord(entity: Entity, entities: readonly Entity[]): SampleRecord | undefined {
  const parents: SampleRecord["parents"][number][] = [];
  const values = valuesOf(entity, entities, parents, [entity.name]);
  return values === undefined ? undefined : { values, parents };
}

function valuesOf(
  entity: Entity,
  entities: readonly Entity[],
  parents: SampleRecord["parents"][number][],
  under: readonly string[],
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {};
  for (const field of entity.fields) {
    if (isMade(field, entity) || field.type.kind === "binary") continue;
    if (hasDefault(field) && field.references === undefined) continue;
    if (field.references === undefined) {
      const value = sampleValue(field);
      if (value !== undefined) values[field.name] = value;
      else if (!field.nullable) return undefined;
      continue;
    }
    if (field.nullable) continue;
    const target = entities.find(({ table }) => table === field.references?.table);
    const column = target?.fields.find((other) => other.column === field.references?.column);
    if (target === undefined || column === undefined || under.includes(target.name)) return undefined;
    const name = identifier(target.name);
    if (!parents.some((parent) => parent.name === name)) {
      const theirs = valuesOf(target, entities, parents, [...under, target.name]);
      if (theirs === undefined) return undefined;
      parents.push({ name, entity: target.name, values: theirs });
    }
    values[field.name] = new Expression(`${name}.${column.name}`);
  }
  return values;
}

function sampleValue({ name, type, rules }: Field): unknown {
  const number = rules.minimum ?? Math.min(1, rules.maximum ?? 1);
  switch (type.kind) {
    case "string":
    case "text":
      return sampleText(name, type.kind === "string" ? type.length : undefined, rules);
    case "uuid":
      return "3f1b7c52-8a0e-4d6b-9c1d-2e5f4a7b6c90";
    case "integer":
    case "bigint":
      return Math.ceil(number);
    case "double":
      return number;
    case "decimal":
      if (type.reads === "number") return number;
      return ((type.precision ?? 1) > (type.scale ?? 0) ? 1 : 0).toFixed(type.scale);
    case "boolean":
      return true;
    case "timestamp":
      return "2026-01-31T12:30:00.000Z";
    case "date":
      return "2026-01-31";
    case "time":
      return "12:30:00";
    case "json":
      return { note: name };
    case "enum":
      return type.values[0];
    case "binary":
      return undefined;
  }
}

const FORMATS: Readonly<Record<NonNullable<Field["rules"]["format"]>, string>> = {
  email: "someone@example.com",
  uri: "https://example.com/",
};

function sampleText(
  name: string,
  length: number | undefined,
  { format, minLength = 0, maxLength, pattern }: Field["rules"],
): string | undefined {
  if (format !== undefined) return pattern === undefined ? FORMATS[format] : undefined;
  // If a name suggests a format, the value has that format, so that the test is easy to read.
  const usual = /e-?mail$/i.test(name) ? FORMATS.email : undefined;
  const most = Math.min(length ?? Number.POSITIVE_INFINITY, maxLength ?? Number.POSITIVE_INFINITY);
  const text = (usual ?? name).padEnd(minLength, "x").slice(0, most);
  if (pattern === undefined || toMatcher(pattern)?.test(text)) return text;
  return samplePattern(pattern, name, minLength, Math.min(most, LONGEST_SAMPLE));
}

const LONGEST_SAMPLE = 200;
