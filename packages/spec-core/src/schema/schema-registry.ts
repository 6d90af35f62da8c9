import type { Documents } from "../document/documents.js";
import { isObject } from "../json/is-object.js";
import { joinPointer, parsePointer } from "../json/json-pointer.js";
import type { JsonSchema, Schema, SchemaRegistry } from "./schema.js";
import { isBareReference } from "./shape/reference-siblings.js";
import { hasFlag } from "./shape/schema-flags.js";
import { createCombinationLimit } from "./translate/combination-limit.js";
import type { SchemaConversion } from "./translate/plain-keywords.js";
import { toJsonSchema } from "./translate/to-json-schema.js";
import { createValidators } from "./validate/create-validators.js";

/** The registry of the loader. It also converts schemas that are inline in operations. */
export interface InlineSchemaRegistry extends SchemaRegistry {
  /** The Schema of `raw`, whose place is `uri`. If `raw` is a reference, it is the Schema that `at` returns for it. */
  of(raw: unknown, uri: string): Schema;
}

/** The schemas of one description. Each is found and converted when it is first requested. */
export function createSchemaRegistry(documents: Documents): InlineSchemaRegistry {
  const byUri = new Map<string, Schema>();
  const byJson = new WeakMap<object, Schema>();
  // It has one entry for each schema and lives as long as the registry, so a WeakMap would only cost more.
  const uriOfJson = new Map<object, string>();
  const flags = new Map<string, boolean>();
  let named: ReadonlyMap<string, Schema> | undefined;
  let synthetic = 0;

  const conversion: SchemaConversion = {
    dialect: documents.dialect,
    resolve: (reference) => documents.resolve(reference),
    resolveMapping: (target, uri) => mappingUri(documents, target, uri),
    combinationProblem: createCombinationLimit(documents),
    made: (json, uri) => uriOfJson.set(json, uri),
    warn(code, message, uri) {
      documents.diagnostics.push({ severity: "warning", code, message, location: documents.locate(uri) });
    },
  };

  function of(raw: unknown, uri: string): Schema {
    const known = byUri.get(uri);
    if (known !== undefined) return known;
    const schema = isBareReference(raw, documents.dialect) ? target(raw.$ref, uri) : createSchema(raw, uri);
    byUri.set(uri, schema);
    return schema;
  }

  function createSchema(raw: unknown, uri: string): Schema {
    let json: JsonSchema | undefined;
    const schema: Schema = {
      uri,
      name: schemaName(uri),
      get json() {
        if (json === undefined) {
          json = toJsonSchema(raw, uri, conversion);
          if (typeof json === "object") byJson.set(json, schema);
        }
        return json;
      },
    };
    return schema;
  }

  /** Follows a reference at the place `from`. */
  function target(uri: string, from: string): Schema {
    const known = byUri.get(uri);
    if (known !== undefined) return known;
    const way = new Set<string>();
    let found: Schema | undefined;
    let place = documents.at(uri);
    while (found === undefined && place !== undefined && isBareReference(place.value, documents.dialect)) {
      if (way.has(place.uri)) {
        place = undefined;
        break;
      }
      way.add(place.uri);
      found = byUri.get(place.value.$ref);
      place = documents.at(place.value.$ref);
    }
    const schema = found ?? (place === undefined ? nowhere(uri, from) : of(place.value, place.uri));
    // Later walks over these references are then short.
    const isNowhere = found === undefined && place === undefined;
    for (const passed of way) byUri.set(passed, isNowhere ? unknown(passed) : schema);
    byUri.set(uri, schema);
    return schema;
  }

  function nowhere(uri: string, from: string): Schema {
    // Loading has already reported the references in the files.
    if (!documents.reported.has(uri)) {
      conversion.warn(
        "unresolved-reference",
        `The reference ${uri} points to nothing; any value is allowed there.`,
        from,
      );
    }
    return unknown(uri);
  }

  function schemaOf(json: JsonSchema): Schema {
    if (typeof json === "boolean") return of(json, json ? "#true" : "#false");
    if (json.$ref !== undefined) return registry.at(json.$ref);
    const known = byJson.get(json);
    if (known !== undefined) return known;
    const place = uriOfJson.get(json);
    if (place === undefined) synthetic += 1;
    const uri = place ?? `#synthetic-${synthetic}`;
    const schema = byUri.get(uri) ?? { uri, name: schemaName(uri), json };
    if (place !== undefined) byUri.set(uri, schema);
    byJson.set(json, schema);
    return schema;
  }

  const registry: InlineSchemaRegistry = {
    of,
    at: (uri) => target(uri, uri),
    get named() {
      named ??= namedSchemas(documents, (uri) => target(uri, uri));
      return named;
    },
    follow(json) {
      let followed = json;
      while (typeof followed === "object" && followed.$ref !== undefined) followed = registry.at(followed.$ref).json;
      return followed;
    },
    isFlagged(json, flag) {
      if (typeof json === "boolean") return false;
      if (json[flag] === true) return true;
      if (json.$ref === undefined) {
        // A converted schema has the same parts and references as the original.
        const isCombined = json.allOf !== undefined || json.anyOf !== undefined || json.oneOf !== undefined;
        return isCombined && hasFlag(documents, json, flag);
      }
      const key = `${flag} ${json.$ref}`;
      const known = flags.get(key);
      if (known !== undefined) return known;
      const isFlagged = hasFlag(documents, json, flag);
      flags.set(key, isFlagged);
      return isFlagged;
    },
    schemaOf,
    validator: (schema, view) => validators.of(schema, view),
  };
  const validators = createValidators(registry);
  return registry;
}

function unknown(uri: string): Schema {
  return { uri, name: schemaName(uri), json: true };
}

function namedSchemas(documents: Documents, at: (uri: string) => Schema): ReadonlyMap<string, Schema> {
  const { components } = documents.root;
  const schemas = isObject(components) ? components.schemas : undefined;
  const names = isObject(schemas) ? Object.keys(schemas) : [];
  return new Map(names.map((name) => [name, at(joinPointer("#/components/schemas", name))]));
}

/** OpenAPI 3.1, "Discriminator Object": a mapping value is a schema's name or its URI. */
function mappingUri(documents: Documents, text: string, from: string): string {
  const base = from.slice(0, Math.max(0, from.indexOf("#")));
  if (/^[\w.-]+$/.test(text)) {
    for (const file of new Set([base, ""])) {
      const uri = joinPointer(`${file}#/components/schemas`, text);
      if (documents.at(uri) !== undefined) return uri;
    }
  }
  if (text.startsWith("#")) return `${base}${text}`;
  if (URL.canParse(text)) return text;
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}

const SECTIONS = new Set(["schemas", "definitions", "$defs"]);

/**
 * The name of a schema: in a named section, at the top level of a file of definitions, or the name of a file with one
 * schema. `undefined` for other places.
 */
function schemaName(uri: string): string | undefined {
  const hash = uri.indexOf("#");
  const file = hash < 0 ? uri : uri.slice(0, hash);
  const tokens = hash < 0 ? [] : parsePointer(uri.slice(hash + 1));
  const last = tokens.at(-1);
  if (last === undefined) return file === "" ? undefined : file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  if (SECTIONS.has(tokens.at(-2) ?? "")) return last;
  return tokens.length === 1 && file !== "" ? last : undefined;
}
