import { ValidationError } from "../errors.js";
import { fieldOf } from "../validate/issue.js";
import { isPlainObject } from "../wire/serialize-parameter.js";
import { fieldAt, fieldsOf, formatOf } from "./fields.js";
import { compare } from "./matches.js";
import { nearest } from "./nearest.js";
import { valueAt } from "./value-at.js";
/**
 * `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for a field that is not there or a direction that is none.
 */
export function parseSort(input, schema, resource) {
    const parts = Array.isArray(input) ? input : [input];
    return parts.flatMap((part) => {
        if (typeof part === "string")
            return part.split(",").map((text) => parseText(text.trim(), schema, resource));
        if (isPlainObject(part))
            return Object.entries(part).map(([name, direction]) => key(name, String(direction), schema, resource));
        throw invalid("sort", "must be a text such as 'name ASC' or an object such as { name: 'ASC' }", resource);
    });
}
function parseText(text, schema, resource) {
    const [name = "", direction = "ASC"] = text.split(/\s+/);
    return name.startsWith("-")
        ? key(name.slice(1), "DESC", schema, resource)
        : key(name.replace(/^\+/, ""), direction, schema, resource);
}
function key(name, direction, schema, resource) {
    const property = name.split(".");
    if (fieldAt(schema, property) === undefined) {
        const meant = nearest(name, fieldsOf(schema).keys());
        throw invalid(`sort.${name}`, `is not a field${meant ? `: did you mean ${meant}?` : ""}`, resource);
    }
    if (/^(asc|1)$/i.test(direction))
        return { property, descending: false };
    if (/^(desc|-1)$/i.test(direction))
        return { property, descending: true };
    throw invalid(`sort.${name}`, `has the direction ${JSON.stringify(direction)}: it is ASC or DESC`, resource);
}
function invalid(field, message, resource) {
    const path = `/${field.replaceAll(".", "/")}`;
    return new ValidationError([{ path, field: fieldOf(path), keyword: "sort", message }], `${resource}.find`);
}
/** Missing and null last both ways, then the next key, then the id; the caller's sort is stable beyond that. */
export function toOrder(keys, schema, id) {
    const all = id ? [...keys, { property: id, descending: false }] : keys;
    const steps = all.map(({ property, descending }) => {
        const field = fieldAt(schema, property);
        const instants = field !== undefined && formatOf(field) === "date-time";
        return (left, right) => {
            const [first, second] = [valueAt(left, property), valueAt(right, property)];
            const [noFirst, noSecond] = [first === undefined || first === null, second === undefined || second === null];
            if (noFirst || noSecond)
                return Number(noFirst) - Number(noSecond);
            const sign = compare(first, second, instants) || 0;
            return descending ? -sign : sign;
        };
    });
    return (left, right) => {
        for (const step of steps) {
            const sign = step(left, right);
            if (sign !== 0)
                return sign;
        }
        return 0;
    };
}
