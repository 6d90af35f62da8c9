import { isSame } from "../validate/compile.js";
import { fieldAt, formatOf } from "./fields.js";
import { valueAt } from "./value-at.js";
export function toPredicate(condition, schema) {
    switch (condition.kind) {
        case "and": {
            const all = condition.of.map((part) => toPredicate(part, schema));
            return (record) => all.every((holds) => holds(record));
        }
        case "or": {
            const any = condition.of.map((part) => toPredicate(part, schema));
            return (record) => any.some((holds) => holds(record));
        }
        case "not": {
            const holds = toPredicate(condition.of, schema);
            return (record) => !holds(record);
        }
        case "test": {
            const { property } = condition;
            const field = fieldAt(schema, property);
            const holds = toTest(condition, field !== undefined && formatOf(field) === "date-time");
            return (record) => holds(valueAt(record, property));
        }
    }
}
/** A list meets a test when one of its elements does; `!=`, `nin` and `notContains` when none meets the opposite. */
function toTest({ operator, value: wanted }, instants) {
    const equals = (value) => wanted === null ? value === null || value === undefined : isEqual(value, wanted, instants);
    const oneOf = (value) => wanted.some((item) => item === null ? value === null || value === undefined : isEqual(value, item, instants));
    switch (operator) {
        case "=":
            return some(equals);
        case "!=":
            return none(equals);
        case "in":
            return some(oneOf);
        case "nin":
            return none(oneOf);
        case "<":
            return some((value) => compare(value, wanted, instants) < 0);
        case "<=":
            return some((value) => compare(value, wanted, instants) <= 0);
        case ">":
            return some((value) => compare(value, wanted, instants) > 0);
        case ">=":
            return some((value) => compare(value, wanted, instants) >= 0);
        case "exists":
            return (value) => (value !== undefined && value !== null) === wanted;
        case "contains":
            return some((value) => (typeof value === "string" ? value.includes(String(wanted)) : isSame(value, wanted)));
        case "notContains":
            return none((value) => (typeof value === "string" ? value.includes(String(wanted)) : isSame(value, wanted)));
        case "startsWith":
            return text((value) => value.startsWith(String(wanted)));
        case "endsWith":
            return text((value) => value.endsWith(String(wanted)));
        case "icontains":
            return text((value) => fold(value).includes(fold(wanted)));
        case "istartsWith":
            return text((value) => fold(value).startsWith(fold(wanted)));
        case "iendsWith":
            return text((value) => fold(value).endsWith(fold(wanted)));
        case "like":
            return like(String(wanted), "su");
        case "ilike":
            return like(String(wanted), "siu");
    }
}
const some = (holds) => (value) => Array.isArray(value) ? value.some(holds) || holds(value) : holds(value);
const none = (holds) => (value) => !some(holds)(value);
const text = (holds) => some((value) => typeof value === "string" && holds(value));
const fold = (value) => String(value).toLowerCase();
/** `%` any text, `_` one character, `\` takes the next as it is. */
function like(pattern, flags) {
    const source = pattern.replace(/\\(.)|[\s\S]/gu, (mark, escaped) => {
        if (escaped === undefined && mark === "%")
            return ".*";
        if (escaped === undefined && mark === "_")
            return ".";
        return (escaped ?? mark).replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    });
    const expression = new RegExp(`^${source}$`, flags);
    return text((value) => expression.test(value));
}
function isEqual(value, wanted, instants) {
    if (instants && typeof value === "string" && typeof wanted === "string")
        return Date.parse(value) === Date.parse(wanted) || value === wanted;
    if (isIntegerText(value) || isIntegerText(wanted))
        return String(value) === String(wanted);
    return isSame(value, wanted);
}
/** Exact integers are kept as text or bigint beside plain numbers. */
function isIntegerText(value) {
    return typeof value === "bigint";
}
/** Less than, equal or more than zero; NaN when the two cannot be compared, so that every comparison fails. */
export function compare(left, right, instants) {
    if (typeof left === "string" && typeof right === "string") {
        if (instants) {
            const difference = Date.parse(left) - Date.parse(right);
            if (!Number.isNaN(difference))
                return difference;
        }
        return left < right ? -1 : left > right ? 1 : 0;
    }
    const numbers = isNumber(left) && isNumber(right);
    if (numbers)
        return left < right ? -1 : left > right ? 1 : 0;
    if (typeof left === "boolean" && typeof right === "boolean")
        return Number(left) - Number(right);
    return Number.NaN;
}
function isNumber(value) {
    return typeof value === "number" || typeof value === "bigint";
}
