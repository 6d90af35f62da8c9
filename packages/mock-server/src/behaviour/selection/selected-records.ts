import { isObject, type ListConvention, type Resource, type SchemaRegistry, valueAtPlace } from "@onespec/spec-core";
import type { Call } from "../../model/mock-context.js";
import type { Condition, RecordQuery } from "../../store/record-store.js";
import { keyInRecord } from "../record/record-key.js";
import { askedIds } from "./asked-id.js";
import { selectionReader } from "./list-filters.js";

/** The records that the query and the body of a request select. */
export interface SelectedRecords {
  /** `undefined` if that is unclear: no sent field selects records, or a filter is unknown. */
  readonly query: Pick<RecordQuery, "where" | "search" | "searched"> | undefined;
  /** The names of unknown filters. */
  readonly unknown: readonly string[];
}

/** Reads which records a request selects: by their ids, by filters, or by objects with their ids. */
export function selectedRecordsReader(
  schemas: SchemaRegistry,
  resource: Resource,
  list: ListConvention,
): (call: Call) => SelectedRecords {
  const select = selectionReader(schemas, resource, list);
  return ({ query, body }) => {
    const named = Array.isArray(body) ? body : listedRecords(resource, body);
    if (named) {
      const { property } = resource.id;
      const idOf = (one: object): unknown => property && valueAtPlace(one, property);
      const keys = named.map((one) => (isObject(one) ? (idOf(one) ?? keyInRecord(resource, one)) : one));
      const isNamed = keys.length > 0 && keys.every((key) => key !== undefined);
      const usual: Condition | undefined = property && { property, operator: "in", value: keys };
      const meant = askedIds(schemas, resource, body, keys) ?? usual;
      return { query: meant && isNamed ? { where: [meant] } : undefined, unknown: [] };
    }
    const { where, search, searched, unknown } = select({ ...query, ...(isObject(body) ? body : {}) });
    const isSaid = (where !== undefined || search !== undefined) && unknown.length === 0;
    return {
      query: isSaid ? { ...(where && { where }), ...(search && { search }), ...(searched && { searched }) } : undefined,
      unknown,
    };
  };
}

/** The only list of a body, if all of its items have the id of a record: `{ data: [{ type, id }] }`. */
function listedRecords(resource: Resource, body: unknown): readonly unknown[] | undefined {
  const lists = isObject(body) ? Object.values(body).filter(Array.isArray) : [];
  const [list, ...others] = lists;
  const isOfRecords = list?.every((one) => isObject(one) && keyInRecord(resource, one) !== undefined);
  return list && isOfRecords && others.length === 0 && list.length > 0 ? list : undefined;
}
