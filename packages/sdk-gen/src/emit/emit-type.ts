import {
  allowedTags,
  type JsonSchema,
  type JsonSchemaObject,
  type SchemaRegistry,
  schemaShape,
  taggedBranches,
  type View,
} from "@onespec/spec-core";
import { fileTest } from "../plan/file-schemas.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { Int64 } from "../runtime/wire/parse-json.js";
import { sorted } from "../sorted.js";
import { literal, propertyName } from "./escape.js";
import { keyProperties } from "./key-properties.js";
import { propertyComment } from "./property-comment.js";
import { requiredElsewhere } from "./required-elsewhere.js";

export interface TypeScope {
  readonly modelAt: ReadonlyMap<string, ModelPlan>;
  readonly used: Set<ModelPlan>;
  readonly view: View;
  /** A parameter of the path. */
  readonly isText?: boolean;
  /** How the runtime reads integers beyond 2^53. */
  readonly int64: Int64;
  /** True if bodies accept 64-bit integers as digits, as answers contain them. */
  readonly takesDigits: boolean;
  readonly schemas: SchemaRegistry;
  /** True if a property's schema, or the target of its reference, has the flag. */
  readonly isFlagged: (schema: JsonSchema, flag: "readOnly" | "writeOnly") => boolean;
  /** True if optional properties may be `undefined`, which is not sent. */
  readonly takesUndefined: boolean;
  /** True if requests send a file for the schema. */
  readonly isFile: (schema: JsonSchema) => boolean;
  /** Properties that answers always have. */
  readonly keys: ReadonlySet<JsonSchema>;
  /** Receives the type of each property of one schema, for reuse. */
  readonly kept?: { readonly of: JsonSchema; readonly types: Map<JsonSchema, string> };
  /** Cache of property comments, shared by the request and the response type. */
  readonly comments?: Map<JsonSchema, string>;
}

/** @param used receives the models that the types refer to */
export function typeScope(
  { api, modelAt, int64, features }: SdkPlan,
  view: View,
  used: Set<ModelPlan> = new Set(),
): TypeScope {
  return {
    modelAt,
    used,
    view,
    int64,
    takesDigits: features.validation && int64 === "string",
    schemas: api.schemas,
    isFlagged: isFlaggedIn(api.schemas),
    takesUndefined: view === "request",
    isFile: view === "request" ? fileTest(api) : () => false,
    keys: keyProperties(api),
  };
}

/** Looks for `readOnly` or `writeOnly` on a property's schema, behind its references and in its `allOf` parts. */
function isFlaggedIn(schemas: SchemaRegistry): (schema: JsonSchema, flag: "readOnly" | "writeOnly") => boolean {
  const isFlagged = (schema: JsonSchema, flag: "readOnly" | "writeOnly", depth = 0): boolean => {
    if (typeof schema === "boolean" || depth > 8) return false;
    if (schema[flag] === true) return true;
    const target = schemas.follow(schema);
    if (typeof target === "boolean") return false;
    return target[flag] === true || (target.allOf ?? []).some((part) => isFlagged(part, flag, depth + 1));
  };
  return isFlagged;
}

/**
 * The type of an object whose properties are all hidden in a view. Must not be part of an intersection, where it would
 * forbid the properties of other parts.
 */
const NOTHING_SHOWN = "Record<string, never>";

/** The type of an object without declared properties. In an intersection it would allow misspelt properties of other parts. */
const ANY_OBJECT = "Record<string, unknown>";

const TELLS_LITTLE = /^Record<string, (never|unknown)>( \| null)?$/;

/**
 * A schema as a TypeScript type. In requests: closed enums, `Date` for dates, buffers for files, no readOnly
 * properties. In responses: enums that accept future members, no writeOnly properties.
 */
export function typeText(schema: JsonSchema, scope: TypeScope): string {
  if (typeof schema === "boolean") return schema ? "unknown" : "never";
  const { $ref, allOf, anyOf, oneOf } = schema;
  if ($ref !== undefined) return referenceText($ref, scope);
  const own = ownText(schema, scope);
  if (allOf === undefined && oneOf === undefined && anyOf === undefined) return own ?? "unknown";
  const parts = [
    ...(own === undefined ? [] : [own]),
    ...(allOf ?? []).map((part) => partText(part, scope)),
    ...(allOf ? demanded(schema, scope) : []),
    ...[oneOf, anyOf].flatMap((branches) =>
      branches && branches.length > 0 ? [union(branchTexts(schema, branches, scope))] : [],
    ),
  ].filter((part) => part !== "unknown");
  const telling = parts.filter((part) => !TELLS_LITTLE.test(part));
  if (telling.length === 0) telling.push(...(parts.includes(ANY_OBJECT) ? [ANY_OBJECT] : parts));
  const nullable = Array.isArray(schema.type) && schema.type.includes("null");
  const text = intersection(telling);
  return nullable && own !== undefined && parts.length > 1 ? union([text, "null"]) : text;
}

