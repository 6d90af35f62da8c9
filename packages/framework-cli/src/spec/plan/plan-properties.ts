import {
  firstValue,
  foldName,
  isPlural,
  type JsonSchema,
  keywordsOf,
  type ObjectProperty,
  objectProperties,
  type Resource,
  requiredNames,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  spellings,
  unwrapSchema,
} from "@onespec/spec-core";
import type { Entity, JsonValue } from "../../entity/entity.js";
import type { PlannedProperty } from "./contract-plan.js";
import { alternativeKinds, isSentInAlternative, propertyKind, widerKind } from "./property-kind.js";
import type { RecordSchemas } from "./record-schemas.js";

/**
 * The properties that answers and requests declare, by name; the first answer is the fullest. `FriendlyName` of a request is the
 * `friendly_name` of answers.
 */
export function readProperties(
  schemas: SchemaRegistry,
  resource: Resource,
  { answers, requests }: RecordSchemas,
): Map<string, PlannedProperty> {
  const found = new Map<string, PlannedProperty>();
  const nulls = nullsOf(schemas, answers);
  const isAllShown = showsAll(schemas, answers);
  const shown = new Set(answers.flatMap(({ json }) => [...requiredNames(schemas, json)]));
  const add = ({ json }: Schema, isAnswer: boolean, isFullest: boolean, shownAs = new Map<string, string>()): void => {
    const alternatives = alternativeKinds(schemas, json);
    for (const property of objectProperties(schemas, json).values()) {
      const { schema, required, writeOnly } = property;
      const isSentByKind = alternatives.has(property.name) && isSentInAlternative(schemas, json, property.name);
      const readOnly = property.readOnly && !isSentByKind;
      const name = shownAs.get(property.name) ?? property.name;
      if (name === "__proto__") continue;
      const isSent = isAnswer ? writeOnly : !readOnly;
      const kind = alternatives.get(property.name) ?? propertyKind(schemas, schema);
      const before = found.get(name);
      const renamed = typeof schema === "object" ? schema["x-renamed-from"] : undefined;
      const { format } = keywordsOf(schemas, schema);
      // The default for a required value that nobody sends: a new order is pending, and a counter is 0.
      const first = isAnswer && required ? firstValue(schemas, property) : undefined;
      const given = defaultOf(schemas, schema) ?? before?.default ?? ((first ?? undefined) as JsonValue | undefined);
      const others = before?.sentAs ?? [];
      const sentAs = name === property.name ? others : [...new Set([...others, property.name])];
      const renamedFrom = typeof renamed === "string" ? renamed : before?.renamedFrom;
      found.set(name, {
        kind: before ? widerKind(before.kind, kind) : kind,
        showsNull: nulls.has(name),
        required: before?.required === true || (isFullest && required && !writeOnly),
        readOnly: before ? before.readOnly && (readOnly || !isSent) : readOnly || !isSent,
        writeOnly: (before?.writeOnly ?? true) && (writeOnly || (isSent && !isAllShown && !shown.has(name))),
        isSecret: before?.isSecret === true || format === "password" || (writeOnly && format === undefined),
        ...(renamedFrom !== undefined && { renamedFrom }),
        ...(given !== undefined && { default: given }),
        ...(sentAs.length > 0 && { sentAs }),
      });
    }
  };
  for (const [at, schema] of answers.entries()) add(schema, true, at === 0);
  const shownAs = shownNames(schemas, resource, requests, found);
  for (const schema of requests) add(schema, false, false, shownAs);
  return found;
}

/**
 * The names in answers of properties that have another name in requests, if one column can store both. The id, and
 * times that the server sets, stay separate.
 */
function shownNames(
  schemas: SchemaRegistry,
  { id, collectionPath }: Resource,
  requests: RecordSchemas["requests"],
  shown: ReadonlyMap<string, PlannedProperty>,
): Map<string, string> {
  const sent = requests.flatMap(({ json }) => [...objectProperties(schemas, json).values()]);
  const apart = new Set([...Object.values(timestampsOf(shown)), id.property?.[0]]);
  const known = new Map([...shown].filter(([name]) => !apart.has(name)));
  const names = new Map(spellings(sent, known, { path: collectionPath, schemas }));
  // A repeated form field `Permission` corresponds to the list `permissions`.
  for (const { name, schema } of sent.filter((one) => !names.has(one.name) && !shown.has(one.name))) {
    const isList = schemaShape(schemas, schema).items !== undefined;
    const list = isList && [...known.keys()].find((one) => isPlural(foldName(one), foldName(name)));
    if (list) names.set(name, list);
  }
  const isSameType = ({ name, schema }: ObjectProperty): boolean => {
    const [own, other] = [propertyKind(schemas, schema), shown.get(names.get(name) ?? "")?.kind];
    return other !== undefined && (own.type.kind === other.type.kind || widerKind(own, other).type.kind !== "json");
  };
  const others = new Set(sent.filter((property) => !isSameType(property)).map(({ name }) => name));
  return new Map([...names].filter(([name]) => !others.has(name)));
}

/** True if an answer does not describe the record, so that it shows everything: `items: {}`. */
export function showsAll(schemas: SchemaRegistry, answers: RecordSchemas["answers"]): boolean {
  return answers.some(({ json }) => {
    const record = unwrapSchema(schemas, json);
    return record === true || (typeof record === "object" && Object.keys(record).every((key) => ANNOTATIONS.has(key)));
  });
}

const ANNOTATIONS = new Set(["title", "description", "example", "examples"]);

/**
 * The properties that answers show as null. Either one answer requires the property and allows null, or every answer
 * allows null.
 */
function nullsOf(schemas: SchemaRegistry, answers: RecordSchemas["answers"]): ReadonlySet<string> {
  const needed = new Set<string>();
  const allowed = new Set<string>();
  const forbidden = new Set<string>();
  for (const { json } of answers) {
    for (const { name, schema, required } of objectProperties(schemas, json).values()) {
      const isNull = propertyKind(schemas, schema).nullable;
      (isNull ? allowed : forbidden).add(name);
      if (isNull && required) needed.add(name);
    }
  }
  return new Set([...allowed].filter((name) => needed.has(name) || !forbidden.has(name)));
}

function defaultOf(schemas: SchemaRegistry, schema: JsonSchema): JsonValue | undefined {
  const value = keywordsOf(schemas, schema).default ?? undefined;
  const text = JSON.stringify(value) ?? "";
  // No database can store U+0000, and half a surrogate pair is not a valid text.
  if (value === undefined || text.includes("\\u0000") || /\\ud[89a-f]/.test(text)) return undefined;
  return schemas.validator(schemas.schemaOf(schema), "response").isValid(value) ? (value as JsonValue) : undefined;
}

/**
 * True if records may have more than the declared properties: open objects, alternatives and unusual names. These need
 * a field for the rest.
 */
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

/** Time properties that only the server sets and whose names say so, such as `created_at`. */
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
