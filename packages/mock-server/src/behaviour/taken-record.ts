import { type Operation, type SchemaRegistry, saysUpsert, schemaShape } from "@onespec/spec-core";
import { takenUse } from "../model/parameter-use.js";

/** The effect that a request asks for if its record exists already; `undefined`: none, which is an error. */
export type TakenRecordReader = (query: Readonly<Record<string, unknown>>) => "answer" | "update" | undefined;

/**
 * Reads `get_if_exists=true`, which answers the record that is there, and `action=upsert` or `upsert=true`, which change it. So does a text
 * that says it ("creates or updates"), and an operation that has `fail_if_exists`, but not where that is true. Only declared parameters
 * count.
 */
export function takenRecordReader(schemas: SchemaRegistry, operation: Operation): TakenRecordReader {
  const declared = operation.parameters.filter((parameter) => parameter.in === "query");
  const switches = declared.filter(({ schema }) => schemaShape(schemas, schema.json).types.has("boolean"));
  const choices = declared.filter(({ schema }) => schemaShape(schemas, schema.json).values.includes("upsert"));
  const isUsual = switches.some(({ name }) => takenUse(name) === "refuse") || saysUpsert(operation);
  return (query) => {
    const asked = new Set(switches.filter(({ name }) => query[name] === true).map(({ name }) => takenUse(name)));
    if (asked.has("refuse")) return undefined;
    if (asked.has("answer")) return "answer";
    const isUpdate = isUsual || asked.has("update") || choices.some(({ name }) => query[name] === "upsert");
    return isUpdate ? "update" : undefined;
  };
}
