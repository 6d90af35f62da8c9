/** What a list can be asked for, with what is told in short: `"status"`, `"id in"`, `"created.gte >="`, `"since >= updated_at"`. */
export function filtersOf({ filters = [] }) {
    return filters.map((filter) => {
        if (typeof filter !== "string")
            return filter;
        const [path = "", operator = "=", property] = filter.split(" ");
        const [parameter = "", ...at] = path.split(".");
        return {
            parameter,
            at,
            operator: operator,
            property: (property ?? parameter).split("."),
        };
    });
}
