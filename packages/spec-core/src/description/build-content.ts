import { isObject, isReference, type JsonObject } from "../json/is-object.js";
import { joinPointer } from "../json/json-pointer.js";
import { isDeeperThan } from "../json/json-value.js";
import { lazily } from "../lazy/lazily.js";
import type { Encoding, Example, Header, MediaType, ParameterStyle, RequestBody } from "../model/api-description.js";
import type { Schema } from "../schema/schema.js";
import {
  type BuildContext,
  builtOnce,
  isSet,
  mapMembers,
  memberOf,
  type ObjectNode,
  objectAt,
  objectMember,
  textMember,
  warn,
} from "./build-context.js";
import { isParameterStyle } from "./parameter-style.js";
import { schemaOfExamples } from "./schema-of-examples.js";

/** The map `content` of a request body, response or parameter. @param isAnswer true for a response */
export function buildContent(context: BuildContext, owner: ObjectNode, isAnswer = false): readonly MediaType[] {
  return mapMembers(context, owner, "content").map((member) => {
    // `application/json: null` (or an empty value in YAML) still names the media type.
    const node = objectAt(context, member) ?? { value: {}, uri: member.uri };
    const type = member.key.trim().toLowerCase();
    return builtOnce(context, isAnswer ? `answer ${type}` : type, node, () =>
      buildMediaType(context, type, node, isAnswer),
    );
  });
}

/** Schemas are built at once. Examples and encodings are built at first use, because few operations need them. */
function buildMediaType(context: BuildContext, type: string, node: ObjectNode, isAnswer: boolean): MediaType {
  const isJson = JSON_TYPE.test(type);
  let written: readonly Example[] | undefined;
  const writtenExamples = (): readonly Example[] => {
    written ??= buildExamples(context, node);
    return written;
  };
  const shown = isAnswer && isJson ? shownSchema(context, node, writtenExamples) : undefined;
  const schema = shown ?? schemaMember(context, node, "schema");
  const examples = () => (isJson && !isText(schema) ? writtenExamples().map(readJsonText) : writtenExamples());
  return lazily(
    { type, schema, itemSchema: schemaMember(context, node, "itemSchema") },
    { examples, encoding: () => buildEncodings(context, node) },
  );
}

/** A schema made from the examples, if the description has no schema or an empty one: `{ "type": "object" }`. */
function shownSchema(context: BuildContext, node: ObjectNode, examples: () => readonly Example[]): Schema | undefined {
  const declared = memberOf(node, "schema");
  const said: unknown = declared.value ? objectAt(context, declared)?.value : {};
  if (!isSilent(said)) return undefined;
  const values = examples().map((example) => readJsonText(example).value);
  if (said.example !== undefined) values.push(said.example);
  const schema = schemaOfExamples(values);
  return schema && context.schemas.of(schema, joinPointer(node.uri, "schema"));
}

/**
 * True for a schema that allows all objects or all lists, also for an object whose properties are such schemas: `{
 * data: [...] }`.
 */
function isSilent(schema: unknown): schema is JsonObject {
  return isObject(schema) && Object.entries(schema).every(([key, value]) => saysNothing(key, value));
}

function saysNothing(key: string, value: unknown): boolean {
  if (key === "type") return value === "object" || value === "array";
  if (key === "items") return isSilent(value);
  if (key === "additionalProperties" && value === true) return true;
  if (key === "properties") return isObject(value) && Object.values(value).every(isSilent);
  if (key === "additionalProperties") return isObject(value) && Object.keys(value).length === 0;
  return /^(?:required|title|description|example|nullable|externalDocs|x-.*)$/.test(key);
}

const JSON_TYPE = /^[^;]*[/+]json\b/;

function isText(schema: MediaType["schema"]): boolean {
  return typeof schema?.json === "object" && [schema.json.type].flat().includes("string");
}

/** Parses an example that is written as JSON in a text: `"{\"id\": 1}"`. */
function readJsonText(example: Example): Example {
  const { value } = example;
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return example;
  try {
    const read: unknown = JSON.parse(value);
    return isDeeperThan(read, DEEPEST) ? example : { ...example, value: read };
  } catch {
    return example;
  }
}

function buildEncodings(context: BuildContext, owner: ObjectNode): MediaType["encoding"] {
  return Object.fromEntries(
    mapMembers(context, owner, "encoding").flatMap((member) => {
      const node = objectAt(context, member);
      return node ? [[member.key, buildEncoding(context, node)]] : [];
    }),
  );
}

function buildEncoding(context: BuildContext, node: ObjectNode): Encoding {
  const { style, explode } = node.value;
  return {
    contentType: textMember(context, node, "contentType"),
    style: isParameterStyle(style) ? (style satisfies ParameterStyle) : undefined,
    explode: typeof explode === "boolean" ? explode : undefined,
    headers: buildHeaders(context, node),
  };
}

