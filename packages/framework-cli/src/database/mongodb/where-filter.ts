import type { Document, Filter } from "mongodb";
import { type ConditionWriter, likeParts, readWhere, type SearchOperator } from "../read-where.js";
import type { Where } from "../repository.js";
import type { DocumentField, EntityCollection } from "./entity-collection.js";

export type DocumentFilter = Filter<Document>;

/** A condition as a filter, see `readWhere`. */
export function whereFilter(where: Where, { entity, field }: EntityCollection): DocumentFilter | undefined {
  return readWhere(where, entity, field, FILTERS);
}

/** Null is a field that is not there. */
const FILTERS: ConditionWriter<DocumentField, DocumentFilter> = {
  always: {},
  never: { _id: { $in: [] } },
  both: (parts) => ({ $and: [...parts] }),
  group: (kind, parts) => (kind === "and" ? { $and: [...parts] } : { $or: [...parts] }),
  not: (part) => ({ $nor: [part] }),
  isNull: ({ path }, yes) => ({ [path]: yes ? null : { $ne: null } }),
  compare({ path, encode }, operator, value) {
    const encoded = encode(value);
    return { [path]: operator === "ne" ? { $nin: [encoded, null] } : { [`$${operator}`]: encoded } };
  },
  member({ path, encode }, operator, values) {
    const encoded = values.map((value) => encode(value));
    return { [path]: operator === "in" ? { $in: encoded } : { $nin: [...encoded, null] } };
  },
  search: ({ path }, operator, text) => ({ [path]: { $regex: searchPattern(operator, text) } }),
};

function searchPattern(operator: SearchOperator, text: string): string {
  if (operator !== "like") {
    // Anchored, it is served by an index.
    return operator === "contains" ? literally(text) : `^${literally(text)}`;
  }
  const parts = likeParts(text).map((part) =>
    part === "any" ? "[\\s\\S]*" : part === "one" ? "[\\s\\S]" : literally(part.text),
  );
  return `^${parts.join("")}$`;
}

function literally(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
