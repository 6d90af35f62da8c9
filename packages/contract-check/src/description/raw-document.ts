import { bundleDescription, type DescriptionSource, type LoadOptions, readDescription } from "@onespec/spec-core";
import { asObject, asText, isObject, type JsonObject, percentDecode } from "./json.js";

/**
 * A description as one JSON document with local references. spec-core only reads its files. Everything else is
 * interpreted here, so that the check does not share mistakes with the servers that it judges.
 */
export interface RawDocument {
  readonly root: JsonObject;
  /** `3.0`: schemas use OpenAPI's dialect. `3.1`: JSON Schema 2020-12 (OpenAPI 3.1 and 3.2). */
  readonly dialect: "3.0" | "3.1";
  /** The version as written in the file. */
  readonly version: string;
  /** The position of a value in the author's file, for messages. */
  placeOf(pointer: string): Place;
  /** The value at a pointer of RFC 6901 (without `#`), or `undefined`. */
  at(pointer: string): unknown;
  /** Follows references to the value that they lead to. Returns the value with its pointer. */
  follow(pointer: string): Located;
}

/** A position in the description's file. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** A value and its pointer in the document. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** Reads a description (YAML or JSON, several files, Swagger 2.0). @throws DescriptionError if it cannot be read */
export async function readRawDocument(source: DescriptionSource, options: LoadOptions = {}): Promise<RawDocument> {
  const read = await readDescription(source);
  const { value, name, positionOf } = read.file;
  const version = String(asObject(value).openapi ?? asObject(value).swagger ?? "?");
  const root = await bundleDescription(read, options);
  const place = (pointer: string): Place => ({ file: name, ...positionOf(pointer) });
  return createRawDocument(version.startsWith("2") ? await convertSwagger(root) : root, version, place);
}

function createRawDocument(
  root: JsonObject,
  version: string = String(root.openapi),
  placeOf: (pointer: string) => Place = () => ({ file: "" }),
): RawDocument {
  const at = (pointer: string): unknown => valueAt(root, pointer);
  return {
    root,
    version,
    placeOf,
    dialect: version.startsWith("2") || version.startsWith("3.0") ? "3.0" : "3.1",
    at,
    follow: (pointer) => {
      let place = pointer;
      for (let hops = 0; hops < 50; hops += 1) {
        const value = at(place);
        const reference = isObject(value) ? asText(value.$ref) : undefined;
        if (reference === undefined || !reference.startsWith("#")) return { value, pointer: place };
        place = pointerOf(reference);
      }
      return { value: undefined, pointer: place };
    },
  };
}

/** `#/components/schemas/a%20b` to `/components/schemas/a b`. */
export function pointerOf(reference: string): string {
  return percentDecode(reference.slice(reference.indexOf("#") + 1));
}

export function joinPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  return [pointer, ...segments.map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
    // After files were merged, a pointer may lead through a reference.
    for (
      let hops = 0;
      hops < 50 && isObject(value) && typeof value.$ref === "string" && value.$ref.startsWith("#");
      hops += 1
    ) {
      if (pointer.endsWith(`/${segment}`)) break;
      value = valueAt(root, pointerOf(value.$ref));
    }
  }
  return value;
}

async function convertSwagger(root: JsonObject): Promise<JsonObject> {
  const { default: converter } = await import("swagger2openapi");
  // The converter changes its input: parts in several places, as aliases of YAML and merged files have them, are copied.
  const copy = JSON.parse(JSON.stringify(root)) as never;
  const result = await converter.convertObj(copy, { patch: true, warnOnly: true, anchors: true });
  return result.openapi as unknown as JsonObject;
}
