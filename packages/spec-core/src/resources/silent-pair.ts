import type { Operation } from "../description/api-description.js";
import type { JsonSchema } from "../schema/schema.js";
import type { IdClues } from "./id-property.js";
import type { FoundList } from "./list-shape.js";
import { nameWords } from "./name-words.js";
import type { Pair } from "./pair-paths.js";
import type { RecordPlace } from "./resource.js";
import type { SchemaReader } from "./schema-reader.js";

/** Does an operation succeed without a word about what it answers? Many tools write nothing but `200: OK`. */
function isSilent(operation: Operation | undefined): boolean {
  const successes = (operation?.responses ?? []).filter(({ status }) => /^(?:20[01]|2XX|default)$/.test(status));
  return successes.length > 0 && successes.every(({ content }) => content.length === 0);
}

/** The list that a collection with an item path answers where its description does not say what it answers: the records. */
export function silentList(
  reader: SchemaReader,
  { collection, item }: Pair,
  record: JsonSchema,
): { readonly operation: Operation; readonly answer: JsonSchema; readonly found: FoundList } | undefined {
  const operation = collection.get("get");
  const { segments } = collection.shape;
  if (!operation || !item || !isSilent(operation) || segments.at(-1)?.kind !== "literal") return undefined;
  const answer = reader.schemas.schemaOf({ type: "array", items: record }).json;
  return { operation, answer, found: { at: [], items: record, isPlain: true } };
}

/** What the records of a pair call their id when no answer of it is described: the last word of the path's parameter, `id` as a rule. */
export function silentId({ collection, item }: Pair, { parameter }: IdClues): RecordPlace | undefined {
  const shown = [collection.get("get"), collection.get("post"), item?.get("get")].filter((one) => one !== undefined);
  if (parameter === undefined || shown.length === 0 || !shown.every(isSilent)) return undefined;
  const words = nameWords(parameter);
  const last = words.at(-1) ?? "id";
  return [IDS.has(last) ? last : "id"];
}

const IDS = new Set(["id", "uuid", "guid", "uid", "sid", "slug", "key", "code", "name", "username", "email", "number"]);
