import { type JsonSchema, type Operation, type Schema, type SchemaRegistry, walkReferences } from "@onespec/spec-core";
import { DeclaredMembers } from "../../action/declared-members.js";
import { RESERVED_FILES } from "../../generate/reserved-names.js";
import { pascal, UniqueNames } from "./names.js";

/** The longest invented name; file systems take 255 bytes, extension included. */
const LONGEST = 100;
const REFERENCE = "#/components/schemas/";

/** The schemas that get their own files, by name, and references to them. */
export class SchemaFiles {
  readonly files: Map<string, JsonSchema> = new Map();
  readonly #names: Map<string, string> = new Map();
  readonly #unique = new UniqueNames();
  readonly #schemas: SchemaRegistry;

  constructor(schemas: SchemaRegistry) {
    this.#schemas = schemas;
    // Named schemas come first, so that no invented name takes one of their names.
    for (const [name, schema] of schemas.named) this.#names.set(schema.uri, this.#unique.take(fileName(name)));
  }

  /** The file name of a schema. Creates the file if there is none. */
  nameOf(schema: Schema, wanted: string): string {
    let name = this.#names.get(schema.uri);
    if (name === undefined) {
      const invented = wanted.slice(0, LONGEST);
      name = this.#unique.take(schema.name === undefined ? invented : fileName(schema.name), invented);
      this.#names.set(schema.uri, name);
    }
    if (!this.files.has(name)) {
      // Set before its parts are walked: schemas may contain themselves.
      this.files.set(name, true);
      this.files.set(name, this.#rewrite(schema.json, name));
    }
    return name;
  }

  /**
   * The schema for an action: a reference if it has a name or belongs to a shared response, otherwise the whole schema.
   */
  inline(schema: Schema, wanted: string): JsonSchema {
    const shared = sharedResponse(schema);
    if (this.#names.has(schema.uri) || shared !== undefined) {
      return { $ref: REFERENCE + this.nameOf(schema, shared ?? wanted) };
    }
    return this.#rewrite(schema.json, wanted);
  }

  /** A copy with references to files. */
  #rewrite(json: JsonSchema, wanted: string): JsonSchema {
    const copy = structuredClone(json);
    walkReferences(copy, "schema", {
      reference: ({ holder, key, text }) => {
        const schema = this.#schemas.at(text);
        // An unresolved reference becomes a schema that allows anything. It needs no file.
        const isAnything = schema.json === true && !this.#names.has(schema.uri);
        if (isAnything) delete holder[key];
        else holder[key] = REFERENCE + this.nameOf(schema, wanted);
      },
    });
    return copy;
  }
}

/** `NotFoundAnswer` for the schema of `#/components/responses/NotFound`, unless that only refers to another. */
function sharedResponse({ uri, json }: Schema): string | undefined {
  const [, name] = /#\/components\/responses\/([^/]+)\/content\/[^/]+\/schema$/.exec(uri) ?? [];
  const isPlain = typeof json !== "object" || json.$ref !== undefined || json.properties === undefined;
  return name === undefined || isPlain ? undefined : pascal(`${name} answer`, "Answer");
}

/**
 * Returns a name that is valid in OpenAPI and as a file name (`^[a-zA-Z0-9._-]+$`). Files that begin with `_` or `.`
 * are not loaded.
 */
function fileName(name: string): string {
  const isRight = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/.test(name) && !name.endsWith(".") && !RESERVED_FILES.test(name);
  const file = isRight ? name : pascal(name, "Schema").slice(0, LONGEST);
  return RESERVED_FILES.test(file) ? `${file}Schema` : file;
}

/** The name of the schema whose declared members a replacement changes. Other members keep their values. */
export function replacedBy(
  schemas: SchemaRegistry,
  sent: Schema | undefined,
  { id }: Operation,
  files: SchemaFiles,
): { readonly replaced?: string } {
  if (sent === undefined || new DeclaredMembers(schemas, [sent.json]).isOpen) return {};
  return { replaced: files.nameOf(sent, pascal(`${id} body`, "Body")) };
}
