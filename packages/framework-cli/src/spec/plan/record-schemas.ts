import { essence, isJsonType, itemSchemaOf, schemaAt, selectSuccess } from "@onespec/http-contract";
import {
  type ListConvention,
  type MediaType,
  type Operation,
  type OperationResponse,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";

/** All schemas that requests and answers use for a resource's records. */
export interface RecordSchemas {
  /** Schemas of answers, the fullest first. */
  readonly answers: readonly Schema[];
  /** Schemas of requests. */
  readonly requests: readonly Schema[];
  /** The schema of create requests; `undefined` without a body. */
  readonly create: Schema | undefined;
}

/** @param operations of the description: others write records too, such as `PUT /pets` and `POST /pets/create_custom` */
export function recordSchemas(
  schemas: SchemaRegistry,
  resource: Resource,
  operations: readonly Operation[],
): RecordSchemas {
  const answers: (Schema | undefined)[] = [resource.schema];
  const requests: (Schema | undefined)[] = [];
  let create: Schema | undefined;
  const own = operations.filter(({ role }) => "resource" in role && role.resource === resource);
  const byBody = own.filter(({ role }) => "hasIdInBody" in role && role.hasIdInBody);
  const writers = new Set([...Object.values(resource.roles), ...byBody]);
  for (const operation of writers) {
    const { role } = operation;
    const body = replySchema(operation);
    if (role.kind === "list") answers.push(itemSchema(schemas, body, role.list));
    if (role.kind === "read") answers.push(placedSchema(schemas, body, role.reply));
    if (role.kind !== "create" && role.kind !== "update" && role.kind !== "replace") continue;
    answers.push(placedSchema(schemas, body, role.reply));
    const record = sentSchema(schemas, operation, role);
    requests.push(record);
    if (role.kind === "create") create ??= record;
  }
  for (const operation of own)
    if (operation.role.kind === "create" && !writers.has(operation))
      requests.push(sentSchema(schemas, operation, operation.role));
  return { answers: distinct(answers), requests: distinct(requests), create };
}

/** The schema of the record in an operation's request. For a list of records, the item's schema. */
export function sentSchema(
  schemas: SchemaRegistry,
  { requestBody }: Operation,
  { body, many }: { readonly body: RecordPlace; readonly many?: boolean },
): Schema | undefined {
  const sent = jsonContent(requestBody?.content) ?? requestBody?.content[0]?.schema;
  const record = placedSchema(schemas, sent, body);
  // The body may be a list or a single record.
  const isList = many === true && record !== undefined && !schemaShape(schemas, record.json).types.has("object");
  return isList ? (itemSchemaOf(schemas, record) ?? record) : record;
}

/** The JSON schema of an operation's success response. */
export function replySchema(operation: Operation): Schema | undefined {
  return jsonContent(selectSuccess(operation).response?.content);
}

/** The schema at a place of an answer; `undefined` if the answer or the place is. */
export function placedSchema(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  place: RecordPlace | undefined,
): Schema | undefined {
  return schema && place && schemaAt(schemas, schema, place);
}

/** The schema of each record in a list. */
export function itemSchema(
  schemas: SchemaRegistry,
  body: Schema | undefined,
  { shape, item }: ListConvention,
): Schema | undefined {
  const items = placedSchema(schemas, body, shape.kind === "array" ? [] : shape.itemsAt);
  return placedSchema(schemas, items && itemSchemaOf(schemas, items), item);
}

export function isJsonMedia(type: string): boolean {
  return isJsonType(essence(type)) || type === "*/*";
}

function jsonContent(content: readonly MediaType[] | undefined): Schema | undefined {
  return content?.find(({ type }) => isJsonMedia(type))?.schema;
}

function distinct(schemas: readonly (Schema | undefined)[]): Schema[] {
  const present = schemas.filter((schema) => schema !== undefined);
  return [...new Map(present.map((schema) => [schema.uri, schema])).values()];
}

/** The success answer of an operation. */
export interface DocumentedAnswer {
  readonly status: number;
  readonly response: OperationResponse | undefined;
  /** The schema of its JSON. */
  readonly schema: Schema | undefined;
  readonly isEmpty: boolean;
  /** `isTold` if the handler must set the status, because it is not the first documented 2xx. */
  readonly told: { readonly isTold?: true };
}

export function documentedAnswer(operation: Operation): DocumentedAnswer {
  const { status, response } = selectSuccess(operation);
  const schema = jsonContent(response?.content);
  const first = operation.responses.find((one) => one.status.startsWith("2"))?.status.replace("XX", "00") ?? "200";
  const isEmpty = status === 204 || status === 205 || schema === undefined;
  return { status, response, schema, isEmpty, told: Number(first) === status ? {} : { isTold: true } };
}
