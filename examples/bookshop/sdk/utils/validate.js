import { escapeToken, fail, hideReceived, tokensOf } from "./errors.js";

// array rules

/** The keyword `items`. */
export function arrayRules({ items = true, prefixItems }, { inside }) {
    if (items === true || prefixItems)
        return [];
    const check = inside(items);
    return [eachItem(() => check)];
}
export function eachItem(checkAt) {
    return (list, path, issues, depth) => {
        if (depth === 0)
            return true;
        let right = true;
        for (let at = 0; at < list.length; at += 1) {
            if (checkAt(at)(list[at], issues ? `${path}/${at}` : path, issues, depth && depth - 1))
                continue;
            if (!issues)
                return false;
            right = false;
        }
        return right;
    };
}

// check

export const ALWAYS = () => true;
export const NEVER = (value, path, issues) => fail(issues, path, "false schema", "is not allowed", value);

// json equal

/** JSON equality. */
export function isSame(left, right) {
    return left === right || (typeof left === "object" && typeof right === "object" && keyOf(left) === keyOf(right));
}
/** A text that is the same for equal JSON values, whatever the order of properties. */
export function keyOf(value) {
    if (typeof value === "string")
        return JSON.stringify(value);
    if (typeof value !== "object" || value === null)
        return String(value === 0 ? 0 : value);
    if (Array.isArray(value))
        return `[${value.map(keyOf)}]`;
    const members = Object.entries(value).flatMap(([name, member]) => member === undefined ? [] : `${JSON.stringify(name)}:${keyOf(member)}`);
    return `{${members.sort()}}`;
}

// rule

/** The rule of a keyword with a limit; none without the keyword. `noun` is the counted thing, `end` the last words of the message. */
export function limit(schema, keyword, message, holds, noun, end = "") {
    const most = schema[keyword];
    if (most === undefined || most === null)
        return [];
    const counted = noun && ` ${Number(most) === 1 ? noun : `${noun}s`.replace("ys", "ies")}`;
    const text = `must ${message} ${most}${counted ?? ""}${end}`;
    const told = keyword === "minLength" && most === 1 ? "must not be empty" : text;
    return [(value, path, issues) => holds(value, most) || fail(issues, path, keyword, told, value, most)];
}
/** The rule of a format that is checked. */
export function formatRules({ format }, type) {
    const { [type]: check, name, said = `of the format ${name}` } = Object(format);
    const holds = check;
    return holds
        ? [(value, path, issues) => holds(value) || fail(issues, path, "format", `must be ${said}`, value, name)]
        : [];
}
/** Joins the rules, if there are any. */
export function together(rules) {
    if (rules.length < 2)
        return [...rules];
    return [
        (value, path, issues, depth) => {
            let right = true;
            for (const rule of rules) {
                if (!rule(value, path, issues, depth)) {
                    if (!issues)
                        return false;
                    right = false;
                }
            }
            return right;
        },
    ];
}
/** Joins the rules into one check. Values of types without rules pass. */
export function byType(rules, type) {
    const known = type === "integer" ? "number" : type;
    if (typeof known === "string") {
        return Object.hasOwn(rules, known)
            ? together(rules[known])
            : [];
    }
    const [string] = together(rules.string);
    const [number] = together(rules.number);
    const [array] = together(rules.array);
    const [object] = together(rules.object);
    if (!(string || number || array || object))
        return [];
    return [
        (value, path, issues, depth) => {
            if (typeof value === "string")
                return !string || string(value, path, issues, depth);
            if (typeof value === "number" || typeof value === "bigint")
                return !number || number(value, path, issues, depth);
            if (Array.isArray(value))
                return !array || array(value, path, issues, depth);
            return !object || !isObject(value) || object(value, path, issues, depth);
        },
    ];
}
/** True for objects except arrays, dates, files and buffers. */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

// check type

/** `type`, `enum` and `const`. Values that fail one of them are not checked further. */
export function typeChecks(schema) {
    const checks = [];
    const { type, enum: members } = schema;
    if (type !== undefined) {
        const types = typeof type === "string" ? [type] : type;
        const [isFirst, ...others] = types.flatMap((name) => IS[name] ?? []);
        checks.push((value, path, issues) => isFirst?.(value) || others.some((isOther) => isOther(value)) || failType(issues, path, types, value, type));
    }
    if ("const" in schema)
        checks.push(oneOf("const", [schema.const]));
    if (members)
        checks.push(oneOf("enum", members));
    return checks;
}
/** Reports a value of another type: `must be an integer or null`. */
export function failType(issues, path, types, value, expected = types) {
    const named = types.map((type) => (type === "null" ? type : /^[aeiou]/.test(`${type}`) ? `an ${type}` : `a ${type}`));
    const text = named.join(", ").replace(/, ([^,]*)$/, " or $1");
    return fail(issues, path, "type", `must be ${text}`, value, expected);
}
/** Integers of 64 bits may be bigints. */
const IS = {
    string: (value) => typeof value === "string",
    number: (value) => Number.isFinite(value) || typeof value === "bigint",
    integer: (value) => Number.isInteger(value) || typeof value === "bigint",
    boolean: (value) => typeof value === "boolean",
    object: isObject,
    array: Array.isArray,
    null: (value) => value === null,
};
/** How many values a message lists. */
const MOST_LISTED = 12;
function oneOf(keyword, members) {
    const known = new Set(members);
    const listed = members.slice(0, MOST_LISTED).map(keyOf).join(", ");
    const more = members.length > MOST_LISTED ? `, ... (${members.length} values)` : "";
    let keys;
    return (value, path, issues) => {
        if (known.has(value))
            return true;
        keys ??= new Set(members.map(keyOf));
        if (keys.has(keyOf(value)))
            return true;
        return fail(issues, path, keyword, `must be ${members.length === 1 ? "" : "one of "}${listed}${more}`, value, keyword === "const" ? members[0] : members);
    };
}

