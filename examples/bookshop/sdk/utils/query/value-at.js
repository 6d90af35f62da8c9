/** The value at a path; where the path meets a list, the list of what its elements hold there. */
export function valueAt(record, place) {
    let value = record;
    for (const [depth, name] of place.entries()) {
        if (Array.isArray(value)) {
            const rest = place.slice(depth);
            return value.flatMap((item) => valueAt(item, rest) ?? []);
        }
        if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
            return undefined;
        value = value[name];
    }
    return value;
}
