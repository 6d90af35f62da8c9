import type { Operation } from "../description/api-description.js";
import type { JsonSchema } from "../schema/schema.js";
import { findList } from "./list-shape.js";
import type { SingletonRole } from "./operation-role.js";
import { requestSchema, successSchema } from "./operation-schemas.js";
import { collectionNoun } from "./pair-paths.js";
import { findBodyPlace, findReadPlace, findReplyPlace } from "./record-place.js";
import type { Route } from "./routes.js";
import { sharedProperties } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * The roles of the operations on one document: what is written at the path is what is read there. A list can be replaced as
 * a whole, but adding to it by `POST` is not writing it.
 */
export function singletonRoles(reader: SchemaReader, route: Route): [Operation, SingletonRole][] {
  const reading = route.get("get");
  if (!reading) return [];
  const noun = collectionNoun(route);
  const answer = successSchema(reading);
  const list = answer === undefined ? undefined : findList(reader, answer, { noun, record: undefined });
  const isList = list?.isPlain === true;
  const place = answer === undefined || isList ? [] : findReadPlace(reader, answer, undefined, NO_ID(noun));
  const record = (answer === undefined ? undefined : reader.at(answer, place)) ?? true;
  const writes = isList ? ["put", "patch"] : ["put", "patch", "delete"];
  const posting = route.get("post");
  const isPosted = posting !== undefined && !isList && writesDocument(reader, posting, record, noun);
  if (!isPosted && !writes.some((method) => route.get(method))) return [];
  const roles: [Operation, SingletonRole][] = [];
  for (const [method, part] of PARTS) {
    const operation = route.get(method);
    if (!operation || (method === "post" && !isPosted)) continue;
    const body = requestSchema(operation);
    const reply = successSchema(operation);
    roles.push([
      operation,
      {
        kind: "singleton",
        part,
        key: route.path,
        body: body === undefined || isList ? [] : findBodyPlace(reader, body, record, noun),
        reply:
          method === "get"
            ? place
            : reply === undefined
              ? undefined
              : findReplyPlace(reader, reply, { record, idProperty: undefined, noun, mayBePart: true }),
      },
    ]);
  }
  return roles;
}

/** A `POST` that takes nothing of what is read there does something else. */
function writesDocument(reader: SchemaReader, operation: Operation, document: JsonSchema, noun: string): boolean {
  if (!operation.requestBody) return false;
  const body = requestSchema(operation);
  if (body === undefined || reader.facts(document).properties.size === 0) return true;
  const taken = reader.at(body, findBodyPlace(reader, body, document, noun)) ?? body;
  return reader.facts(taken).properties.size === 0 || sharedProperties(reader, taken, document) > 0;
}

const NO_ID = (noun: string) => ({ parameter: undefined, parameterSchema: undefined, noun });

const PARTS: readonly (readonly [string, SingletonRole["part"]])[] = [
  ["get", "read"],
  ["put", "replace"],
  ["patch", "update"],
  ["post", "update"],
  ["delete", "delete"],
];
