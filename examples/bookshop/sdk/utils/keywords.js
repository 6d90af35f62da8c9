import { fail, hideReceived } from "./errors.js";
import { mapMembers } from "./operation.js";
import { ALWAYS, NEVER, compile, compileObject, eachItem, formatName, isUntested, keyOf, limit, reachedFrom, targetOf, toRegExp } from "./validate.js";

// part of

/** The check of a subschema for the same value. Cached. @param union true if the subschema is optional */
export function partOf(scope, schema, union = false) {
    const { must, may } = parts.get(scope) ?? { must: new Map(), may: new Map() };
    parts.set(scope, { must, may });
    const known = union ? may : must;
    const check = known.get(schema) ?? compilePart(schema, { ...scope, union: scope.union || union });
    known.set(schema, check);
    return check;
}
const parts = /* @__PURE__ */ new WeakMap();
function compilePart(schema, place) {
    if (typeof schema === "function")
        return compileReference(schema, place);
    if (typeof schema === "boolean")
        return compile(schema, place.view);
    return schema.requestOnly && place.view === "response" ? NEVER : compileObject(schema, place);
}
function compileReference(reference, place) {
    const { view, root, union, readOnly, writeOnly, mark, active: outer = new Map() } = place;
    const target = targetOf(reference);
    if (typeof target === "boolean")
        return compile(target, view);
    // Already being checked on this value: as a part it adds nothing, and as an alternative it can never match.
    if (target === root || outer.has(target))
        return union ? NEVER : ALWAYS;
    return lazily(() => {
        const around = [...outer, [root, true]].map(([schema, isPart]) => [schema, isPart && !union]);
        const reached = reachedFrom(target);
        const active = new Map(around.filter(([schema]) => reached.has(schema)));
        if (active.size === 0 && readOnly.size === 0 && writeOnly.size === 0 && !mark)
            return compile(target, view);
        return compileObject(target, { ...place, root: target, active, union: false });
    });
}
/** Compiles on first use. */
function lazily(make) {
    let made;
    const check = (value, path, issues, depth) => {
        made ??= make();
        return made(value, path, issues, depth);
    };
    check.mark = (value, seen) => {
        made ??= make();
        made.mark?.(value, seen);
    };
    return check;
}

// all of

export const allOf = (schema, scope) => ({ any: (schema.allOf ?? []).map((part) => partOf(scope, part)) });

// bounds

/** The smallest and the largest number. 64-bit integers may be bigints. */
export const bounds = (schema) => ({
    number: [
        ...limit(schema, "minimum", "be at least", (value, least) => value >= least),
        ...limit(schema, "maximum", "be at most", (value, most) => value <= most),
        ...limit(schema, "exclusiveMinimum", "be more than", (value, bound) => value > bound),
        ...limit(schema, "exclusiveMaximum", "be less than", (value, bound) => value < bound),
    ],
});

// exact integers

/**
 * Converts 64-bit integers from texts of digits to numbers, so that ids can be sent as they were read. Returns the same object if nothing
 * changes. Operations whose bodies have such integers bring it along.
 */