/** The types of alternatives. Each has its values of the discriminator, so that comparing one selects the alternative. */
function branchTexts(schema: JsonSchemaObject, branches: readonly JsonSchema[], scope: TypeScope): string[] {
  const tagName = schema.discriminator?.propertyName ?? "";
  const selecting = taggedBranches(scope.schemas, schema);
  return branches.map((branch, index) => {
    const text = typeText(branch, scope);
    const tags = selecting?.branches === branches ? [...selecting.byTag].filter(([, at]) => at.includes(index)) : [];
    // A tag may be the text of a number.
    if (tags.length === 0 || tags.some(([tag]) => !/[a-z]/i.test(tag) || /^(true|false)$/.test(tag))) return text;
    if (text === "unknown" || TELLS_LITTLE.test(text)) return text;
    if (allowedTags(scope.schemas, branch, tagName, new Set())?.length === tags.length) return text;
    const { types, properties } = schemaShape(scope.schemas, branch);
    const own = properties.get(tagName);
    if (own !== undefined && scope.view === "request" && scope.isFlagged(own.schema, "readOnly")) return text;
    const values = union(tags.map(([tag]) => literal(tag)).sort());
    const tagged = `({ ${propertyName(tagName)}: ${values} } & ${parenthesised(text)})`;
    return types.has("null") ? union([tagged, "null"]) : tagged;
  });
}

/**
 * The type of a part of `allOf`. Leaves out properties that the part requires but does not declare, since `demanded`
 * covers them.
 */
function partText(part: JsonSchema, scope: TypeScope): string {
  if (typeof part === "boolean" || part.$ref !== undefined || part.required === undefined) return typeText(part, scope);
  const { required, ...rest } = part;
  const declared = required.filter((name) => part.properties && Object.hasOwn(part.properties, name));
  if (declared.length === required.length) return typeText(part, scope);
  return typeText(declared.length > 0 ? { ...rest, required: declared } : rest, scope);
}

/** The properties that a part requires and another declares, with the type that they have there. */
function demanded(schema: JsonSchemaObject, scope: TypeScope): string[] {
  const hidden = scope.view === "request" ? "readOnly" : "writeOnly";
  const lines = requiredElsewhere(schema, scope.modelAt).flatMap(({ name, declared, model }) => {
    if (declared !== undefined && scope.isFlagged(declared, hidden)) return [];
    return [`\n  ${propertyName(name)}: ${deeper(demandedText(name, declared, model, scope))};`];
  });
  return lines.length > 0 ? [`{${lines.join("")}\n}`] : [];
}

function demandedText(
  name: string,
  declared: JsonSchema | undefined,
  model: ModelPlan | undefined,
  scope: TypeScope,
): string {
  if (declared === undefined) return "unknown";
  if (!model) return typeText(declared, scope);
  scope.used.add(model);
  return `Exclude<${typeName(model, scope.view)}[${literal(name)}], undefined>`;
}

function referenceText(uri: string, { modelAt, used, view }: TypeScope): string {
  const model = modelAt.get(uri);
  if (!model) return "unknown";
  used.add(model);
  return typeName(model, view);
}

/** The name of a model's type in a view. */
export function typeName(model: ModelPlan, view: View): string {
  return view === "request" ? model.inputName : model.name;
}

/** The type from the schema's own keywords, without its parts. `undefined` if they define none. */
function ownText(schema: JsonSchemaObject, scope: TypeScope): string | undefined {
  if ("const" in schema && schema.const !== undefined) return valueText(schema.const);
  if (schema.enum) return enumText(schema.enum, scope.view);
  const { type } = schema;
  const combined = (schema.allOf ?? schema.oneOf ?? schema.anyOf) !== undefined;
  if (typeof type === "string") return simpleText(type, schema, scope, combined);
  const types = type ?? (scope.isFile(schema) ? ["string"] : inferredTypes(schema));
  if (types.length === 0) return undefined;
  return union(types.map((each) => simpleText(each, schema, scope, combined)));
}

function inferredTypes(schema: JsonSchemaObject): string[] {
  if (schema.properties || schema.additionalProperties !== undefined || schema.patternProperties || schema.required)
    return ["object"];
  return schema.items !== undefined || schema.prefixItems ? ["array"] : [];
}

function simpleText(type: string, schema: JsonSchemaObject, scope: TypeScope, combined: boolean): string {
  switch (type) {
    case "null":
      return "null";
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return schema.format === "int64" && !isSafe(schema) ? longIntegerText(scope) : "number";
    case "string":
      return stringText(schema, scope);
    case "array":
      return arrayText(schema, scope);
    case "object":
      return objectText(schema, scope, combined);
    default:
      return "unknown";
  }
}

/**
 * The client's `int64` option decides how integers beyond 2^53 are read. Paths contain text, and bodies accept the
 * values of answers.
 */
function longIntegerText({ view, isText, int64, takesDigits }: TypeScope): string {
  if (view === "request") return isText || takesDigits ? "number | bigint | string" : "number | bigint";
  return int64 === "number" ? "number" : int64 === "bigint" ? "number | bigint" : "number | string";
}

