import { type ApiDescription, type JsonSchema, objectProperties } from "@onespec/spec-core";

const known = new WeakMap<ApiDescription, (schema: JsonSchema) => boolean>();

/**
 * Returns a test that is true if requests send a file for a schema: `format: binary`, or a media type without an
 * encoding (OpenAPI 3.1).
 */
export function fileTest(api: ApiDescription): (schema: JsonSchema) => boolean {
  const present = known.get(api);
  if (present) return present;
  const sent = sentFiles(api);
  const isFile = (schema: JsonSchema): boolean =>
    typeof schema === "object" &&
    (schema.format === "binary" ||
      sent.has(schema) ||
      (isText(schema) && schema.contentMediaType !== undefined && !TEXTUAL.test(schema.contentMediaType)));
  known.set(api, isFile);
  return isFile;
}

const TEXTUAL = /^text\/|[/+](json|xml|yaml)\b|javascript|graphql/i;

/** True for texts that are not encoded. */
function isText({ type = "string", contentEncoding }: Exclude<JsonSchema, boolean>): boolean {
  return contentEncoding === undefined && (type === "string" || (Array.isArray(type) && type.includes("string")));
}

/** The schemas that the media type of a body or of a part of a form makes files. */
function sentFiles({ operations, schemas }: ApiDescription): ReadonlySet<JsonSchema> {
  const found = new Set<JsonSchema>();
  for (const { type, schema, encoding } of operations.flatMap(({ requestBody }) => requestBody?.content ?? [])) {
    if (!schema) continue;
    if (!type.startsWith("multipart/")) {
      const body = schemas.follow(schema.json);
      const isBytes = !TEXTUAL.test(type) && !/urlencoded|\*/.test(type);
      if (isBytes && typeof body === "object" && body.type === "string" && isText(body)) found.add(body);
      continue;
    }
    for (const [name, part] of objectProperties(schemas, schema.json)) {
      const whole = schemas.follow(part.schema);
      const items = typeof whole === "object" && whole.type === "array" ? (whole.items ?? true) : part.schema;
      const contentType = Object.hasOwn(encoding, name) ? encoding[name]?.contentType : undefined;
      const isNamed = typeof items === "object" && items.$ref !== undefined;
      const file = schemas.follow(items);
      if (typeof file !== "object" || !isText(file)) continue;
      const isBytes = contentType !== undefined && !/json|^text\/plain|urlencoded/i.test(contentType);
      const isOpen = !isNamed && contentType === undefined && Object.keys(file).every((key) => ANNOTATIONS.test(key));
      if (isBytes || isOpen || file.contentMediaType !== undefined) found.add(file);
    }
  }
  return found;
}

const ANNOTATIONS = /^(title|description|deprecated|examples?|externalDocs|readOnly|writeOnly|x-.*)$/;
