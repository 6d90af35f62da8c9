import type { JsonSchema } from "../schema/schema.js";
import { foldName } from "./fold-name.js";
import { canBeId } from "./id-property.js";
import { type FoundList, isAside } from "./list-shape.js";
import { pathParameter } from "./path-parameter.js";
import type { Route } from "./routes.js";
import { sameNoun } from "./same-noun.js";
import type { SchemaReader } from "./schema-reader.js";

/** The list of a collection that answers no records but their ids: `["red", "blue"]` of `/tags`, beside `/tags/{tag}`. */
export function findIdList(reader: SchemaReader, collection: Route, item: Route, noun: string): FoundList | undefined {
  const answer = reader.answer(collection.get("get"));
  if (answer === undefined || collection.shape.segments.at(-1)?.kind !== "literal") return undefined;
  const last = item.shape.segments.at(-1);
  const parameter = last?.kind === "parameter" ? pathParameter(item.operations, last.name)?.schema.json : undefined;
  const mayHold = (array: JsonSchema): FoundList["items"] | undefined => {
    const { types, items } = reader.facts(array);
    return types.has("array") && items !== undefined && isId(reader, items, parameter) ? items : undefined;
  };
  const whole = mayHold(answer);
  if (whole !== undefined) return { at: [], items: whole, isPlain: true };
  const others = [...reader.facts(answer).properties].filter(([name]) => !isAside(name));
  const [only, ...rest] = others;
  if (only === undefined || rest.length > 0) return undefined;
  const items = mayHold(only[1]);
  const isNamed = USUAL.has(foldName(only[0])) || sameNoun(foldName(only[0]).replace(/(?:names|ids|list)$/, ""), noun);
  return items !== undefined && isNamed ? { at: [only[0]], items, isPlain: true } : undefined;
}

function isId(reader: SchemaReader, items: JsonSchema, parameter: JsonSchema | undefined): boolean {
  const facts = reader.facts(items);
  if (facts.types.size === 0 || facts.values !== undefined || !canBeId(facts)) return false;
  const wanted = parameter === undefined ? undefined : reader.facts(parameter);
  return !wanted || wanted.types.size === 0 || [...wanted.types].some((type) => facts.types.has(type));
}

const USUAL = new Set(["data", "items", "results", "result", "values", "value", "list", "entries", "ids", "names"]);
