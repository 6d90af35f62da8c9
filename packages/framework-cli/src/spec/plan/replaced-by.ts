import type { Operation, Schema, SchemaRegistry } from "@onespec/spec-core";
import { DeclaredMembers } from "../../app/request/declared-members.js";
import type { SchemaFiles } from "./schema-files.js";
import { pascal } from "./words.js";

/** What replaces a record or a document leaves alone what its schema does not declare. */
export function replacedBy(
  schemas: SchemaRegistry,
  sent: Schema | undefined,
  { id }: Operation,
  files: SchemaFiles,
): { readonly replaced?: string } {
  if (sent === undefined || new DeclaredMembers(schemas, [sent.json]).isOpen) return {};
  return { replaced: files.nameOf(sent, pascal(`${id} body`, "Body")) };
}
