import { selectSuccess } from "@onespec/http-contract";
import {
  type JsonSchema,
  type ObjectProperty,
  type Operation,
  type OperationResponse,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  unwrapSchema,
} from "@onespec/spec-core";

/** Every schema under which a resource's records cross the wire. */
export interface RecordSchemas {
  /** Schemas of answers, the fullest first. */
  readonly answers: readonly Schema[];
  /** Schemas of requests. */
  readonly requests: readonly Schema[];
  /** The schema of create requests; `undefined` without a body. */
  readonly create: Schema | undefined;
}

/** @param operations of the description: `PUT /pets` writes a record too, the one whose id its body holds */
export function recordSchemas(
  schemas: SchemaRegistry,
  resource: Resource,
  operations: readonly Operation[],
): RecordSchemas {
  const answers = [resource.schema];
  const requests: Schema[] = [];
  let create: Schema | undefined;
  const byBody = operations.filter(
    ({ role }) => "hasIdInBody" in role && role.hasIdInBody && role.resource === resource,
  );
  for (const operation of new Set([...Object.values(resource.roles), ...byBody])) {
    const { role } = operation;
    const body = replySchema(operation);
    switch (role.kind) {
      case "list": {
        const { shape, item } = role.list;
        const items = body && schemaAtPlace(schemas, body, shape.kind === "array" ? [] : shape.itemsAt);
        const one = items && itemsOf(schemas, items);
        answers.push(...present(one && schemaAtPlace(schemas, one, item)));
        break;
      }
      case "read":
        if (role.reply) answers.push(...present(body && schemaAtPlace(schemas, body, role.reply)));
        break;
      case "create":
      case "update":
      case "replace": {
        if (role.reply) answers.push(...present(body && schemaAtPlace(schemas, body, role.reply)));
        const record = sentSchema(schemas, operation, role);
        requests.push(...present(record));
        if (role.kind === "create") create = record;
        break;
      }
      default:
    }
  }
  return { answers: distinct(answers), requests: distinct(requests), create };
}

/** The schema under which an operation is sent a record; of many, that of each. */
export function sentSchema(
  schemas: SchemaRegistry,
  operation: Operation,
  { body, many }: { readonly body: RecordPlace; readonly many?: boolean },
): Schema | undefined {
  const sent = bodySchema(operation);
  const record = sent && schemaAtPlace(schemas, sent, body);
  return record && many === true ? (itemsOf(schemas, record) ?? record) : record;
}

/** The JSON schema of what an operation answers when all is well. */
export function replySchema(operation: Operation): Schema | undefined {
  return jsonContent(selectSuccess(operation).response?.content);
}

function bodySchema(operation: Operation): Schema | undefined {
  return jsonContent(operation.requestBody?.content) ?? operation.requestBody?.content[0]?.schema;
}

export function schemaAtPlace(schemas: SchemaRegistry, schema: Schema, place: RecordPlace): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const name of place) {
    const property: ObjectProperty | undefined =
      current && objectProperties(schemas, unwrapSchema(schemas, current.json)).get(name);
    current = property && schemas.schemaOf(property.schema);
  }
  return current;
}

export function itemsOf(schemas: SchemaRegistry, schema: Schema): Schema | undefined {
  const json: JsonSchema = unwrapSchema(schemas, schema.json);
  if (typeof json === "boolean") return undefined;
  if (json.items !== undefined) return schemas.schemaOf(json.items);
  for (const part of json.allOf ?? []) {
    const found = itemsOf(schemas, schemas.schemaOf(part));
    if (found) return found;
  }
  return undefined;
}

function jsonContent(content: Operation["responses"][number]["content"] | undefined): Schema | undefined {
  return content?.find(({ type }) => /[/+]json\b/.test(type) || type === "*/*")?.schema;
}

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [schema.uri, schema])).values()];
}

/** The success answer of an operation. */
export interface DocumentedAnswer {
  readonly status: number;
  readonly response: OperationResponse | undefined;
  /** The schema of its JSON. */
  readonly schema: Schema | undefined;
  readonly isEmpty: boolean;
  /** Whether the status is to be told: it is not the first 2xx that is documented, which answers have unless they say so. */
  readonly told: { readonly isTold?: true };
}

export function documentedAnswer(operation: Operation): DocumentedAnswer {
  const { status, response } = selectSuccess(operation);
  const schema = jsonContent(response?.content);
  const first = operation.responses.find((one) => one.status.startsWith("2"))?.status.replace("XX", "00") ?? "200";
  const isEmpty = status === 204 || status === 205 || schema === undefined;
  return { status, response, schema, isEmpty, told: Number(first) === status ? {} : { isTold: true } };
}
