import {
  cutBrackets,
  decodeQueryText,
  essence,
  hasMoreFields,
  headerParameter,
  implicitType,
  isJsonType,
  JsonRefusal,
  LARGE_BODY,
  type LargeBodies,
  nestByBrackets,
  type PartHeaders,
  parseJsonText,
  parseLargeJson,
  parseMultipart,
  parseQueryPairs,
  selectMediaType,
  TooManyFields,
  TypedPart,
  type WireValue,
} from "@onespec/http-requests";
import type { JsonSchema, MediaType, RequestBody } from "@onespec/spec-core";
import type { Problem } from "../problem.js";
import type { ValueDecoder } from "./decode-value.js";
import { UploadedFile } from "./uploaded-file.js";
import { JSON_RULES, NEST_RULES } from "./wire-rules.js";

/** Fields of one form. Each costs more than its bytes: a megabyte of them could hold the server for seconds. */
const MOST_FIELDS = 5_000;

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
 * @param large reads what is large
 */
export function parseBody(
  documented: RequestBody,
  body: Buffer,
  header: string | undefined,
  decoderOf: (schema: JsonSchema) => ValueDecoder,
  large: LargeBodies,
): ParsedBody | Promise<ParsedBody> {
  const type = header === undefined ? implicitType(documented, "application/json") : essence(header);
  const media = selectMediaType(documented, type);
  if (media === undefined && documented.content.length > 0) return refusal(unsupported(documented, header));
  const isLarge = body.length > LARGE_BODY;
  const parsed = (value: unknown): ParsedBody => ({ ok: true, value, media, isLarge });
  if (isJsonType(type)) return parseJson(body.toString("utf8"), parsed, large);
  const decoder = decoderOf(media?.schema?.json ?? true);
  if (type === "application/x-www-form-urlencoded") {
    const text = body.toString("latin1");
    if (hasMoreFields(text, MOST_FIELDS)) return refusal(tooManyFields());
    const pairs = parseQueryPairs(text);
    return parsed(
      decodeForm(
        pairs.map(({ name, raw }) => [cutBrackets(name), decodeQueryText(raw)]),
        decoder,
        decoderOf,
      ),
    );
  }
  if (type === "multipart/form-data") {
    return parseForm(body, header ?? "").then(
      (pairs) => (pairs === undefined ? refusal(malformedForm()) : parsed(decodeForm(pairs, decoder, decoderOf))),
      (error) => {
        if (error instanceof TooManyFields) return refusal(tooManyFields());
        throw error;
      },
    );
  }
  const isText = type.startsWith("text/") || type.endsWith("+xml") || type === "application/xml";
  return parsed(isText ? decodeText(body, headerParameter(header ?? "", "charset")) : body);
}

function parseJson(
  text: string,
  parsed: (value: unknown) => ParsedBody,
  large: LargeBodies,
): ParsedBody | Promise<ParsedBody> {
  if (text.length > LARGE_BODY) {
    const { mostValues } = large;
    return large.run(parseLargeJson(text, { ...JSON_RULES, mostValues })).then(parsed, refusedJson);
  }
  try {
    return parsed(parseJsonText(text, JSON_RULES));
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

/** Names and values of a multipart form; `undefined` when it is not well-formed. @throws TooManyFields */
async function parseForm(body: Buffer, header: string): Promise<readonly (readonly [string, WireValue])[] | undefined> {
  const pairs: [string, WireValue][] = [];
  const isWhole = await parseMultipart([body], headerParameter(header, "boundary") ?? "", MOST_FIELDS, async (part) => {
    const chunks: Uint8Array[] = [];
    return {
      async write(chunk) {
        chunks.push(chunk);
      },
      async end() {
        pairs.push([cutBrackets(part.name), partValue(part, Buffer.concat(chunks))]);
      },
    };
  });
  return isWhole ? pairs : undefined;
}

function malformedForm(): Problem {
  return malformed("multipart", "is not a multipart body with the boundary that Content-Type names");
}

function partValue({ filename, contentType = "text/plain" }: PartHeaders, content: Buffer): WireValue {
  if (filename !== undefined) return new TypedPart(new UploadedFile(filename, contentType, content));
  const text = content.toString("utf8");
  return isJsonType(essence(contentType)) ? structured(text) : text;
}

/** Lists and objects may also come as JSON in one field (OpenAPI 3.1, "Special Considerations for multipart Content"). */
function decodeForm(
  pairs: readonly (readonly [string, WireValue])[],
  decoder: ValueDecoder,
  decoderOf: (schema: JsonSchema) => ValueDecoder,
): unknown {
  const fields = Object.entries(nestByBrackets(pairs, NEST_RULES)).map(([name, value]): [string, WireValue] => {
    const { types } = decoderOf(decoder.shape.properties.get(name) ?? true).shape;
    const isStructured = !types.has("string") && (types.has("object") || types.has("array"));
    return [name, isStructured && typeof value === "string" ? structured(value) : value];
  });
  return decoder.decode(Object.fromEntries(fields));
}

function structured(text: string): WireValue {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    return new TypedPart(parseJsonText(text, JSON_RULES));
  } catch {
    return text;
  }
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

function tooManyFields(): Problem {
  const details = [{ in: "body", path: "", message: `has more than the ${MOST_FIELDS} fields that are taken` }];
  return { status: 413, code: "too-many-fields", message: "Too many fields", details };
}

function malformed(what: string, message: string): Problem {
  const details = [{ in: "body", path: "", message }];
  return { status: 400, code: `malformed-${what.toLowerCase()}`, message: `Malformed ${what}`, details };
}

function refusal(problem: Problem): ParsedBody {
  return { ok: false, problem };
}
