import { formatName } from "./validate/keyword.js";
import { targetOf } from "./validate/reached-from.js";
/** The properties that a schema declares, itself or in its parts and branches, in the order of their names. */
export function modelFields(schema) {
    const parts = partsOf(schema, true);
    const required = namesIn(partsOf(schema, false), "required");
    const readOnly = namesIn(parts, "readOnlyProperties");
    const writeOnly = namesIn(parts, "writeOnlyProperties");
    return [...propertiesIn(parts)].map(([name, property]) => ({
        name,
        ...facts(property),
        required: required.has(name),
        readOnly: readOnly.has(name),
        writeOnly: writeOnly.has(name),
    }));
}
/** Of several that declare one, the first is told. */
function propertiesIn(parts) {
    const found = new Map();
    for (const { properties = {} } of parts) {
        for (const [name, property] of Object.entries(properties))
            if (!found.has(name))
                found.set(name, property);
    }
    return found;
}
function namesIn(parts, keyword) {
    return new Set(parts.flatMap((part) => part[keyword] ?? []));
}
function facts(property) {
    const parts = partsOf(property, false);
    const first = (keyword) => parts.find((part) => part[keyword] !== undefined)?.[keyword];
    const members = first("enum");
    const shape = first("properties") ? ["object"] : first("items") === undefined ? [] : ["array"];
    const types = [first("type") ?? (members && [...new Set(members.map(typeOf))]) ?? shape].flat();
    const [type, ...others] = types.filter((name) => name !== "null");
    const step = type === "integer" ? 1 : 0;
    const [above, below] = [first("exclusiveMinimum"), first("exclusiveMaximum")];
    const found = {
        type: others.length === 0 ? type : undefined,
        format: formatName({ format: first("format") ?? "" }) || undefined,
        enum: members ?? (first("const") === undefined ? undefined : [first("const")]),
        min: first("minimum") ?? (above === undefined ? undefined : above + step),
        max: first("maximum") ?? (below === undefined ? undefined : below - step),
        minLength: first("minLength"),
        maxLength: first("maxLength"),
        pattern: first("pattern"),
    };
    return {
        nullable: types.includes("null") || hasNullBranch(property),
        // Absent rather than undefined: it is data, to be spread and stored.
        ...Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined)),
    };
}
function typeOf(member) {
    return member === null ? "null" : Array.isArray(member) ? "array" : typeof member;
}
/** The schema and its parts; also the branches of a choice, or only the one there is besides null. */
function partsOf(schema, branches, found = new Set()) {
    const target = targetOf(schema);
    if (typeof target === "object" && !found.has(target)) {
        found.add(target);
        for (const part of target.allOf ?? [])
            partsOf(part, branches, found);
        const chosen = branchesOf(target).filter((branch) => !isNull(branch));
        if (branches || chosen.length === 1)
            for (const branch of chosen)
                partsOf(branch, branches, found);
    }
    return [...found];
}
function branchesOf({ anyOf = [], oneOf = [] }) {
    return [...anyOf, ...oneOf];
}
function hasNullBranch(schema) {
    return partsOf(schema, false).some((part) => branchesOf(part).some(isNull));
}
function isNull(schema) {
    const target = targetOf(schema);
    return typeof target === "object" && target.type === "null";
}
