import type { Operation, RecordPlace, Resource, SchemaRegistry } from "@onespec/spec-core";
import { itemsPlace } from "../behaviour/page-request.js";
import { valueAtPlace } from "../response/place-value.js";
import { selectSuccess } from "../response/select-response.js";
import type { JsonObject } from "../store/record-store.js";

/** The records that the description itself shows: in the examples of reading, listing and creating, and of the schema. */
export function recordExamples(schemas: SchemaRegistry, resource: Resource): readonly JsonObject[] {
  const { read, list, create } = resource.roles;
  const found: unknown[] = [];
  if (list?.role.kind === "list") {
    const { shape, item } = list.role.list;
    for (const value of answerExamples(list, itemsPlace(shape))) {
      if (Array.isArray(value)) found.push(...value.map((one) => valueAtPlace(one, item)));
    }
  }
  if (read?.role.kind === "read" && read.role.reply) found.push(...answerExamples(read, read.role.reply));
  if (create?.role.kind === "create" && create.role.reply) found.push(...answerExamples(create, create.role.reply));
  const json = schemas.follow(resource.schema.json);
  if (typeof json === "object") found.push(...(json.examples ?? []));
  if (found.length === 0) return [];
  const validator = schemas.validator(resource.schema, "response");
  return found.filter((value): value is JsonObject => isObject(value) && validator.isValid(value));
}

function answerExamples(operation: Operation, place: RecordPlace): readonly unknown[] {
  const content = selectSuccess(operation).response?.content ?? [];
  return content.flatMap(({ examples }) => examples.map(({ value }) => valueAtPlace(value, place)));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
