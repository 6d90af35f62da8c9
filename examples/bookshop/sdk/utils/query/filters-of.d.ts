import type { FilterSpec, ListSpec } from "../resource-spec.js";
/** What a list can be asked for, with what is told in short: `"status"`, `"id in"`, `"created.gte >="`, `"since >= updated_at"`. */
export declare function filtersOf({ filters }: ListSpec): FilterSpec[];