function isSafe({ maximum, exclusiveMaximum, minimum = 0 }: JsonSchemaObject): boolean {
  const most = maximum ?? exclusiveMaximum;
  return typeof most === "number" && Math.abs(most) <= 2 ** 53 && minimum >= -(2 ** 53);
}

function stringText(schema: JsonSchemaObject, { view, isFile }: TypeScope): string {
  const { format } = schema;
  if (isFile(schema)) return "Blob | ArrayBuffer | ArrayBufferView | string";
  if (format === "binary") return "Blob | string";
  return view === "request" && format === "date-time" ? "string | Date" : "string";
}

function arrayText({ prefixItems, items }: JsonSchemaObject, scope: TypeScope): string {
  const rest = items === undefined ? "unknown" : typeText(items, scope);
  if (!prefixItems || prefixItems.length === 0) return `${parenthesised(rest)}[]`;
  const first = prefixItems.map((item) => `${parenthesised(typeText(item, scope))}?`);
  return `[${[...first, ...(items === false ? [] : [`...${parenthesised(rest)}[]`])].join(", ")}]`;
}

function objectText(schema: JsonSchemaObject, scope: TypeScope, combined: boolean): string {
  const isRequest = scope.view === "request";
  const hidden = isRequest ? "readOnly" : "writeOnly";
  const required = new Set(schema.required);
  const declared = schema.properties ?? {};
  // Every line after the first is indented by two spaces.
  let text = "{";
  for (const [name, property] of sorted(declared)) {
    if (scope.isFlagged(property, hidden)) continue;
    const type = typeText(property, scope);
    const isGiven = !isRequest && scope.keys.has(property) && scope.isFlagged(property, "readOnly");
    const optional = required.has(name) || isGiven ? "" : "?";
    const missing = optional && scope.takesUndefined && type !== "unknown" ? " | undefined" : "";
    if (scope.kept?.of === schema) scope.kept.types.set(property, type);
    text += `${propertyComment(property, scope.comments)}\n  ${propertyName(name)}${optional}: ${deeper(type)}${missing};`;
  }
  const extra = combined ? [] : [...required].filter((name) => !Object.hasOwn(declared, name)).sort();
  for (const name of extra) text += `\n  ${propertyName(name)}: unknown;`;
  const isBare = text === "{";
  const index = indexText(schema, scope, !isBare, combined);
  if (isBare) return index ?? (schema.properties || schema.additionalProperties === false ? NOTHING_SHOWN : ANY_OBJECT);
  text += "\n}";
  return index === undefined ? text : `${text} & ${index}`;
}

function deeper(text: string): string {
  return text.includes("\n") ? text.replaceAll("\n", "\n  ") : text;
}

/**
 * If named and additional properties have different types, the result is an intersection: in one object, an index
 * signature would have to cover the named properties.
 */
function indexText(
  { additionalProperties, patternProperties }: JsonSchemaObject,
  scope: TypeScope,
  beside: boolean,
  combined: boolean,
): string | undefined {
  const others = Object.values(patternProperties ?? {}).map((part) => typeText(part, scope));
  const open = additionalProperties === undefined || additionalProperties === true;
  if (open && others.length === 0) return undefined;
  if (open || beside || combined)
    return beside || combined
      ? additionalProperties === false || open
        ? undefined
        : "{ [key: string]: unknown }"
      : ANY_OBJECT;
  if (additionalProperties === false) return others.length > 0 ? `{ [key: string]: ${union(others)} }` : undefined;
  return `{ [key: string]: ${union([typeText(additionalProperties, scope), ...others])} }`;
}

/** A single value identifies an alternative of a union, so it stays closed. */
function enumText(members: readonly unknown[], view: View): string {
  const closed = members.map(valueText);
  const isOpen =
    view === "response" &&
    members.some((member) => typeof member === "string") &&
    members.filter((member) => member !== null).length > 1;
  return union(isOpen ? [...closed, "(string & {})"] : closed);
}

function valueText(value: unknown): string {
  if (value === null || typeof value !== "object") return literal(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  return `{ ${sorted(value as Record<string, unknown>)
    .map(([name, member]) => `${propertyName(name)}: ${valueText(member)}`)
    .join("; ")} }`;
}

function union(texts: readonly string[]): string {
  const [only] = texts;
  if (only !== undefined && texts.length === 1 && !only.includes(" & ")) return only;
  const distinct = [...new Set(texts)];
  if (distinct.length === 0) return "never";
  return distinct.includes("unknown")
    ? "unknown"
    : distinct
        .map((text) => (text.includes(" & ") && !text.startsWith("(") && !text.startsWith("{") ? `(${text})` : text))
        .join(" | ");
}

function intersection(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const [only] = distinct;
  if (only === undefined) return "unknown";
  return distinct.length === 1 ? only : distinct.map(parenthesised).join(" & ");
}

function parenthesised(text: string): string {
  return / [|&] /.test(text) || text.includes("=>") ? `(${text})` : text;
}

/** A type on one line, without comments. */
export function bareType(text: string): string {
  return text.includes("\n") ? text.replace(/\n\s*(?:\/\*\*|\*)[^\n]*/g, "").replace(/\n\s*/g, " ") : text;
}