/**
 * Builds the map `headers` of a response or an encoding. `Content-Type` is ignored there (OpenAPI 3.1, "Response
 * Object").
 */
export function buildHeaders(context: BuildContext, owner: ObjectNode): readonly Header[] {
  return mapMembers(context, owner, "headers").flatMap((member) => {
    if (member.key.toLowerCase() === "content-type") return [];
    if (!isHeaderName(member.key)) {
      warn(context, member.uri, {
        code: "invalid-header",
        message: `${JSON.stringify(member.key)} is not a name that a header can have; the header is skipped.`,
        hint: HEADER_NAME_HINT,
      });
      return [];
    }
    const node = objectAt(context, member);
    return node ? [{ name: member.key, ...headerParts(context, node) }] : [];
  });
}

/** A `token` of RFC 9110, section 5.6.2. */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

export const HEADER_NAME_HINT = "Use letters, digits and hyphens only, as in X-Request-Id.";

function headerParts(context: BuildContext, node: ObjectNode): Omit<Header, "name"> {
  return builtOnce(context, "header", node, () => {
    const [content] = mapMembers(context, node, "content");
    // A header has its schema and examples directly, or in its only media type.
    const owner = (content && objectAt(context, content)) ?? node;
    return {
      required: isSet(node, "required"),
      description: textMember(context, node, "description"),
      explode: isSet(node, "explode"),
      schema: schemaOrAny(context, owner, "schema"),
      examples: buildExamples(context, owner),
    };
  });
}

/** Levels of values inside each other. */
const DEEPEST = 500;
const EXAMPLE_FIELDS = ["value", "dataValue", "serializedValue", "externalValue", "summary", "description"];

/** `example` and `examples` of a parameter, header or media type. External values are left out. */
export function buildExamples(context: BuildContext, owner: ObjectNode): readonly Example[] {
  const examples: Example[] = [];
  if (Object.hasOwn(owner.value, "example"))
    examples.push(...literally(context, { name: "", summary: undefined, value: owner.value.example }));
  const { examples: several } = owner.value;
  if (Array.isArray(several)) {
    // A list is JSON Schema's form. Some descriptions use it here too.
    for (const [index, value] of several.entries()) examples.push({ name: String(index), summary: undefined, value });
  } else if (isObject(several)) {
    for (const member of mapMembers(context, owner, "examples")) {
      if (!isObject(member.value)) examples.push({ name: member.key, summary: undefined, value: member.value });
      else {
        const node = objectAt(context, member);
        if (node) examples.push(...buildExample(context, member.key, node));
      }
    }
  }
  const readable = examples.filter(({ value }) => !isDeeperThan(value, DEEPEST));
  if (readable.length < examples.length) {
    warn(context, owner.uri, {
      code: "too-deep",
      message: `An example here is nested more than ${DEEPEST} levels deep; it is skipped.`,
      hint: "Write a smaller example.",
    });
  }
  return readable;
}

function buildExample(context: BuildContext, name: string, node: ObjectNode): Example[] {
  const summary = textMember(context, node, "summary");
  for (const field of ["value", "dataValue"]) {
    if (Object.hasOwn(node.value, field))
      return literally(context, { name, summary, value: memberOf(node, field).value });
  }
  // The value is in place of an Example object. This is wrong but clear.
  if (!EXAMPLE_FIELDS.some((field) => Object.hasOwn(node.value, field))) return [{ name, summary, value: node.value }];
  return [];
}

/**
 * A value that consists only of a reference is replaced by its target, as many tools do. If the target is missing,
 * there is no example.
 */
function literally({ documents }: BuildContext, example: Example): Example[] {
  const { value } = example;
  if (!isReference(value) || Object.keys(value).length > 1) return [example];
  const target = documents.resolve(value.$ref)?.value;
  const named = isObject(target) && Object.hasOwn(target, "value") ? target.value : target;
  return named === undefined ? [] : [{ ...example, value: named }];
}

/** The schema at `key`. `undefined` if there is none. In YAML, an empty value means the same. */
function schemaMember(context: BuildContext, node: ObjectNode, key: string): Schema | undefined {
  const { value } = memberOf(node, key);
  return value === undefined || value === null ? undefined : context.schemas.of(value, joinPointer(node.uri, key));
}

/** Like `schemaMember`, but returns a schema that allows everything if there is none. */
export function schemaOrAny(context: BuildContext, node: ObjectNode, key: string): Schema {
  return schemaMember(context, node, key) ?? context.schemas.of({}, joinPointer(node.uri, key));
}

/** The `requestBody` of an operation. */
export function buildRequestBody(context: BuildContext, operation: ObjectNode): RequestBody | undefined {
  const node = objectMember(context, operation, "requestBody");
  if (!node) return undefined;
  return builtOnce(context, "request body", node, () => ({
    required: isSet(node, "required"),
    description: textMember(context, node, "description"),
    content: buildContent(context, node),
  }));
}
