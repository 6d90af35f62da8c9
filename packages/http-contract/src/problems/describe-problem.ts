import { foldName, type JsonSchema, type ObjectProperty, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../model/problem.js";
import { problemText } from "./problem-text.js";
import { fittingMember, specificWords, wordsOf } from "./telling-member.js";

const MESSAGE =
  /^(?:(?:long|user|display|detailed)?message|detail|title|description|error(?:description|message|msg|summary|text)|msg|reason|text|summary)$/;

const STATUS = /^(?:status|statuscode|httpstatus|httpstatuscode|code|errorcode)$/;

const LISTS =
  /^(?:errors?|details?|messages|problems|violations|issues|fielderrors|validationerrors|invalidparams|causes|failures)$/;

const PLACE =
  /^(?:path|pointer|field|fieldname|param|parameter|property|location|loc|key|name|source|target|attribute)$/;

/**
 * Members with the name of a field. They use the notation of forms: `lines.0.quantity` instead of `/lines/0/quantity`.
 */
const NAME_OF_FIELD = /^(?:field|fieldname|param|parameter|property|key|name|attribute)$/;

const KEYWORD = /^(?:keyword|rule|type|kind|code|errorcode|constraint)$/;

/** Booleans that report success. `error` and `iserror` report the opposite. */
const SUCCESS = /^(?:success|successful|succeeded|issuccess|ok|status|error|iserror)$/;

const CODE = /^(?:code|error(?:code|name))$/;

const DEEPEST = 3;

/**
 * Describes a problem in the form of a documented error schema. Message, status and violations go into the properties
 * for them; other properties are left out. `{ error, details }` are added. Fitting later removes them if the schema
 * does not allow them.
 */
export function describeProblem(schemas: SchemaRegistry, schema: JsonSchema, problem: Problem): unknown {
  const shape = schemaShape(schemas, schema);
  if (shape.types.has("string") && !shape.types.has("object")) return problemText(problem);
  if (shape.types.has("array") && !shape.types.has("object")) {
    return problem.details.map((detail) => describeDetail(schemas, shape.items ?? true, detail, problem));
  }
  return { ...describeObject(schemas, schema, problem, 0), ...plainFields(schemas, schema, problem) };
}

/** Adds `error` and `details`, unless the schema uses these names for something else. */
function plainFields(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  { message, details }: Problem,
): Record<string, unknown> {
  const { properties, additional } = schemaShape(schemas, schema);
  const fields: Record<string, unknown> = {};
  if (additional === false) return fields;
  if (!properties.has("error")) fields.error = message;
  if (!properties.has("details")) fields.details = details;
  return fields;
}

function describeObject(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  problem: Problem,
  depth: number,
): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  for (const property of schemaShape(schemas, schema).properties.values()) {
    const value = describeProperty(schemas, property, problem, depth);
    if (value !== undefined) described[property.name] = value;
  }
  return described;
}

function describeProperty(
  schemas: SchemaRegistry,
  { name, schema, required }: ObjectProperty,
  problem: Problem,
  depth: number,
): unknown {
  const { types, values, items, isFreeText, properties, additional } = schemaShape(schemas, schema);
  const folded = name.replace(/[_-]/g, "").toLowerCase();
  if (types.has("boolean") && SUCCESS.test(folded)) return folded.endsWith("error");
  if (values.length > 0 && !isFreeText) return memberOf(values, problem, problem.details[0]);
  const isText = types.has("string") || types.size === 0;
  // `detail` may be a text or a list. It is the list if there are violations.
  if (types.has("string") && MESSAGE.test(folded) && !(types.has("array") && problem.details[0]?.keyword))
    return folded === "title" ? problem.message : problemText(problem);
  if (types.has("array") && (LISTS.test(folded) || (items !== undefined && required))) {
    // `details` may be empty, as in answers of no documented schema.
    const all = folded === "details" ? problem.details : listed(problem);
    return all.map((detail) => describeDetail(schemas, items ?? true, detail, problem));
  }
  if (/s$/.test(folded) && LISTS.test(folded) && types.size === 0) return problem.details;
  // Some descriptions name the fields: `errors: { email: [...], name: [...] }`.
  const [messages = additional] = [...properties.values()].map((one) => one.schema);
  const isByField = [...properties.values()].every(
    (one) => !LISTS.test(foldName(one.name)) && isTexts(schemas, one.schema),
  );
  if (types.has("object") && LISTS.test(folded) && isByField && messages !== undefined)
    return messagesByField(schemas, messages, problem);
  if (
    types.has("object") &&
    depth < DEEPEST &&
    (required || folded === "error" || folded === "data" || saysWhy(properties))
  ) {
    return describeObject(schemas, schema, problem, depth + 1);
  }
  if (STATUS.test(folded) && (types.has("integer") || types.has("number"))) return problem.status;
  if (!isText) return undefined;
  if (folded === "status") return String(problem.status);
  if (CODE.test(folded) || isKind(schemas, folded, schema, required) || isCode(schemas, folded, schema, problem))
    return inNotation(schemas, schema, problem);
  if (folded === "error")
    return types.has("object") ? undefined : (ownWords(schemas, schema, problem) ?? problem.message);
  return MESSAGE.test(folded) ? problemText(problem) : undefined;
}

