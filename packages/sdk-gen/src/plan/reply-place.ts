import {
  type ApiDescription,
  isAside,
  type JsonSchema,
  type Operation,
  objectProperties,
  type RecordPlace,
} from "@onespec/spec-core";
import { byStatus, hasMembers, preferred } from "./media-types.js";

/**
 * The place of a method's result in the answer. It is the record if the answer has an envelope. `[]`: the whole answer.
 * @param mayDrop true: the method returns only the record, whatever is next to it; false: only if nothing but paging,
 * status and the like is next to it
 */
export function replyPlace(
  operation: Operation,
  api: ApiDescription,
  records: ReadonlySet<string>,
  mayDrop: boolean,
): RecordPlace {
  const place = recordPlace(operation, api, records);
  return mayDrop || !dropsData(operation, api, place) ? place : [];
}

function recordPlace(operation: Operation, { schemas }: ApiDescription, records: ReadonlySet<string>): RecordPlace {
  const { role, responses } = operation;
  if (!hasMembers(operation)) return [];
  if ("reply" in role) return role.reply ?? [];
  if (role.kind !== "operation") return [];
  const json = successSchema(responses);
  if (json === undefined || records.has(referenceOf(json))) return [];
  const found = [...objectProperties(schemas, json)].filter(([, { schema }]) => records.has(referenceOf(schema)));
  const [only] = found;
  return only && found.length === 1 ? [only[0]] : [];
}

/** True if the answer has other data next to the record, such as a token. */
function dropsData({ responses }: Operation, { schemas }: ApiDescription, place: RecordPlace): boolean {
  let json = successSchema(responses);
  for (const name of place) {
    const properties = objectProperties(schemas, json ?? true);
    if ([...properties.keys()].some((other) => other !== name && !isAside(other))) return true;
    json = properties.get(name)?.schema;
  }
  return false;
}

function successSchema(responses: Operation["responses"]): JsonSchema | undefined {
  const success = byStatus(responses).find(({ status }) => /^2/.test(status));
  return preferred(success?.content ?? [])[0]?.schema?.json;
}

/** The schemas of records: of resources, and of documents that are read and written at one path. */
export function recordSchemas({ resources, operations, schemas }: ApiDescription): ReadonlySet<string> {
  const uris = new Set(resources.map(({ schema }) => schema.uri));
  for (const { role, responses } of operations) {
    if (role.kind !== "singleton" || !role.reply || role.reply.length === 0) continue;
    const json = preferred(byStatus(responses)[0]?.content ?? [])[0]?.schema?.json;
    const [name = ""] = role.reply;
    if (json !== undefined) uris.add(referenceOf(objectProperties(schemas, json).get(name)?.schema ?? true));
  }
  uris.delete("");
  return uris;
}

function referenceOf(json: JsonSchema): string {
  return (typeof json === "object" && json.$ref) || "";
}
