import { ValidationError } from "../errors.js";
import { compile } from "../validate/compile.js";
import { fieldOf } from "../validate/issue.js";
import { isPlainObject } from "../wire/serialize-parameter.js";
import { ALIASES, OPERATORS } from "./condition.js";
import { fieldAt, fieldsOf, follow, typesOf } from "./fields.js";
import { nearest } from "./nearest.js";
/**
 * A criterion such as `{ age: { ">": 18 }, or: [{ name: "a" }, { name: "b" }] }`, checked against the record's schema.
 * @throws ValidationError that lists every unknown field and operator and every value of a wrong type.
 */
export function parseWhere(where, schema, resource) {
    const issues = [];
    const condition = parseGroup(where, schema, "", issues);
    if (issues.length > 0)
        throw new ValidationError(issues, `${resource}.find`);
    return condition;
}
function parseGroup(where, schema, path, issues) {
    if (!isPlainObject(where)) {
        add(issues, path, "type", "must be an object of field conditions");
        return { kind: "and", of: [] };
    }
    const of = [];
    for (const [name, value] of Object.entries(where)) {
        if (value === undefined)
            continue;
        const here = `${path}/${name}`;
        const field = fieldAt(schema, name.split("."));
        if (field === undefined && (name === "and" || name === "or"))
            of.push(parseList(name, value, schema, here, issues));
        else if (field === undefined && name === "not")
            of.push({ kind: "not", of: parseGroup(value, schema, here, issues) });
        else if (field === undefined)
            unknownField(name, schema, here, issues);
        else
            of.push(...parseTests(name.split("."), field, value, here, issues));
    }
    const [only] = of;
    return of.length === 1 && only ? only : { kind: "and", of };
}
function parseList(kind, value, schema, path, issues) {
    if (!Array.isArray(value)) {
        add(issues, path, "type", "must be a list of criteria");
        return { kind, of: [] };
    }
    return { kind, of: value.map((item, at) => parseGroup(item, schema, `${path}/${at}`, issues)) };
}
function parseTests(property, schema, value, path, issues) {
    if (Array.isArray(value))
        return [test(property, schema, "in", value, path, issues)];
    if (!isPlainObject(value))
        return [test(property, schema, "=", value, path, issues)];
    return Object.entries(value).flatMap(([spelling, operand]) => {
        if (operand === undefined)
            return [];
        if (spelling === "between")
            return between(property, schema, operand, `${path}/between`, issues);
        const named = Object.hasOwn(ALIASES, spelling) ? ALIASES[spelling] : undefined;
        const operator = named === "!=" && Array.isArray(operand) ? "nin" : (named ?? spelling);
        if (!OPERATORS.has(operator)) {
            const meant = nearest(spelling, [...OPERATORS, "between"]);
            add(issues, `${path}/${spelling}`, "operator", `is not an operator${meant ? `: did you mean ${meant}?` : ""}`);
            return [];
        }
        return [
            test(property, schema, operator, Array.isArray(operand) && operator === "!=" ? operand : operand, `${path}/${spelling}`, issues),
        ];
    });
}
function between(property, schema, operand, path, issues) {
    if (!Array.isArray(operand) || operand.length !== 2) {
        add(issues, path, "type", "must be a list of two: the least and the most");
        return [];
    }
    return [
        test(property, schema, ">=", operand[0], `${path}/0`, issues),
        test(property, schema, "<=", operand[1], `${path}/1`, issues),
    ];
}
const TEXTUAL = new Set([
    "contains",
    "notContains",
    "startsWith",
    "endsWith",
    "like",
    "icontains",
    "istartsWith",
    "iendsWith",
    "ilike",
]);
const RANGES = new Set(["<", "<=", ">", ">="]);
function test(property, schema, operator, operand, path, issues) {
    const value = plain(operand);
    const types = typesOf(schema);
    const may = (type) => types.size === 0 || types.has(type) || (type === "number" && types.has("integer"));
    if (operator === "in" || operator === "nin") {
        if (!Array.isArray(value))
            add(issues, path, "type", "must be a list");
        else
            for (const [at, item] of value.entries())
                checkValue(schema, item, `${path}/${at}`, issues);
    }
    else if (operator === "exists") {
        if (typeof value !== "boolean")
            add(issues, path, "type", "must be true or false");
    }
    else if (RANGES.has(operator)) {
        if (value === null)
            add(issues, path, "type", "cannot be compared with null");
        else if (typeof value !== "number" && typeof value !== "string" && typeof value !== "bigint")
            add(issues, path, "type", "must be a number, a text or a date");
        else if (!may(typeof value === "string" ? "string" : "number") && !isNumericText(value, types))
            add(issues, path, "type", `must be a ${[...types].filter((type) => type !== "null").join(" or ")}, as the field is`);
    }
    else if (TEXTUAL.has(operator)) {
        const inList = (operator === "contains" || operator === "notContains") && may("array");
        if (!may("string") && !inList)
            add(issues, path, "type", `works on text, and the field is ${[...types].join(" or ")}`);
        else if (!inList && typeof value !== "string")
            add(issues, path, "type", "must be a text");
        else if (value === "")
            add(issues, path, "minLength", "must not be empty: it would match everything");
    }
    else
        checkValue(schema, value, path, issues);
    return { kind: "test", property, operator, value };
}
/** Exact integers may be kept as text. */
function isNumericText(value, types) {
    return typeof value === "string" && /^-?\d+$/.test(value) && types.has("integer");
}
/** Is the value one that the field could have? For lists, one that an element could have. */
function checkValue(schema, value, path, issues) {
    if (value === null)
        return;
    const target = follow(schema);
    const items = typeof target === "object" && !Array.isArray(value) ? target.items : undefined;
    const types = typesOf(schema);
    if (isNumericText(value, types))
        return;
    if (items !== undefined && types.has("array")) {
        if (compile(schema, "response")(value, path))
            return;
        compile(items, "response")(value, path, issues);
        return;
    }
    compile(schema, "response")(value, path, issues);
}
function unknownField(name, schema, path, issues) {
    const known = [...fieldsOf(schema).keys()];
    const meant = nearest(name, known);
    const list = known.slice(0, 20).join(", ") + (known.length > 20 ? ", …" : "");
    add(issues, path, "unknown", `is not a field${meant ? `: did you mean ${meant}?` : `: there are ${list}`}`);
}
function add(issues, path, keyword, message) {
    issues.push({ path, field: fieldOf(path), keyword, message });
}
function plain(value) {
    if (value instanceof Date)
        return value.toISOString();
    return Array.isArray(value) ? value.map(plain) : value;
}
