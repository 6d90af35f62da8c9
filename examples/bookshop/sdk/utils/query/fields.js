import { formatName } from "../validate/keyword.js";
/** The properties a record of the schema may have, with those of its parts and branches. Empty: the schema names none, so any may be there. */
export function fieldsOf(schema) {
    const fields = new Map();
    collect(schema, fields, new Set());
    return fields;
}
function collect(schema, fields, seen) {
    const target = follow(schema);
    if (typeof target === "boolean" || seen.has(target))
        return;
    seen.add(target);
    for (const [name, property] of Object.entries(target.properties ?? {}))
        if (!fields.has(name))
            fields.set(name, property);
    for (const part of [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])])
        collect(part, fields, seen);
}
/** The schema at a path, `undefined` where the record has no such field, `true` where anything may stand. Arrays are looked into. */
export function fieldAt(schema, place) {
    let here = schema;
    for (const name of place) {
        const fields = fieldsOf(here);
        const next = fields.get(name);
        if (next !== undefined) {
            here = next;
            continue;
        }
        const target = follow(here);
        if (typeof target === "object" && target.items !== undefined && fields.size === 0) {
            const inside = fieldAt(target.items, [name]);
            if (inside === undefined)
                return undefined;
            here = inside;
            continue;
        }
        return fields.size === 0 && isOpen(target) ? true : undefined;
    }
    return here;
}
export function follow(schema) {
    let target = schema;
    for (let hops = 0; typeof target === "function" && hops < 100; hops += 1)
        target = target();
    return typeof target === "function" ? true : target;
}
function isOpen(schema) {
    if (typeof schema === "boolean")
        return schema;
    const types = schema.type === undefined ? ["object"] : [schema.type].flat();
    return types.includes("object") && schema.additionalProperties !== false;
}
/** JSON types that a value of the schema may have; empty: any. */
export function typesOf(schema, depth = 0) {
    const target = follow(schema);
    if (typeof target === "boolean" || depth > 8)
        return new Set();
    if (target.type !== undefined)
        return new Set([target.type].flat());
    if (target.enum)
        return new Set(target.enum.map((member) => (member === null ? "null" : Array.isArray(member) ? "array" : typeof member)));
    const branches = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])].map((branch) => typesOf(branch, depth + 1));
    if (branches.length === 0 && target.properties)
        return new Set(["object"]);
    return branches.some((types) => types.size === 0) && !target.allOf
        ? new Set()
        : new Set(branches.flatMap((types) => [...types]));
}
export function formatOf(schema, depth = 0) {
    const target = follow(schema);
    if (typeof target === "boolean" || depth > 8)
        return undefined;
    const format = formatName(target);
    if (format !== undefined)
        return format;
    for (const part of [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])]) {
        const format = formatOf(part, depth + 1);
        if (format !== undefined)
            return format;
    }
    return undefined;
}
