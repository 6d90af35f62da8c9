import {
  type ApiDescription,
  type JsonSchema,
  type Operation,
  objectProperties,
  type RecordPlace,
} from "@onespec/spec-core";
import { byStatus, hasMembers, preferred } from "./media-types.js";

/** Where an answer holds what the method gives of it: the record, for whatever operation answers one in an envelope. `[]`: all of it. */
export function replyPlace(
  operation: Operation,
  { schemas }: ApiDescription,
  records: ReadonlySet<string>,
): RecordPlace {
  const { role, responses } = operation;
  if (!hasMembers(operation)) return [];
  if ("reply" in role) return role.reply ?? [];
  if (role.kind !== "operation") return [];
  const success = byStatus(responses).find(({ status }) => /^2/.test(status));
  const json = preferred(success?.content ?? [])[0]?.schema?.json;
  if (json === undefined || records.has(referenceOf(json))) return [];
  const found = [...objectProperties(schemas, json)].filter(([, { schema }]) => records.has(referenceOf(schema)));
  const [only] = found;
  return only && found.length === 1 ? [only[0]] : [];
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
