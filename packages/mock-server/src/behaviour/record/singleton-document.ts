import {
  type BodyPlan,
  bodyPlans,
  echoedValue,
  sampledValue,
  schemaAt,
  selectSuccess,
  writtenProperties,
} from "@onespec/http-contract";
import {
  foldName,
  isByExample,
  isObject,
  type JsonSchema,
  type Operation,
  objectProperties,
  pathNoun,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  type SingletonRole,
  sameNoun,
  schemaShape,
  valueAtPlace,
  withoutWriteOnly,
  withValueAt,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import { documentPath } from "../../model/state-key.js";

/** A document at one path, as the operations of the path show it. */
export interface SingletonDocument {
  /** Its path, maybe with parameters. */
  readonly path: string;
  readonly operations: readonly Operation[];
  /** Absent where no operation answers with the document. */
  readonly schema: Schema | undefined;
  /** The document before the first write. */
  sample(key: string): unknown;
}

/** The documents that a description has, in its order. */
export function singletonDocuments(context: MockContext): readonly SingletonDocument[] {
  const byPath = new Map<string, SingletonDocument>();
  for (const { role } of context.api.operations) {
    if (role.kind !== "singleton") continue;
    const path = documentPath(role);
    if (byPath.has(path)) continue;
    const { operations } = role;
    const reader = singletonReader(context.schemas, operations);
    const schema = reader?.schema;
    const sample = (key: string): unknown =>
      (reader && valueAtPlace(sampledValue(context.fitting, reader.body, key), reader.reply)) ?? {};
    byPath.set(path, { path, operations, schema, sample });
  }
  return [...byPath.values()];
}

/** The schema of the document that the operations of a singleton read; `undefined` if none answers with it. */
export function singletonSchema(schemas: SchemaRegistry, operations: readonly Operation[]): Schema | undefined {
  return singletonReader(schemas, operations)?.schema;
}

/** The answer body of the operation that reads the document, and the place and schema of the document in it. */
export function singletonReader(
  schemas: SchemaRegistry,
  operations: readonly Operation[],
): { readonly body: BodyPlan; readonly reply: RecordPlace; readonly schema: Schema | undefined } | undefined {
  for (const operation of operations) {
    const { role } = operation;
    if (role.kind !== "singleton" || role.part !== "read") continue;
    const [body] = bodyPlans(schemas, selectSuccess(operation).response?.content ?? []);
    const { reply = [] } = role;
    if (body) return { body, reply, schema: body.schema && schemaAt(schemas, body.schema, reply) };
  }
  return undefined;
}

/** Names that the bodies of these operations declare for the document. */
export function singletonWrites(
  schemas: SchemaRegistry,
  operations: readonly Operation[],
  document: JsonSchema | undefined,
): ReadonlySet<string> {
  const written = operations.flatMap((operation) => writtenProperties(schemas, operation, document));
  return new Set(written.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
}

/** The operations that write the document, in the form of a resource's roles. */
export function writingRoles(operations: readonly Operation[]): Resource["roles"] {
  const writer = (part: SingletonRole["part"]): Operation | undefined =>
    operations.find(({ role }) => role.kind === "singleton" && role.part === part);
  const [replace, update] = [writer("replace"), writer("update")];
  return { ...(replace && { replace }), ...(update && { update }) };
}

/**
 * The answer body with the document, without properties that requests declare and this answer does not.
 * @param sent the request body, which is echoed if the answer is not the document
 */
export function singletonBody(
  { schemas, fitting }: MockContext,
  body: BodyPlan,
  reply: RecordPlace | undefined,
  writes: ReadonlySet<string>,
  { path, seed }: { readonly path: string; readonly seed: string },
  value: unknown,
  sent?: unknown,
): unknown {
  const { schema } = body;
  // A schema made from an example requires nothing, so the value needs no other properties.
  if (!schema || (reply?.length === 0 && isByExample(schema))) return value;
  const { types } = schemaShape(schemas, schema.json);
  const text = types.has("string") && !types.has("object") ? textCalledAs(path, value) : undefined;
  if (text !== undefined && schemas.validator(schema, "response").isValid(text)) return text;
  const shown = schemaAt(schemas, schema, reply ?? []);
  const declared = shown ? objectProperties(schemas, shown.json) : new Map<string, unknown>();
  const visible =
    declared.size === 0 || !isObject(value)
      ? value
      : pickBy(value, (name) => declared.has(name) || (reply !== undefined && !writes.has(name)));
  if (reply) {
    return fitting.fit(schema, withoutWriteOnly(withValueAt(undefined, reply, visible), schema, schemas), { seed });
  }
  // A text has no properties to merge. If the schema allows it, it is the answer.
  if (typeof value === "string" && schemas.validator(schema, "response").isValid(value)) return value;
  const sample = withoutWriteOnly(echoedValue({ schemas, fitting }, body, sent, seed), schema, schemas);
  return isObject(sample) && isObject(visible) ? fitting.fit(schema, { ...sample, ...visible }, { seed }) : sample;
}

/** The text of the property that the path is named after: the `value` of a form that was sent to `/values/{key}`. */
function textCalledAs(path: string, value: unknown): string | undefined {
  const noun = foldName(pathNoun(path));
  const [, text] = isObject(value)
    ? (Object.entries(value).find(([name]) => sameNoun(foldName(name), noun)) ?? [])
    : [];
  return typeof text === "string" ? text : undefined;
}
