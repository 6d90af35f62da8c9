import { readFile } from "node:fs/promises";
import { parse as parseYaml } from "yaml";
import { asObject, asText, isObject, type JsonObject } from "./json.js";

/**
 * A description as a stranger would read it: one JSON document with local references. Nothing of spec-core is used, so
 * that its mistakes are not repeated here.
 */
export interface RawDocument {
  readonly root: JsonObject;
  /** `3.0`: schemas in OpenAPI's own dialect; `3.1`: JSON Schema 2020-12 (3.1 and 3.2). */
  readonly dialect: "3.0" | "3.1";
  /** The version as written in the file. */
  readonly version: string;
  /** A value at an RFC 6901 pointer (no leading `#`), `undefined` when there is none. */
  at(pointer: string): unknown;
  /** Follows references until something else stands there; with the pointer where it stands. */
  follow(pointer: string): Located;
}

/** A value, and where in the document it stands. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** Reads a file (YAML or JSON, several files, Swagger 2.0). Throws the parser's own errors. */
export async function readRawDocument(file: string): Promise<RawDocument> {
  const text = await readFile(file, "utf8");
  const parsed = asObject(parseText(text));
  const version = String(parsed.openapi ?? parsed.swagger ?? "?");
  let root = hasFileReferences(text) ? await bundle(file) : parsed;
  if (version.startsWith("2")) root = await convertSwagger(root);
  return createRawDocument(root, version);
}

export function createRawDocument(root: JsonObject, version: string = String(root.openapi)): RawDocument {
  const at = (pointer: string): unknown => valueAt(root, pointer);
  return {
    root,
    version,
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
  const text = reference.slice(reference.indexOf("#") + 1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
    // A pointer may lead through a reference when files were put together.
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

function parseText(text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML's flow style begins the same way.
    }
  }
  return parseYaml(text, { merge: true, maxAliasCount: -1, uniqueKeys: false, logLevel: "silent" });
}

/** References into other files. Those to the web are left as they are: nothing is known of what they stand for. */
function hasFileReferences(text: string): boolean {
  for (const [, target = ""] of text.matchAll(/["']?\$ref["']?\s*:\s*["']?([^"'\s,}\]]+)/g)) {
    if (!target.startsWith("#") && !/^https?:/.test(target) && /[./]/.test(target)) return true;
  }
  return false;
}

async function bundle(file: string): Promise<JsonObject> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  return (await SwaggerParser.bundle(file)) as unknown as JsonObject;
}

async function convertSwagger(root: JsonObject): Promise<JsonObject> {
  const { default: converter } = await import("swagger2openapi");
  const result = await converter.convertObj(structuredClone(root) as never, { patch: true, warnOnly: true });
  return result.openapi as unknown as JsonObject;
}
