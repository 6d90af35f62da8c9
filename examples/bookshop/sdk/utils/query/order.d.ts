import type { Place, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
export interface SortKey {
    readonly property: Place;
    readonly descending: boolean;
}
export type SortInput = string | Readonly<Record<string, string | number>> | readonly (string | Readonly<Record<string, string | number>>)[];
/**
 * `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for a field that is not there or a direction that is none.
 */
export declare function parseSort(input: SortInput, resource: ResourceSpec): SortKey[];
export type Order = (left: unknown, right: unknown) => number;
/** Missing and null last both ways, then the next key, then the id; the caller's sort is stable beyond that. */
export declare function toOrder(keys: readonly SortKey[], schema: SchemaData, id: Place | undefined): Order;
