import {
  coerceForm,
  cutBrackets,
  essence,
  type FormMedia,
  headerParameter,
  implicitType,
  inSlices,
  isJsonType,
  JsonRefusal,
  jsonField,
  LARGE_BODY,
  type LargeBodies,
  type PartHeaders,
  parseForm,
  parseJsonText,
  parseLargeJson,
  parseMultipart,
  selectMediaType,
  TooManyFields,
  TypedPart,
  type WireValue,
} from "@onespec/http-requests";
import { inOneGo, type MediaType, type RequestBody, type SchemaRegistry } from "@onespec/spec-core";
import type { Problem } from "../problem.js";
import { UploadedFile } from "./uploaded-file.js";
import { WIRE_RULES } from "./wire-rules.js";

/** A body that was read, or why it could not be. `media` is the documented type it came as. */
export type ParsedBody =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly media: MediaType | undefined;
      /** It is to be checked in slices. */
      readonly isLarge: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Reads a body as its Content-Type says; 415 when the action does not take that. JSON keeps its types; forms get those of the
 * schema; text is text, everything else a Buffer.
 *
 * @param large reads what is large, while its client is there
 */
export function parseBody(
  schemas: SchemaRegistry,
  documented: RequestBody,
  body: Buffer,
  header: string | undefined,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): ParsedBody | Promise<ParsedBody> {
  const type = header === undefined ? implicitType(documented, "application/json") : essence(header);
  const media = selectMediaType(documented, type);
  if (media === undefined && documented.content.length > 0) return refusal(unsupported(documented, header));
  const isLarge = body.length > LARGE_BODY;
  const parsed = (value: unknown): ParsedBody => ({ ok: true, value, media, isLarge });
  if (isJsonType(type)) return parseJson(body.toString("utf8"), parsed, large, gone);
  if (type === "application/x-www-form-urlencoded") {
    const form = parseForm(schemas, media ?? ANY_FORM, body.toString("utf8"), WIRE_RULES);
    if (isLarge) return large.run(form, gone).then(parsed, refusedForm);
    try {
      return parsed(inOneGo(form));
    } catch (error) {
      return refusedForm(error);
    }
  }
  if (type === "multipart/form-data") {
    return multipartValue(schemas, media ?? ANY_FORM, body, header ?? "", gone).then(
      (form) => (form === undefined ? refusal(malformedForm()) : parsed(form.value)),
      refusedForm,
    );
  }
  const isText = type.startsWith("text/") || type.endsWith("+xml") || type === "application/xml";
  return parsed(isText ? decodeText(body, headerParameter(header ?? "", "charset")) : body);
}

/** Of a form that the action says nothing of. */
const ANY_FORM: FormMedia = { schema: undefined, encoding: {} };

function parseJson(
  text: string,
  parsed: (value: unknown) => ParsedBody,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): ParsedBody | Promise<ParsedBody> {
  if (text.length > LARGE_BODY) {
    const { mostValues } = large;
    return large.run(parseLargeJson(text, { ...WIRE_RULES.json, mostValues }), gone).then(parsed, refusedJson);
  }
  try {
    return parsed(parseJsonText(text, WIRE_RULES.json));
  } catch (error) {
    return refusedJson(error);
  }
}

function refusedJson(error: unknown): ParsedBody {
  if (!(error instanceof JsonRefusal)) throw error;
  const { fault, message, line, column } = error;
  switch (fault) {
    case "malformed":
      return refusal(malformed("JSON", `${message} (line ${line}, column ${column})`));
    case "too-deep":
    case "forbidden-name":
      return refusal(malformed("JSON", message));
    case "too-many-names":
    case "too-many-values": {
      const hint = "Send them in several requests, or set app.bodyLimit higher, which lets in more of them.";
      const details = [{ in: "body", path: "", message, hint }];
      return refusal({ status: 413, code: "too-many-values", message: "Too many values", details });
    }
  }
}

/** The value of a multipart form; `undefined` when it is not well-formed. @throws TooManyFields, ClientGone */
async function multipartValue(
  schemas: SchemaRegistry,
  media: FormMedia,
  body: Buffer,
  header: string,
  gone: AbortSignal | undefined,
): Promise<{ readonly value: unknown } | undefined> {
  const fields: [string, WireValue][] = [];
  const boundary = headerParameter(header, "boundary") ?? "";
  const { mostFields: most } = WIRE_RULES;
  const isWhole = await parseMultipart([body], boundary, { most, gone }, async (part) => {
    const chunks: Uint8Array[] = [];
    return {
      async write(chunk) {
        chunks.push(chunk);
      },
      async end() {
        fields.push([cutBrackets(part.name), await partValue(part, Buffer.concat(chunks), gone)]);
      },
    };
  });
  return isWhole ? { value: await inSlices(coerceForm(schemas, media, fields, WIRE_RULES), gone) } : undefined;
}

async function partValue(
  { filename, contentType = "text/plain" }: PartHeaders,
  content: Buffer,
  gone: AbortSignal | undefined,
): Promise<WireValue> {
  if (filename !== undefined) return new TypedPart(new UploadedFile(filename, contentType, content));
  const text = content.toString("utf8");
  return isJsonType(essence(contentType)) ? inSlices(jsonField(text, WIRE_RULES), gone) : text;
}

function malformedForm(): Problem {
  return malformed("multipart", "is not a multipart body with the boundary that Content-Type names");
}

function refusedForm(error: unknown): ParsedBody {
  if (!(error instanceof TooManyFields)) throw error;
  const message = `has more than the ${WIRE_RULES.mostFields} fields that are taken`;
  const details = [{ in: "body", path: "", message }];
  return refusal({ status: 413, code: "too-many-fields", message: "Too many fields", details });
}

function decodeText(body: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString("utf8");
  }
}

function unsupported({ content }: RequestBody, sent: string | undefined): Problem {
  const supported = content.map(({ type }) => type);
  const message = `Content-Type ${sent ?? ""} is not accepted; send ${supported.join(" or ")}`;
  return {
    status: 415,
    code: "unsupported-media-type",
    message: "Unsupported media type",
    details: [{ in: "header", path: "/content-type", message, supported }],
    headers: { "accept-post": supported.join(", ") },
  };
}

function malformed(what: string, message: string): Problem {
  const details = [{ in: "body", path: "", message }];
  return { status: 400, code: `malformed-${what.toLowerCase()}`, message: `Malformed ${what}`, details };
}

function refusal(problem: Problem): ParsedBody {
  return { ok: false, problem };
}