// nearest

/** Suggests the nearest name if at most a third of its letters differ. */
export function didYouMean(name, known) {
    let best;
    let least = Math.ceil(name.length / 3) + 1;
    for (const candidate of known) {
        const steps = distance(name.toLowerCase(), candidate.toLowerCase());
        if (steps < least)
            [best, least] = [candidate, steps];
    }
    return best === undefined ? "" : `; did you mean ${best}?`;
}
/** Levenshtein distance. */
function distance(left, right) {
    let row = Array.from(` ${right}`, (_, at) => at);
    for (const letter of left) {
        let before = row[0] ?? 0;
        let last = before;
        row = row.map((above, at) => {
            const replaced = before + Number(letter !== right[at - 1]);
            before = above;
            last = at === 0 ? above + 1 : Math.min(replaced, above + 1, last + 1);
            return last;
        });
    }
    return row.at(-1) ?? 0;
}

// object rules

/** The common keywords of objects. Ignores properties that are `undefined`. */
export function objectRules(schema, scope) {
    return [...required(schema, scope), ...members(schema, scope)];
}
export function has(value, name) {
    return value[name] !== undefined && Object.hasOwn(value, name);
}
export function namesOf(value) {
    return Object.keys(value).filter((name) => value[name] !== undefined);
}
export function pathTo(path, name) {
    return `${path}/${escapeToken(name)}`;
}
function required(schema, { optional }) {
    const names = (schema.required ?? []).filter((name) => !optional.has(name));
    if (names.length === 0)
        return [];
    // Only names such as `constructor`, which every object inherits, need the slower check.
    const inherits = names.some((name) => name in Object.prototype);
    return [
        (value, path, issues) => {
            let right = true;
            for (const name of names) {
                if (inherits ? has(value, name) : value[name] !== undefined)
                    continue;
                if (!issues)
                    return false;
                right = fail(issues, pathTo(path, name), "required", "is required");
            }
            return right;
        },
    ];
}
function members(schema, scope) {
    const { properties = {}, patternProperties, additionalProperties = true } = schema;
    const entries = Object.entries(properties);
    if (patternProperties || (entries.length === 0 && additionalProperties === true))
        return [];
    const named = new Map(entries.map(([name, property]) => [name, scope.inside(scope.unchecked.has(name) || property)]));
    const rest = restOf(schema, scope);
    return [eachMember((name) => named.get(name) ?? rest, scope)];
}
/** The check of additional properties. */
export function restOf({ additionalProperties = true, properties = {} }, { inside }) {
    if (additionalProperties !== false)
        return inside(additionalProperties);
    return (_, path, issues) => issues !== undefined && failUnknown(issues, path, "additionalProperties", properties);
}
export function failUnknown(issues, path, keyword, properties) {
    const meant = didYouMean(tokensOf(path).at(-1) ?? "", Object.keys(properties));
    return fail(issues, path, keyword, `is not a known property${meant}`);
}
export function eachMember(checkOf, { writeOnly }) {
    return (value, path, issues, depth) => {
        if (depth === 0)
            return true;
        let right = true;
        // Listing names is slow, so inherited names are sorted out only for mistakes.
        for (const name in value) {
            const member = value[name];
            if (member === undefined)
                continue;
            const check = checkOf(name);
            if (check(member, path) || !Object.hasOwn(value, name))
                continue;
            if (!issues)
                return false;
            const before = issues.length;
            if (!check(member, pathTo(path, name), issues, depth && depth - 1))
                right = false;
            if (writeOnly.has(name))
                hideReceived(issues, before);
        }
        return right;
    };
}

// reached from

