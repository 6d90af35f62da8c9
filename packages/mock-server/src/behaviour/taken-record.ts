import { foldName, type Operation, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/** The effect that a request asks for if its record exists already; `undefined`: none, which is an error. */
export type TakenRecordReader = (query: Readonly<Record<string, unknown>>) => "answer" | "update" | undefined;

/**
 * Reads `get_if_exists=true`, which answers the record that is there, and `action=upsert` or `upsert=true`, which change it. Only declared
 * parameters count.
 */
export function takenRecordReader(schemas: SchemaRegistry, { parameters }: Operation): TakenRecordReader {
  const declared = parameters.filter((parameter) => parameter.in === "query");
  const switches = declared.filter(({ schema }) => schemaShape(schemas, schema.json).types.has("boolean"));
  const answering = switches.filter(({ name }) => ANSWERS.test(foldName(name)));
  const updating = switches.filter(({ name }) => UPDATES.test(foldName(name)));
  const choices = declared.filter(({ schema }) => schemaShape(schemas, schema.json).values.includes("upsert"));
  return (query) => {
    if (answering.some(({ name }) => query[name] === true)) return "answer";
    const isUpdate = updating.some(({ name }) => query[name] === true);
    return isUpdate || choices.some(({ name }) => query[name] === "upsert") ? "update" : undefined;
  };
}

const ANSWERS =
  /^(?:(?:get|return|reuse|use)(?:if)?(?:exists|existing)|getorcreate|findorcreate|ifnotexists?|existok)$/;
const UPDATES = /^(?:upsert|updateif(?:exists|existing)|overwrite(?:existing)?|createorupdate)$/;
