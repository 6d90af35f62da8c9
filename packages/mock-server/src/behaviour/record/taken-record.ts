import { writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type Operation,
  type SchemaRegistry,
  saidOfExisting,
  saysUpsert,
  schemaShape,
} from "@onespec/spec-core";
import type { Call } from "../../model/mock-context.js";
import { takenUse } from "../../model/parameter-use.js";

/** Returns what a request asks for if its record already exists; `undefined` means an error. */
export type TakenRecordReader = (call: Pick<Call, "query" | "body">) => "answer" | "update" | undefined;

/**
 * Reads declared parameters: `get_if_exists=true` answers the existing record, `action=upsert` and `upsert=true` change it.
 * `if_exists=do_nothing` also counts in the body. Without them, the description decides: "creates or updates" changes the record, "returns
 * the existing one" answers it. An operation with `fail_if_exists` changes the record unless the parameter is true.
 */
export function takenRecordReader(schemas: SchemaRegistry, operation: Operation): TakenRecordReader {
  const declared = operation.parameters.filter((parameter) => parameter.in === "query");
  const switches = declared.filter(({ schema }) => schemaShape(schemas, schema.json).types.has("boolean"));
  const choices = declared.filter(({ schema }) => schemaShape(schemas, schema.json).values.includes("upsert"));
  const isReturned = saidOfExisting(operation) !== undefined;
  const isUsual = switches.some(({ name }) => takenUse(name) === "refuse") || saysUpsert(operation);
  const named = [...declared.map(({ name }) => name), ...writtenProperties(schemas, operation).map(({ name }) => name)];
  const onTaken = named.filter((name) => /^(?:if|on)(?:exists?|existing|conflict|duplicate)$/.test(foldName(name)));
  return ({ query, body }) => {
    for (const name of onTaken) {
      const wish = foldName(String(query[name] ?? (isObject(body) ? body[name] : undefined) ?? ""));
      const found = wish === "" ? undefined : WISHES.find(([words]) => words.test(wish));
      if (found) return found[1];
    }
    const asked = new Set(switches.filter(({ name }) => query[name] === true).map(({ name }) => takenUse(name)));
    if (asked.has("refuse")) return undefined;
    if (asked.has("answer")) return "answer";
    const isUpdate = isUsual || asked.has("update") || choices.some(({ name }) => query[name] === "upsert");
    return isUpdate ? "update" : isReturned ? "answer" : undefined;
  };
}

const WISHES: readonly (readonly [words: RegExp, effect: ReturnType<TakenRecordReader>])[] = [
  [/^(?:donothing|ignore|skip|return|keep|useexisting)/, "answer"],
  [/^(?:update|upsert|replace|overwrite|merge)/, "update"],
  [/^(?:raise|fail|error|reject|abort)/, undefined],
];