function isTexts(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  const { items } = schemaShape(schemas, schema);
  return items !== undefined && schemaShape(schemas, items).types.has("string");
}

/** True for an object about an error: `status: { error }`, `_embedded: { errors }`. */
function saysWhy(properties: ReadonlyMap<string, ObjectProperty>): boolean {
  return [...properties.keys()].some((name) =>
    /^(?:errors?|(?:error)?(?:message|msg)|errordescription)$/.test(foldName(name)),
  );
}

/** The only allowed value, or the one of several that describes the problem. */
function memberOf(values: readonly unknown[], problem: Problem, detail: ProblemDetail | undefined): unknown {
  return values.length === 1 ? values[0] : fittingMember(values, problem, detail);
}

/** The `type` of an error, unless it is a URI or has a usual value (RFC 9457), and the `name` that each has. */
function isKind(schemas: SchemaRegistry, folded: string, schema: JsonSchema, required: boolean): boolean {
  if (required) return folded === "type" || folded === "name";
  const target = schemas.follow(schema);
  return folded === "type" && typeof target === "object" && target.format === undefined && target.default === undefined;
}

/**
 * True for a property with a code of the error. Its example describes this problem; for an `id`, its example is the
 * reason phrase of a status.
 */
function isCode(schemas: SchemaRegistry, folded: string, schema: JsonSchema, problem: Problem): boolean {
  const example = textExample(schemas, schema) ?? "";
  if (folded === "id") return REASON_WORDS.has(foldName(example));
  return /^[a-z_-]+$/i.test(example) && ownWords(schemas, schema, problem) !== undefined;
}

function textExample(schemas: SchemaRegistry, schema: JsonSchema): string | undefined {
  const target = schemas.follow(schema);
  return typeof target === "object" ? target.examples?.find((one) => typeof one === "string") : undefined;
}

/**
 * Writes a code such as `not-found` in the notation of the property's example: `NOT_FOUND`, `NotFound`, `notFound`.
 * Without an example it is `not_found`, as in most APIs. If the example is the reason phrase of a status, the code is
 * too.
 */
