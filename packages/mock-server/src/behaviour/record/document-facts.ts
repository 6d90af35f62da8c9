import { type Resource, type Schema, type SchemaRegistry, type SingletonRole, schemaShape } from "@onespec/spec-core";
import { singletonReader, singletonWrites, writingRoles } from "./singleton-document.js";

/** Facts about a document from the operations at its path. */
export interface DocumentFacts {
  /** Absent where no operation answers with the document. */
  readonly reader: ReturnType<typeof singletonReader>;
  /** The document as a record without an id. Absent where its schema is not known. */
  readonly document:
    | { readonly schema: Schema; readonly id: { readonly property: undefined }; readonly roles: Resource["roles"] }
    | undefined;
  /** Names that clients write. */
  readonly writes: ReadonlySet<string>;
  /** The document accepts any property names. It is empty until a client writes or reads it. */
  readonly isMap: boolean;
}

export function documentFacts(schemas: SchemaRegistry, { operations }: SingletonRole): DocumentFacts {
  const reader = singletonReader(schemas, operations);
  const schema = reader?.schema;
  const shape = schema && schemaShape(schemas, schema.json);
  return {
    reader,
    document: schema && { schema, id: { property: undefined }, roles: writingRoles(operations) },
    writes: singletonWrites(schemas, operations, schema?.json),
    isMap: shape !== undefined && shape.properties.size === 0 && shape.additional !== undefined,
  };
}