export const exactIntegers = (body, schema) => exact(body, () => [...reachedFrom(schema)]);
function exact(value, reached) {
    if (typeof value === "string")
        return /^-?\d{1,19}$/.test(value) && isLongInteger(reached()) ? toInteger(value) : value;
    return mapMembers(value, (member, name) => exact(member, () => reached()
        .flatMap((schema) => memberOf(schema, name, Array.isArray(value)))
        .flatMap((schema) => [...reachedFrom(schema)])));
}
function memberOf({ items, properties, additionalProperties }, name, isItem) {
    if (isItem)
        return items ?? [];
    return (properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? [];
}
function isLongInteger(schemas) {
    return (schemas.some((schema) => formatName(schema) === "int64") &&
        !schemas.some(({ type = [] }) => [type].flat().includes("string")));
}
function toInteger(digits) {
    const number = Number(digits);
    return Number.isSafeInteger(number) ? number : BigInt(digits);
}

// format date

export const dateTime = {
    name: "date-time",
    said: "a date and time such as 2026-01-31T12:00:00Z",
    text: (text) => isDateTime(text, true),
};
export const isoDateTime = { name: "iso-date-time", text: (text) => isDateTime(text, false) };
export const date = { name: "date", said: "a date such as 2026-01-31", text: isDate };
export const time = { name: "time", said: "a time such as 12:00:00Z", text: (text) => isTime(text, true) };
export const isoTime = { name: "iso-time", text: (text) => isTime(text, false) };
/** RFC 3339, section 5.6. Accepts a space between date and time. */
function isDateTime(text, zoned) {
    return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}
function isDate(text) {
    if (!/^\d{4}-\d\d-\d\d$/.test(text))
        return false;
    const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
    return month >= 1 && month <= 12 && day >= 1 && day <= days;
}
/** Accepts a leap second only at 23:59:60 UTC. @param zoned requires a time zone */
function isTime(text, zoned) {
    const match = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(text);
    if (!match || (zoned && !match[4]))
        return false;
    const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
    const [zoneHour, zoneMinute] = [Number(match[6] ?? 0), Number(match[7] ?? 0)];
    if (zoneHour > 23 || zoneMinute > 59)
        return false;
    if (hour <= 23 && minute <= 59 && second < 60)
        return true;
    const sign = match[5] === "-" ? -1 : 1;
    const utcMinute = minute - zoneMinute * sign;
    const utcHour = hour - zoneHour * sign - (utcMinute < 0 ? 1 : 0);
    return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}

// format integer

export const int32 = { name: "int32", said: "an integer of 32 bits", number: (value) => isInteger(value, 32) };
export const int64 = { name: "int64", said: "an integer of 64 bits", number: (value) => isInteger(value, 64) };
function isInteger(value, bits) {
    const bound = 2 ** (bits - 1);
    return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}

// format text

export const duration = {
    name: "duration",
    said: "a duration such as P1DT12H",
    text: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
};
export const email = {
    name: "email",
    said: "an email address",
    text: (text) => /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(text),
};
export const hostname = {
    name: "hostname",
    said: "a host name",
    text: (text) => /^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
};
export const uuid = {
    name: "uuid",
    said: "a UUID",
    text: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};
export const jsonPointer = {
    name: "json-pointer",
    said: "a JSON pointer",
    text: (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
};
export const relativeJsonPointer = {
    name: "relative-json-pointer",
    said: "a relative JSON pointer",
    text: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
export const byte = {
    name: "byte",
    said: "text in base64",
    text: (text) => /^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
};
export const regex = {
    name: "regex",
    said: "a regular expression",
    text: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text),
};
function isRegExp(text) {
    try {
        return new RegExp(text) instanceof RegExp;
    }
    catch {
        return false;
    }
}

// format uri

const URI = /* @__PURE__ */ uriExpression("", "");
/** Accepts quotes, as ajv does. */
const REFERENCE = /* @__PURE__ */ uriExpression("?", '"');
export const uri = { name: "uri", said: "an absolute URI", text: (text) => fits(URI, text) };
/** ajv's is a rule for public web pages: it rejects localhost and private addresses. */
export const url = { name: "url", said: "an absolute URL", text: (text) => fits(URI, text) };
export const uriReference = {
    name: "uri-reference",
    said: "a URI or a relative reference",
    text: (text) => fits(REFERENCE, text),
};
export const uriTemplate = {
    name: "uri-template",
    said: "a URI template",
    text: (text) => hasWholeEscapes(text) &&
        /^([^\0- "'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%]+(:[1-9]\d{0,3}|\*)?(,[\w%]+(:[1-9]\d{0,3}|\*)?)*\})*$/.test(text),
};
export const jsonPointerUriFragment = {
    name: "json-pointer-uri-fragment",
    text: (text) => hasWholeEscapes(text) && /^#(\/([\w.!$&'()*+,;:=@%-]|~[01])*)*$/.test(text),
};
export const ipv4 = { name: "ipv4", said: "an IPv4 address", text: (text) => IPV4.test(text) };
export const ipv6 = { name: "ipv6", said: "an IPv6 address", text: (text) => isIpv6(text) };
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
/** Hosts in a URI, as ajv accepts them. */
const LOOSE_IPV4 = /^((25[0-5]|2[0-4]\d|[01]?\d\d?)(\.(?!$)|$)){4}$/;
function fits(expression, text) {
    const match = expression.exec(text);
    const { ip } = match?.groups ?? {};
    return match !== null && hasWholeEscapes(text) && (ip === undefined || isIpv6(ip, LOOSE_IPV4));
}
/** True if two digits follow each percent sign. */
function hasWholeEscapes(text) {
    return !/%(?![\da-f]{2})/i.test(text);
}
/** Eight groups, or six groups and an IPv4 address. */
const LONGEST_IPV6 = 45;
/** @param tail how the last two groups may be written in the manner of IPv4 */
function isIpv6(text, tail = IPV4) {
    if (text.length > LONGEST_IPV6)
        return false;
    const halves = text.replace(/[^:]+$/, (last) => (tail.test(last) ? "0:0" : last)).split("::");
    const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
    if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group)))
        return false;
    return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}
/** The grammar of RFC 3986, appendix A. @param optional `?`: scheme and path may be absent. @param quote a further character of names */
function uriExpression(optional, quote) {
    const user = "\\w.~!$&'()*+,;=:%-";
    const path = `${quote}@${user}`;
    const ip = "\\[(v[\\da-f]+\\.[\\w.~!$&'()*+,;=:-]+|(?<ip>[\\da-f:.]+))\\]";
    const authority = `([${user}]*@)?(${ip}|[${quote}\\w.~!$&'()*+,;=%-]*)(:\\d*)?`;
    const rest = `(\\?[/?${path}]*)?(#[/?${path}]*)?`;
    return new RegExp(`^([a-z][a-z\\d+.-]*:)${optional}(/?/${authority}(/[/${path}]*)?|/?[${path}][/${path}]*)${optional}${rest}$`, "i");
}

// lists

/** `minItems` and `maxItems`. */
export const itemCounts = (schema) => ({
    array: [
        ...limit(schema, "minItems", "have at least", (list, least) => list.length >= least, "item"),
        ...atMost(schema),
    ],
});
function atMost(schema) {
    return limit(schema, "maxItems", "have at most", (list, most) => list.length <= most, "item");
}
export const uniqueItems = () => ({
    array: [
        (list, path, issues) => new Set(list.map(keyOf)).size === list.length || fail(issues, path, "uniqueItems", "must not repeat an item"),
    ],
});
/** `contains`, `minContains` and `maxContains`. */
export const contains = ({ contains: wanted = true, minContains = 1, maxContains }, scope) => {
    const check = scope.inside(wanted);
    const items = minContains === 1 && maxContains === undefined ? "item" : "items";
    const counts = maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
    return {
        array: [
            (list, path, issues) => {
                const count = list.filter((item) => check(item, path)).length;
                return ((count >= minContains && count <= (maxContains ?? count)) ||
                    fail(issues, path, "contains", `must contain ${counts} matching ${items}`));
            },
        ],
    };
};
/** `prefixItems`, and `items` for the rest. */
export const prefixItems = ({ prefixItems: prefix = [], items = true }, scope) => {
    const first = prefix.map(scope.inside);
    const rest = items === false ? ALWAYS : scope.inside(items);
    return {
        array: [eachItem((at) => first[at] ?? rest), ...(items === false ? atMost({ maxItems: first.length }) : [])],
    };
};

// secret

/** The format `password`, also of a part: messages never contain the value. */
export const secret = /* @__PURE__ */ Object.assign(() => ({}), { wrap: hiding });
function hiding(check) {
    return (value, path, issues, depth) => {
        const before = issues?.length ?? 0;
        const right = check(value, path, issues, depth);
        if (issues)
            hideReceived(issues, before);
        return right;
    };
}

// text limits

/** `minLength`, `maxLength` and `pattern`. Lengths count characters, not UTF-16 units. */
export const textLimits = (schema) => {
    const expression = toRegExp(schema.pattern ?? "");
    return {
        string: [
            ...limit(schema, "minLength", "be at least", hasAtLeast, "character", " long"),
            ...limit(schema, "maxLength", "be at most", (text, most) => !hasAtLeast(text, most + 1), "character", " long"),
            ...limit(schema, "pattern", "match the pattern", (text) => isUntested(text, schema) || expression.test(text)),
        ],
    };
};
function hasAtLeast(text, count) {
    // A character has one or two UTF-16 units.
    if (text.length < count || text.length >= 2 * count)
        return text.length >= count;
    return Array.from(text).length >= count;
}
