import { joinPointer } from "../document/json-pointer.js";
import type { Schema } from "../schema/schema.js";
import { type BuildContext, memberOf, type ObjectNode } from "./build-context.js";

/** The schema at `key`; `undefined` when there is none, which YAML also writes as nothing behind the colon. */
export function schemaMember(context: BuildContext, node: ObjectNode, key: string): Schema | undefined {
  const { value } = memberOf(node, key);
  return value === undefined || value === null ? undefined : context.schemas.of(value, joinPointer(node.uri, key));
}

/** As `schemaMember`; the schema that allows everything when there is none. */
export function schemaOrAny(context: BuildContext, node: ObjectNode, key: string): Schema {
  return schemaMember(context, node, key) ?? context.schemas.of({}, joinPointer(node.uri, key));
}