const targets = new WeakMap();
/** The schema of a reference. Cached. */
export function targetOf(schema) {
    let target = schema;
    while (typeof target === "function") {
        const next = targets.get(target) ?? target();
        targets.set(target, next);
        target = next;
    }
    return target;
}
/** Collects the schema, its parts and its branches, following references. */
export function reachedFrom(schema, found = new Set()) {
    const target = targetOf(schema);
    if (typeof target === "boolean" || found.has(target))
        return found;
    found.add(target);
    const { allOf, anyOf, oneOf, not, if: condition, then: yes, else: no, dependentSchemas, discriminator } = target;
    const lists = [allOf, anyOf, oneOf, [not, condition, yes, no]];
    const parts = [
        ...lists.flat(),
        ...Object.values({ ...dependentSchemas }),
        ...Object.values({ ...discriminator?.subtypes }),
    ];
    for (const part of parts)
        if (part !== undefined)
            reachedFrom(part, found);
    return found;
}

// compile

const compiled = { request: new WeakMap(), response: new WeakMap() };
const NO_NAMES = new Set();
/**
 * Compiles a schema to a closure on first use. Evaluates no code, so it works under any content security policy. Follows references when
 * data first reaches them.
 */
export function compile(schema, view) {
    if (typeof schema === "boolean")
        return schema ? ALWAYS : NEVER;
    if (typeof schema === "function") {
        let made;
        return (value, path, issues, depth) => {
            made ??= compile(targetOf(schema), view);
            return made(value, path, issues, depth);
        };
    }
    let check = compiled[view].get(schema);
    if (!check) {
        const names = { readOnly: NO_NAMES, writeOnly: NO_NAMES };
        check = compileObject(schema, { ...names, view, root: schema });
        compiled[view].set(schema, check);
    }
    return check;
}
/** Lists the issues of a value; empty if it is valid. */
export function issuesOf(schema, view, value, path = "") {
    const check = compile(schema, view);
    const issues = [];
    try {
        // Most values are valid, and checking is faster without collecting issues.
        if (!check(value, path))
            check(value, path, issues);
    }
    catch (error) {
        // Answers may be nested deeper than the stack allows.
        if (!(error instanceof RangeError))
            throw error;
        fail(issues, path, "depth", "is nested too deeply");
    }
    return issues;
}
export function compileObject(schema, around) {
    const { uses = [] } = schema;
    const { view } = around;
    const readOnly = joined(around.readOnly, schema.readOnlyProperties);
    const writeOnly = joined(around.writeOnly, schema.writeOnlyProperties);
    const isRequest = view === "request";
    const scope = {
        ...around,
        readOnly,
        writeOnly,
        mark: around.mark ?? uses.find(({ mark }) => mark)?.mark,
        optional: isRequest ? readOnly : writeOnly,
        unchecked: isRequest ? readOnly : NO_NAMES,
        inside: (inner) => compile(inner, view),
    };
    const more = uses.map((keyword) => keyword(schema, scope));
    const keywords = together([
        ...byType({
            string: [...more.flatMap(({ string = [] }) => string), ...formatRules(schema, "text")],
            number: [...more.flatMap(({ number = [] }) => number), ...formatRules(schema, "number")],
            array: [...arrayRules(schema, scope), ...more.flatMap(({ array = [] }) => array)],
            object: [...objectRules(schema, scope), ...more.flatMap(({ object = [] }) => object)],
        }, schema.type),
        ...more.flatMap(({ any = [] }) => any),
    ]);
    // Stops at the first failing group, because later issues may follow from it.
    const steps = [...typeChecks(schema), ...keywords, ...more.flatMap(({ last = [] }) => last)];
    const check = steps.length === 0 ? ALWAYS : steps.reduce(andThen);
    const whole = uses.reduce((inner, { wrap }) => wrap?.(inner) ?? inner, check);
    return scope.mark?.(whole, schema, scope) ?? whole;
}
function andThen(check, next) {
    return (value, path, issues, depth) => check(value, path, issues, depth) && next(value, path, issues, depth);
}
function joined(names, more = []) {
    return more.length === 0 ? names : new Set([...names, ...more]);
}

// keyword

export function formatName({ format }) {
    return typeof format === "object" ? format.name : format;
}

// pattern

/** True if the text is too long to test against the patterns of the schema. */
export function isUntested(text, { patternLimit = Infinity }) {
    return text.length > patternLimit;
}
/**
 * Compiles a pattern with the flag `u`, or without it for patterns with needless escapes such as `\-`. Patterns of other dialects allow
 * everything.
 */
export function toRegExp(pattern) {
    for (const flags of ["u", ""]) {
        try {
            return new RegExp(pattern, flags);
        }
        catch { }
    }
    return /(?:)/;
}

// types of

/** Maximum depth of parts. */
const MOST_PARTS = 8;
/** JSON types that a value of the schema may have; empty: any. */
export function typesOf(schema, depth = 0) {
    const target = targetOf(schema);
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
export function partsOf({ allOf = [], anyOf = [], oneOf = [] }) {
    return [...allOf, ...anyOf, ...oneOf];
}
