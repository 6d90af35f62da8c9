import { formatName } from "../validate/keyword.js";
import { targetOf as follow } from "../validate/reached-from.js";
export { targetOf as follow } from "../validate/reached-from.js";
/** Parts of parts that are looked into. */
const MOST_PARTS = 8;
/** The properties a record of the schema may have, with those of its parts and branches. Empty: the schema names none, so any may be there. */
export function fieldsOf(schema) {
    const fields = new Map();
    const seen = new Set();
    const collect = (part) => {
        const target = follow(part);
        if (typeof target === "boolean" || seen.has(target))
            return;
        seen.add(target);
        for (const [name, property] of Object.entries({ ...target.properties }))
            if (!fields.has(name))
                fields.set(name, property);
        partsOf(target).forEach(collect);
    };
    collect(schema);
    return fields;
}
function partsOf({ allOf = [], anyOf = [], oneOf = [] }) {
    return [...allOf, ...anyOf, ...oneOf];
}
/** The schema at a path, `undefined` where the record has no such field, `true` where anything may stand. Arrays are looked into. */
export function fieldAt(schema, place) {
    let here = schema;
    for (const name of place) {
        const fields = fieldsOf(here);
        const target = follow(here);
        here = fields.get(name);
        if (here !== undefined)
            continue;
        if (fields.size > 0)
            return undefined;
        if (typeof target === "boolean" || target.items === undefined)
            return isOpen(target) ? true : undefined;
        here = fieldAt(target.items, [name]);
        if (here === undefined)
            return undefined;
    }
    return here;
}
function isOpen(schema) {
    if (typeof schema === "boolean")
        return schema;
    return [schema.type ?? "object"].flat().includes("object") && schema.additionalProperties !== false;
}
/** JSON types that a value of the schema may have; empty: any. */
export function typesOf(schema, depth = 0) {
    const target = follow(schema);
    if (typeof target === "boolean" || depth > MOST_PARTS)
        return new Set();
    const { type, enum: members, properties } = target;
    if (type !== undefined)
        return new Set([type].flat());
    if (members)
        return new Set(members.map((member) => (member === null ? "null" : Array.isArray(member) ? "array" : typeof member)));
    const parts = partsOf(target);
    if (parts.length === 0 && properties)
        return new Set(["object"]);
    const types = parts.map((part) => typesOf(part, depth + 1));
    return new Set(types.some(({ size }) => size === 0) && !target.allOf ? [] : types.flatMap((some) => [...some]));
}
export function formatOf(schema, depth = 0) {
    const target = follow(schema);
    if (typeof target === "boolean" || depth > MOST_PARTS)
        return undefined;
    let format = formatName(target);
    for (const part of partsOf(target))
        format ??= formatOf(part, depth + 1);
    return format;
}
