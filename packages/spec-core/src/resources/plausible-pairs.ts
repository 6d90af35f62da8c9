import type { JsonSchema } from "../schema/schema.js";
import { shapeKey } from "./path-shape.js";
import type { ReadPair } from "./read-pair.js";
import { isSameRecord } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * Leaves out pairs of what is no record, such as the texts that a proxy hands through, and pairs that only link something to the record around them: `POST /conversations/{id}/customers` and `DELETE
 * /conversations/{id}/customers/{contact_id}` both answer the conversation, and nothing shows a customer.
 */
export function plausiblePairs(reader: SchemaReader, pairs: readonly ReadPair[]): ReadPair[] {
  const byItem = new Map<string, ReadPair>();
  for (const read of pairs) {
    if (read.pair.item) byItem.set(shapeKey(read.pair.item.shape.segments), read);
  }
  return pairs.filter(({ pair, id, record, idProperty, list, roles }) => {
    const { types } = reader.facts(record);
    if (types.size > 0 && !types.has("object")) return false;
    // Nobody learns an id that nothing shows.
    if (pair.item && !list && !roles.read && !idProperty && reader.facts(record).properties.size > 0) return false;
    // `POST /collection` beside `GET /collection/{type}`, `movies` or `shows`: what is made has no place in the path.
    if (roles.create && isEnumerated(reader, id.parameterSchema)) {
      const own = idProperty && reader.at(record, idProperty);
      if (!isEnumerated(reader, own)) return false;
    }
    const around = byItem.get(shapeKey(pair.collection.shape.segments.slice(0, -1)));
    return !around || list !== undefined || roles.read !== undefined || !isSameRecord(reader, record, around.record);
  });
}

function isEnumerated(reader: SchemaReader, schema: JsonSchema | undefined): boolean {
  const json = schema === undefined ? undefined : reader.facts(schema).json;
  return typeof json === "object" && json.enum !== undefined;
}
