import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { sameNoun } from "../../words/same-noun.js";
import type { Route } from "../routes/routes.js";
import { type FoundList, isAside, mayHoldList } from "../shapes/list-shape.js";
import { pathParameter } from "../shapes/operation-schemas.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { canBeId } from "./id-types.js";

/**
 * The list of ids in the answer of a collection that does not list records: `["red", "blue"]` of `/tags`, next to
 * `/tags/{tag}`.
 */
export function findIdList(reader: SchemaReader, collection: Route, item: Route, noun: string): FoundList | undefined {
  const answer = reader.answer(collection.get("get"));
  if (answer === undefined || collection.shape.segments.at(-1)?.kind !== "literal") return undefined;
  const mayHold = (array: JsonSchema): FoundList["items"] | undefined => {
    const { types, items } = reader.facts(array);
    return types.has("array") && items !== undefined && isId(reader, items, item) ? items : undefined;
  };
  const findIn = (json: JsonSchema, at: RecordPlace): FoundList | undefined => {
    const whole = mayHold(json);
    if (whole !== undefined) return { at, items: whole, isPlain: true };
    const name = onlyOwnName(reader, json);
    const schema = name === undefined ? undefined : reader.facts(json).properties.get(name);
    if (name === undefined || schema === undefined) return undefined;
    const inner = [...at, name];
    if (!reader.facts(schema).types.has("array")) {
      return at.length === 0 && mayHoldList(reader, schema) ? findIn(schema, inner) : undefined;
    }
    const items = mayHold(schema);
    const own = foldName(name).replace(/(?:names|ids|list)$/, "");
    const isNamed = USUAL.has(foldName(name)) || sameNoun(own, noun) || sameNoun(own, foldName(parameterOf(item)));
    return items !== undefined && isNamed ? { at: inner, items, isPlain: true } : undefined;
  };
  return findIn(answer, []);
}

/**
 * The only property that may contain records: the others are paging data and the like. `undefined` if there are none or
 * several.
 */
function onlyOwnName(reader: SchemaReader, json: JsonSchema): string | undefined {
  let only: string | undefined;
  for (const name of reader.facts(json).properties.keys()) {
    if (isAside(name)) continue;
    if (only !== undefined) return undefined;
    only = name;
  }
  return only;
}

function isId(reader: SchemaReader, items: JsonSchema, item: Route): boolean {
  const facts = reader.facts(items);
  if (facts.types.size === 0 || !canBeId(facts)) return false;
  const parameter = pathParameter(item.operations, parameterOf(item))?.schema.json;
  const wanted = parameter === undefined ? undefined : reader.facts(parameter);
  // An `enum` contains ids only if the path parameter has the same `enum`.
  if (facts.values && String(facts.values) !== String(wanted?.values)) return false;
  return !wanted || wanted.types.size === 0 || [...wanted.types].some((type) => facts.types.has(type));
}

function parameterOf(item: Route): string {
  const last = item.shape.segments.at(-1);
  return last?.kind === "parameter" ? last.name : "";
}

const USUAL = new Set(["data", "items", "results", "result", "values", "value", "list", "entries", "ids", "names"]);
