import {
  type JsonSchema,
  type ObjectProperty,
  objectProperties,
  requiredNames,
  type SchemaRegistry,
  unwrapSchema,
} from "@onespec/spec-core";
import type { Entity, JsonValue } from "../../entity/entity.js";
import type { PlannedProperty } from "./contract-plan.js";
import { alternativeKinds, type PropertyKind, propertyKind, widerKind } from "./property-kind.js";
import type { RecordSchemas } from "./record-schemas.js";

/** The properties that answers and requests declare, by name; the first answer is the fullest. */
export function readProperties(
  schemas: SchemaRegistry,
  { answers, requests }: RecordSchemas,
): Map<string, PlannedProperty> {
  const found = new Map<string, PlannedProperty>();
  const nulls = nullsOf(schemas, answers);
  const isAllShown = showsAll(schemas, answers);
  const shown = new Set(answers.flatMap(({ json }) => [...requiredNames(schemas, unwrapSchema(schemas, json))]));
  const add = (property: ObjectProperty, required: boolean, isSent: boolean, loose?: PropertyKind): void => {
    const { name, schema, readOnly, writeOnly } = property;
    const kind = loose ?? propertyKind(schemas, schema);
    const before = found.get(name);
    const renamed = typeof schema === "object" ? schema["x-renamed-from"] : undefined;
    const given = defaultOf(schemas, schema) ?? before?.default;
    const renamedFrom = typeof renamed === "string" ? renamed : before?.renamedFrom;
    found.set(name, {
      kind: before ? widerKind(before.kind, kind) : kind,
      showsNull: nulls.has(name),
      required: (before?.required ?? false) || required,
      readOnly: before ? before.readOnly && (readOnly || !isSent) : readOnly || !isSent,
      writeOnly: (before?.writeOnly ?? true) && (writeOnly || (isSent && !isAllShown && !shown.has(name))),
      isSecret: (before?.isSecret ?? false) || writeOnly || isPassword(schemas, schema),
      ...(renamedFrom !== undefined && { renamedFrom }),
      ...(given !== undefined && { default: given }),
    });
  };
  for (const [at, schema] of answers.entries()) {
    const alternatives = alternativeKinds(schemas, schema.json);
    for (const property of objectProperties(schemas, unwrapSchema(schemas, schema.json)).values()) {
      if (property.name !== "__proto__")
        add(
          property,
          at === 0 && property.required && !property.writeOnly,
          property.writeOnly,
          alternatives.get(property.name),
        );
    }
  }
  for (const schema of requests) {
    const alternatives = alternativeKinds(schemas, schema.json);
    for (const property of objectProperties(schemas, unwrapSchema(schemas, schema.json)).values()) {
      if (property.name !== "__proto__") add(property, false, !property.readOnly, alternatives.get(property.name));
    }
  }
  return found;
}

/** True if an answer does not say what a record has, so that it shows everything: `items: {}`. */
export function showsAll(schemas: SchemaRegistry, answers: RecordSchemas["answers"]): boolean {
  return answers.some(({ json }) => {
    const record = unwrapSchema(schemas, json);
    return record === true || (typeof record === "object" && Object.keys(record).every((key) => ANNOTATIONS.has(key)));
  });
}

const ANNOTATIONS = new Set(["title", "description", "example", "examples"]);

/** The properties that answers show as null: those that one answer requires and lets be null, and those that every answer lets be null. */
function nullsOf(schemas: SchemaRegistry, answers: RecordSchemas["answers"]): ReadonlySet<string> {
  const needed = new Set<string>();
  const allowed = new Set<string>();
  const forbidden = new Set<string>();
  for (const { json } of answers) {
    for (const { name, schema, required } of objectProperties(schemas, unwrapSchema(schemas, json)).values()) {
      const isNull = propertyKind(schemas, schema).nullable;
      (isNull ? allowed : forbidden).add(name);
      if (isNull && required) needed.add(name);
    }
  }
  return new Set([...allowed].filter((name) => needed.has(name) || !forbidden.has(name)));
}

function isPassword(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  const json = schemas.follow(schema);
  return typeof json === "object" && json.format === "password";
}

function defaultOf(schemas: SchemaRegistry, schema: JsonSchema): JsonValue | undefined {
  const json = schemas.follow(schema);
  if (typeof json !== "object" || json.default === undefined || json.default === null) return undefined;
  if (!isStorable(json.default)) return undefined;
  return schemas.validator(schemas.schemaOf(schema), "response").isValid(json.default)
    ? (json.default as JsonValue)
    : undefined;
}

/** Open objects, alternatives and unusual names keep what they hold beside the declared properties. */
export function needsRest(schemas: SchemaRegistry, { answers, requests }: RecordSchemas, isShort: boolean): boolean {
  const requiresMore = ({ json }: { readonly json: JsonSchema }): boolean => {
    const body = unwrapSchema(schemas, json);
    const declared = objectProperties(schemas, body);
    return [...requiredNames(schemas, body)].some((name) => !declared.has(name));
  };
  if (isShort || [...answers, ...requests].some(requiresMore)) return true;
  return answers.some((schema) => {
    const json = unwrapSchema(schemas, schema.json);
    if (typeof json === "boolean") return true;
    const extra = json.additionalProperties;
    return (extra !== undefined && extra !== false) || json.patternProperties !== undefined;
  });
}

/** A moment that only the server sets and that is named for it. */
export function timestampsOf(properties: ReadonlyMap<string, PlannedProperty>): Entity["timestamps"] {
  const find = (pattern: RegExp): string | undefined =>
    [...properties].find(
      ([name, { kind, readOnly }]) => readOnly && kind.type.kind === "timestamp" && pattern.test(name),
    )?.[0];
  const createdAt = find(/^(?:created|creation|date_?created|inserted)(?:_?(?:at|on|date|time|timestamp))?$/i);
  const updatedAt = find(
    /^(?:updated|modified|last_?(?:updated|modified)|date_?(?:updated|modified))(?:_?(?:at|on|date|time|timestamp))?$/i,
  );
  return { ...(createdAt !== undefined && { createdAt }), ...(updatedAt !== undefined && { updatedAt }) };
}

/** No database keeps U+0000, and half a surrogate pair is no text. */
function isStorable(value: unknown): boolean {
  const text = JSON.stringify(value);
  return !text.includes("\\u0000") && !/\\ud[89a-f]/.test(text);
}
