import type { Operation } from "../description/api-description.js";
import { findList } from "./list-shape.js";
import type { SingletonRole } from "./operation-role.js";
import { requestSchema, successSchema } from "./operation-schemas.js";
import { collectionNoun } from "./pair-paths.js";
import { findBodyPlace, findReadPlace, findReplyPlace } from "./record-place.js";
import type { Route } from "./routes.js";
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
  const writes = isList ? ["put", "patch"] : ["put", "patch", "post", "delete"];
  if (!writes.some((method) => route.get(method))) return [];
  const place = answer === undefined || isList ? [] : findReadPlace(reader, answer, undefined, NO_ID(noun));
  const record = (answer === undefined ? undefined : reader.at(answer, place)) ?? true;
  const roles: [Operation, SingletonRole][] = [];
  for (const [method, part] of PARTS) {
    const operation = route.get(method);
    if (!operation || (isList && method === "post")) continue;
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

const NO_ID = (noun: string) => ({ parameter: undefined, parameterSchema: undefined, noun });

const PARTS: readonly (readonly [string, SingletonRole["part"]])[] = [
  ["get", "read"],
  ["put", "replace"],
  ["patch", "update"],
  ["post", "update"],
  ["delete", "delete"],
];