function inNotation(schemas: SchemaRegistry, schema: JsonSchema, problem: Problem): string {
  const own = ownWords(schemas, schema, problem);
  if (own !== undefined) return own;
  const example = textExample(schemas, schema);
  const reason = REASONS.get(problem.status);
  const saysStatus = problem.code === `status-${problem.status}` || REASON_WORDS.has(foldName(example ?? ""));
  const code = reason !== undefined && saysStatus ? reason : problem.code;
  const words = code.split("-");
  if (typeof example !== "string") return words.join("_");
  if (/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(example)) return words.join("_").toUpperCase();
  if (/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(example)) return words.join("_");
  if (!/^[A-Za-z]+$/.test(example) || !/[a-z][A-Z]/.test(example)) return code;
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(example) ? pascal : pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** The property's example, if it describes exactly this problem: `object_not_found` or `Not Found` for a 404. */
function ownWords(schemas: SchemaRegistry, schema: JsonSchema, problem: Problem): string | undefined {
  const example = textExample(schemas, schema) ?? "";
  const expression = wordsOf(problem);
  return expression?.test(foldName(example)) && specificWords(example, expression) === 0 ? example : undefined;
}

/** Reason phrases of statuses (RFC 9110, section 15.5). */
const REASONS: ReadonlyMap<number, string> = new Map([
  [400, "bad-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "method-not-allowed"],
  [406, "not-acceptable"],
  [409, "conflict"],
  [410, "gone"],
  [412, "precondition-failed"],
  [415, "unsupported-media-type"],
  [422, "unprocessable-entity"],
  [429, "too-many-requests"],
  [500, "internal-server-error"],
  [503, "service-unavailable"],
]);

const REASON_WORDS: ReadonlySet<string> = new Set([...REASONS.values()].map((reason) => foldName(reason)));

/** The messages of each field: `{ name: ["is required"] }`. A field gets one text if the schema asks for texts. */
function messagesByField(schemas: SchemaRegistry, schema: JsonSchema, problem: Problem): unknown {
  const { types } = schemaShape(schemas, schema);
  if (!types.has("array") && !types.has("string")) return undefined;
  const byField = new Map<string, string[]>();
  for (const { in: part = "body", path, message } of listed(problem)) {
    const field = typeof path === "string" ? path.split("/").at(-1) : undefined;
    const name = (field || String(part)).replaceAll("~1", "/").replaceAll("~0", "~");
    byField.set(name, [...(byField.get(name) ?? []), message]);
  }
  const entries = [...byField].map(([name, all]) => [name, types.has("array") ? all : all.join("; ")]);
  return Object.fromEntries(entries);
}

/** Lists that must not be empty have the problem itself in them. */
function listed({ details, message }: Problem): readonly ProblemDetail[] {
  return details.length > 0 ? details : [{ message }];
}

function describeDetail(schemas: SchemaRegistry, schema: JsonSchema, detail: ProblemDetail, problem: Problem): unknown {
  const shape = schemaShape(schemas, schema);
  const place = typeof detail.path === "string" ? detail.path : "";
  if (shape.types.has("string") && !shape.types.has("object")) return `${place} ${detail.message}`.trim();
  if (shape.properties.size === 0) return detail;
  const described: Record<string, unknown> = shape.additional === false ? {} : { ...detail };
  for (const { name, schema: inner } of shape.properties.values()) {
    const { types, values, isFreeText } = schemaShape(schemas, inner);
    const folded = name.replace(/[_-]/g, "").toLowerCase();
    const isText = types.has("string") || types.size === 0;
    const isList = types.has("array") && !types.has("string");
    if (values.length > 0 && !isFreeText) {
      const member = memberOf(values, problem, detail);
      if (member === undefined) delete described[name];
      else described[name] = member;
      continue;
    }
    if (Object.hasOwn(detail, name) && name in described && !isList) continue;
    if (types.has("object") && !isText && PLACE.test(folded)) described[name] = sourceOf(schemas, inner, detail, place);
    else if (MESSAGE.test(folded) && isText) described[name] = detail.message;
    else if (STATUS.test(folded) && (types.has("integer") || types.has("number"))) described[name] = problem.status;
    else if (STATUS.test(folded) && /status/.test(folded) && isText) described[name] = String(problem.status);
    else if (PLACE.test(folded) && isList) described[name] = stepsOf(folded, detail, place);
    else if (PLACE.test(folded) && isText)
      described[name] = NAME_OF_FIELD.test(folded) ? stepsOf(folded, detail, place).join(".") : place;
    else if (KEYWORD.test(folded) && isText)
      described[name] = String(detail.keyword ?? inNotation(schemas, inner, problem));
  }
  return described;
}

/** The steps to a place as a list; FastAPI's `loc` begins with the part of the request. */
function stepsOf(folded: string, detail: ProblemDetail, place: string): readonly (string | number)[] {
  const steps = place
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (folded !== "loc" || typeof detail.in !== "string") return steps;
  return [detail.in, ...steps.map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step))];
}

/**
 * A place as an object, such as JSON:API's `source`. It has a `pointer` into the body, or the name of a `parameter` or
 * `header`.
 */
function sourceOf(schemas: SchemaRegistry, schema: JsonSchema, detail: ProblemDetail, place: string): object {
  const isBody = detail.in === undefined || detail.in === "body";
  const source: Record<string, unknown> = {};
  for (const { name } of schemaShape(schemas, schema).properties.values()) {
    const isPointer = name === "pointer" || name === "path";
    if (isPointer ? isBody : name === (detail.in === "header" ? "header" : "parameter") && !isBody)
      source[name] = isPointer ? place : place.slice(1);
  }
  return source;
}
