import type { FilterSpec, ListSpec } from "../resource-spec.js";

/** Expands the filters of a list: `"status"`, `"id in"`, `"created.gte >="`, `"since >= updated_at"`. */
export function filtersOf({ filters = [] }: ListSpec): FilterSpec[] {
  return filters.map((filter) => {
    if (typeof filter !== "string") return filter;
    const [path = "", operator = "=", property] = filter.split(" ");
    const [parameter = "", ...at] = path.split(".");
    return {
      parameter,
      at,
      operator: operator as FilterSpec["operator"],
      property: (property ?? parameter).split("."),
    };
  });
}
