import { fail, tokensOf } from "./errors.js";
import { isPlainObject } from "./operation.js";
import { ALWAYS, NEVER, compile, compileObject, eachItem, eachMember, formatName, has, isObject, isUntested, keyOf, lazily, limit, namesOf, noMore, pathTo, reachedFrom, restOf, targetOf, toRegExp, together } from "./validate.js";

// part of

/** The check of a subschema for the same value. Cached. @param union true if the subschema is optional */
export function partOf(scope, schema, union = false) {
    const known = scope.parts[union ? "may" : "must"];
    const check = known.get(schema) ?? compilePart(schema, { ...scope, union: scope.union || union });
    known.set(schema, check);
    return check;
}
function compilePart(schema, place) {
    if (typeof schema === "function")
        return compileReference(schema, place);
    if (typeof schema === "boolean")
        return compile(schema, place.view);
    return schema.requestOnly && place.view === "response" ? NEVER : compileObject(schema, place);
}
function compileReference(reference, place) {
    const { view, root, union, readOnly, writeOnly, mark } = place;
    const target = targetOf(reference);
    if (typeof target === "boolean")
        return compile(target, view);
    // Already being checked on this value: as a part it adds nothing, and as an alternative it can never match.
    if (target === root || place.active.has(target))
        return union ? NEVER : ALWAYS;
    return lazily(() => {
        const around = [...place.active, [root, true]].map(([schema, isPart]) => [schema, isPart && !union]);
        const reached = reachedFrom(target);
        const active = new Map(around.filter(([schema]) => reached.has(schema)));
        if (active.size === 0 && readOnly.size === 0 && writeOnly.size === 0 && !mark)
            return compile(target, view);
        return compileObject(target, { ...place, root: target, active, union: false });
    });
}

// all of

export const allOf = (schema, scope) => ({ any: (schema.allOf ?? []).map((part) => partOf(scope, part)) });

// explain closest

/** Reports the issues of the alternative that the value most likely stands for. */
export function explainClosest(keyword, alternatives, value, path, depth) {
    const issues = [];
    const looks = alternatives
        .filter((check) => check !== NEVER)
        .map((check) => {
        const found = [];
        // Only direct properties, because issues below say little about the intended alternative.
        check(value, path, found, 1);
        return { check, found, weight: found.reduce((sum, issue) => sum + weight(issue, path), 0) };
    });
    const isHere = (issue) => issue.keyword === "type" && issue.path === path;
    const fitting = looks.filter(({ found }) => !found.some(isHere));
    if (fitting.length === 0) {
        const types = expectedBy(looks.flatMap(({ found }) => found.filter(isHere)));
        fail(issues, path, "type", `must be ${types.join(" or ")}`, value, types);
        return issues;
    }
    if (fitting.every(({ found }) => isOtherValue(found, path))) {
        const members = expectedBy(fitting.flatMap(({ found }) => found));
        fail(issues, path, "enum", `must be one of ${members.map((one) => JSON.stringify(one)).join(", ")}`, value, members);
        return issues;
    }
    const least = Math.min(...fitting.map((look) => look.weight));
    const best = fitting.filter((look) => look.weight === least);
    const missing = best.map(({ found }) => missingNames(found, path));
    if (new Set(missing).size > 1 && missing.every((names) => names !== "")) {
        fail(issues, path, keyword, `must have ${missing.join(" or ")}`);
    }
    else
        best[0]?.check(value, path, issues, depth);
    if (issues.length === 0)
        fail(issues, path, keyword, "matches none of the alternatives", value);
    return issues;
}
function expectedBy(issues) {
    return [...new Set(issues.flatMap(({ expected }) => expected))];
}
/** True if the only issue is a value that is not listed. */
function isOtherValue([first, ...more], here) {
    return first?.path === here && (first.keyword === "enum" || first.keyword === "const") && more.length === 0;
}
/** The missing properties, if there are no other issues. */
function missingNames(found, here) {
    const isMissing = ({ keyword, path }) => keyword === "required" && path.lastIndexOf("/") === here.length;
    return found.every(isMissing) ? found.map(({ path }) => tokensOf(path).at(-1)).join(" and ") : "";
}
/** Weight of an issue as a sign of another alternative: most for a wrong constant, least for a wrong property. */
function weight({ keyword, path }, here) {
    if (path === here)
        return 1000;
    if (/^(const|enum|discriminator)$/.test(keyword))
        return 100;
    return /^(required|type|additionalProperties)$/.test(keyword) ? 10 : 1;
}

// choice

/** Reports that no branch has the tag of the value. */
export const LOST = [];
/**
 * Checks `oneOf` and `anyOf`.
 * @param narrow selects branches by the tag of the value; `undefined` for all of them
 * @param failTag reports the tag as the mistake
 */
export function choice(keyword, all, narrow, failTag) {
    return (value, path, issues, depth) => {
        const narrowed = narrow?.(value) ?? all;
        const isLost = narrowed === LOST;
        const checks = isLost ? all : narrowed;
        const [only] = checks;
        if (only && checks.length === 1 && !isLost)
            return only(value, path, issues, depth);
        let matches = 0;
        for (const check of checks) {
            if (check(value, path))
                matches += 1;
            if (matches > 0 && (keyword === "anyOf" || (matches > 1 && !issues)))
                break;
        }
        if (matches === 1)
            return true;
        // A tag is only a hint. A value that other branches allow is valid; else the tag is the mistake.
        if (isLost && failTag)
            return failTag(value, path, issues);
        if (matches > 1) {
            return fail(issues, path, keyword, `must match exactly one of ${checks.length} schemas, but matches ${matches}`);
        }
        issues?.push(...explainClosest(keyword, checks, value, path, depth));
        return false;
    };
}

// leads back

/** True if this schema is a part of the schema of the branches. Then Cat does not have to check the branches of Pet. */
export function leadsBack({ active }, branches) {
    const wholes = [...active].filter(([, isPart]) => isPart);
    return (wholes.length > 0 &&
        branches.some((branch) => {
            const reached = reachedFrom(branch);
            return wholes.some(([schema]) => reached.has(schema));
        }));
}

// alternatives

/** `oneOf` and `anyOf`. */
export const alternatives = (schema, scope) => ({
    any: ["oneOf", "anyOf"].flatMap((keyword) => {
        const branches = schema[keyword];
        if (!branches || leadsBack(scope, branches))
            return [];
        const checks = branches.map((branch) => partOf(scope, branch, true));
        return [choice(keyword, checks)];
    }),
});

// conditions

export const not = ({ not: schema = false }, scope) => {
    const excluded = partOf(scope, schema, true);
    return {
        any: [
            (value, path, issues) => !excluded(value, path) || fail(issues, path, "not", "must not match a schema that is excluded"),
        ],
    };
};
/** `if`, `then` and `else`. */
export const conditions = ({ if: test = true, then: yes, else: no }, scope) => {
    const condition = partOf(scope, test, true);
    const [whenTrue, whenFalse] = [yes, no].map((part) => (part === undefined ? ALWAYS : partOf(scope, part, true)));
    return {
        any: [
            (value, path, issues, depth) => {
                const applied = condition(value, path) ? whenTrue : whenFalse;
                return !applied || applied(value, path, issues, depth);
            },
        ],
    };
};

// discriminator

/** `oneOf` and `anyOf` with a discriminator. */
export const taggedAlternatives = (schema, scope) => {
    // For outer `unevaluated` keywords, every branch is checked.
    if (scope.mark)
        return alternatives(schema, scope);
    const { oneOf, anyOf, discriminator } = schema;
    const tagged = oneOf ?? anyOf ?? [];
    const checks = leadsBack(scope, tagged) ? [] : [byTag(oneOf ? "oneOf" : "anyOf", tagged, scope, discriminator)];
    return { any: oneOf && anyOf ? [...checks, ...(alternatives({ anyOf }, scope).any ?? [])] : checks };
};
function byTag(keyword, branches, scope, { propertyName = "", tags = {}, untagged = [], fallback } = {}) {
    const all = branches.map((branch) => partOf(scope, branch, true));
    const at = (positions) => positions.flatMap((position) => all[position] ?? []);
    const named = new Map(Object.entries(tags).map(([tag, positions]) => [tag, at(positions)]));
    const others = at(fallback === undefined ? untagged : [fallback]);
    const narrow = (value) => {
        if (!isObject(value))
            return undefined;
        const tag = tagOf(value, propertyName);
        const known = tag === undefined ? undefined : named.get(tag);
        return known ?? (fallback !== undefined || (others.length > 0 && has(value, propertyName)) ? others : LOST);
    };
    const failTag = (value, path, issues) => {
        const here = pathTo(path, propertyName);
        if (!has(value, propertyName))
            return fail(issues, here, "required", "is required");
        const known = [...named.keys()];
        const message = `must be one of ${known.map((tag) => JSON.stringify(tag)).join(", ")}`;
        return fail(issues, here, "discriminator", message, value[propertyName], known);
    };
    return choice(keyword, all, narrow, failTag);
}
/** A schema without branches that others extend: the value must also match the schema of its tag. */
export const subtypes = ({ discriminator }, scope) => {
    const entries = Object.entries(discriminator?.subtypes ?? {});
    if (!discriminator ||
        scope.mark ||
        leadsBack(scope, entries.map(([, schema]) => schema)))
        return {};
    const named = new Map(entries.map(([tag, schema]) => [tag, partOf(scope, schema, true)]));
    return {
        any: [
            (value, path, issues, depth) => {
                const tag = isObject(value) ? tagOf(value, discriminator.propertyName) : undefined;
                const check = tag === undefined ? undefined : named.get(tag);
                return !check || check(value, path, issues, depth);
            },
        ],
    };
};
function tagOf(value, name) {
    const tag = value[name];
    return has(value, name) && typeof tag !== "object" ? String(tag) : undefined;
}

// exact integers

/**
 * Converts 64-bit integers from texts of digits to numbers, so that ids can be sent as they were read. Returns the same object if nothing
 * changes. Operations whose bodies have such integers bring it along.
 */
export const exactIntegers = (body, schema) => exact(body, () => [...reachedFrom(schema)]);
function exact(value, reached) {
    if (typeof value === "string")
        return /^-?\d{1,19}$/.test(value) && isLongInteger(reached()) ? toInteger(value) : value;
    const isList = Array.isArray(value);
    if (!isList && !isPlainObject(value))
        return value;
    const inner = (name) => {
        const find = ({ items, properties, additionalProperties }) => (isList ? items : properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? [];
        return () => reached()
            .flatMap(find)
            .flatMap((schema) => [...reachedFrom(schema)]);
    };
    let copy;
    for (const name of Object.keys(value)) {
        const member = value[name];
        const sent = exact(member, inner(name));
        if (sent === member)
            continue;
        copy ??= Object.assign(isList ? [] : Object.create(null), value);
        copy[name] = sent;
    }
    return copy ?? value;
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

export const dateTime = { name: "date-time", text: (text) => isDateTime(text, true) };
export const isoDateTime = { name: "iso-date-time", text: (text) => isDateTime(text, false) };
export const date = { name: "date", text: isDate };
export const time = { name: "time", text: (text) => isTime(text, true) };
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

// format decimal

/** Decimal numbers as texts. They are not checked, but compared exactly. */
export const decimal = { name: "decimal", compare: compareDecimals };
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Compares texts and numbers exactly. NaN if one of the two is no decimal. */
function compareDecimals(left, right) {
    const [first, second] = [digitsOf(left), digitsOf(right)];
    if (!first || !second)
        return Number.NaN;
    const scale = Math.max(first.fraction.length, second.fraction.length);
    const whole = ({ sign, digits, fraction }) => BigInt(`${sign}${digits}${fraction.padEnd(scale, "0")}`);
    const difference = whole(first) - whole(second);
    return difference < 0n ? -1 : Number(difference > 0n);
}
function digitsOf(value) {
    if (!/^(string|number|bigint)$/.test(typeof value))
        return undefined;
    const [, sign = "", digits = "", fraction = ""] = DECIMAL.exec(String(value)) ?? [];
    // Longer texts are no numbers, and slow to parse.
    if (digits.length + fraction.length === 0 || digits.length + fraction.length > 1000)
        return undefined;
    return { sign: sign === "-" ? "-" : "", digits: digits || "0", fraction };
}

// format integer

export const int32 = { name: "int32", number: (value) => isInteger(value, 32) };
export const int64 = { name: "int64", number: (value) => isInteger(value, 64) };
function isInteger(value, bits) {
    const bound = 2 ** (bits - 1);
    return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}

// format text

export const duration = {
    name: "duration",
    text: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
};
export const email = {
    name: "email",
    text: (text) => /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(text),
};
export const hostname = {
    name: "hostname",
    text: (text) => /^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
};
export const uuid = {
    name: "uuid",
    text: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};
export const jsonPointer = { name: "json-pointer", text: (text) => /^(\/([^~/]|~[01])*)*$/.test(text) };
export const relativeJsonPointer = {
    name: "relative-json-pointer",
    text: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
export const byte = {
    name: "byte",
    text: (text) => /^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
};
export const regex = { name: "regex", text: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text) };
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
export const uri = { name: "uri", text: (text) => fits(URI, text) };
/** ajv's is a rule for public web pages: it refuses localhost and private addresses. */
export const url = { name: "url", text: (text) => fits(URI, text) };
export const uriReference = { name: "uri-reference", text: (text) => fits(REFERENCE, text) };
export const uriTemplate = {
    name: "uri-template",
    text: (text) => hasWholeEscapes(text) &&
        /^([^\0- "'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%]+(:[1-9]\d{0,3}|\*)?(,[\w%]+(:[1-9]\d{0,3}|\*)?)*\})*$/.test(text),
};
export const jsonPointerUriFragment = {
    name: "json-pointer-uri-fragment",
    text: (text) => hasWholeEscapes(text) && /^#(\/([\w.!$&'()*+,;:=@%-]|~[01])*)*$/.test(text),
};
export const ipv4 = { name: "ipv4", text: (text) => IPV4.test(text) };
export const ipv6 = { name: "ipv6", text: (text) => isIpv6(text) };
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

export const uniqueItems = () => ({
    array: [
        (list, path, issues) => new Set(list.map(keyOf)).size === list.length || fail(issues, path, "uniqueItems", "must not repeat an item"),
    ],
});
/** `contains`, `minContains` and `maxContains`. */
export const contains = ({ contains: wanted = true, minContains = 1, maxContains }, scope) => {
    const check = scope.inside(wanted);
    const counts = maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
    return {
        array: [
            (list, path, issues) => {
                const count = list.filter((item) => check(item, path)).length;
                return ((count >= minContains && count <= (maxContains ?? count)) ||
                    fail(issues, path, "contains", `must contain ${counts} matching items`));
            },
        ],
    };
};
/** `prefixItems`, and `items` for the rest. */
export const prefixItems = ({ prefixItems: prefix = [], items = true }, scope) => {
    const first = prefix.map(scope.inside);
    const rest = items === false ? ALWAYS : scope.inside(items);
    return { array: [eachItem((at) => first[at] ?? rest), ...(items === false ? noMore(first.length) : [])] };
};

// multiple of

export const multipleOf = (schema) => ({
    number: limit(schema, "multipleOf", "be a multiple of", isMultiple),
});
/** Compares decimal digits: 19.99 is a multiple of 0.01, although their quotient in floating point is no integer. */
function isMultiple(value, step) {
    if (Number.isInteger(value) && Number.isInteger(step))
        return value % step === 0;
    if (typeof value === "number" && !Number.isFinite(value))
        return false;
    const [left, right] = [decimalParts(value), decimalParts(step)];
    const exponent = Math.min(left.exponent, right.exponent);
    const scaled = ({ digits, exponent: own }) => digits * 10n ** BigInt(own - exponent);
    return scaled(left) % scaled(right) === 0n;
}
function decimalParts(value) {
    const [mantissa = "", exponent = 0] = String(value).split("e");
    const [whole, fraction = ""] = mantissa.split(".");
    return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

// null or

/** `oneOf` or `anyOf` of null and one other schema, the usual form of nullable references. */
export const nullOr = ({ oneOf, anyOf = [] }, scope) => {
    const branches = oneOf ?? anyOf;
    return { any: leadsBack(scope, branches) ? [] : [eitherOf(branches, scope, oneOf !== undefined)] };
};
function eitherOf(branches, scope, onlyOne) {
    const isNullBranch = (branch) => typeof branch === "object" && branch.type === "null";
    const [isNull = NEVER] = branches.filter(isNullBranch).map((branch) => partOf(scope, branch, true));
    const [other = NEVER] = branches
        .filter((branch) => !isNullBranch(branch))
        .map((branch) => partOf(scope, branch, true));
    return (value, path, issues, depth) => {
        if (value === null && isNull(null, path)) {
            return (!(onlyOne && other(null, path)) ||
                fail(issues, path, "oneOf", "must match exactly one of 2 schemas, but matches 2"));
        }
        const before = issues?.length ?? 0;
        if (other(value, path, issues, depth))
            return true;
        if (issues && isNull !== NEVER) {
            for (const [at, issue] of issues.entries()) {
                if (at < before || issue.keyword !== "type" || issue.path !== path)
                    continue;
                issues[at] = { ...issue, message: `${issue.message} or null`, expected: [issue.expected, "null"].flat() };
            }
        }
        return false;
    };
}

// objects

/** `minProperties` and `maxProperties`. */
export const propertyCounts = (schema) => ({
    object: [
        ...limit(schema, "minProperties", "have at least", (value, least) => namesOf(value).length >= least, "property"),
        ...limit(schema, "maxProperties", "have at most", (value, most) => namesOf(value).length <= most, "property"),
    ],
});
/** `patternProperties`, and `properties` and `additionalProperties` beside them. */
export const patternProperties = (schema, scope) => {
    const named = new Map(Object.entries(schema.properties ?? {}));
    const patterns = Object.entries(schema.patternProperties ?? {}).map(([pattern, property]) => [toRegExp(pattern), scope.inside(property)]);
    const rest = restOf(schema, scope);
    const checkOf = (name) => {
        const own = named.get(name);
        const matching = isUntested(name, schema)
            ? [scope.inside(true)]
            : patterns.flatMap(([pattern, check]) => (pattern.test(name) ? [check] : []));
        return (together([...(own === undefined ? [] : [scope.inside(scope.unchecked.has(name) || own)]), ...matching])[0] ?? rest);
    };
    return { object: [eachMember(checkOf, scope)] };
};
export const propertyNames = ({ propertyNames: allowed = true }, scope) => {
    const check = scope.inside(allowed);
    return {
        object: [
            (value, path, issues, depth) => {
                const wrong = depth === 0 ? [] : namesOf(value).filter((name) => !check(name, path));
                for (const name of wrong)
                    fail(issues, pathTo(path, name), "propertyNames", "has a name that is not allowed");
                return wrong.length === 0;
            },
        ],
    };
};
/** `dependentRequired` and `dependentSchemas`. */
export const dependents = ({ dependentRequired = {}, dependentSchemas = {} }, scope) => {
    const names = Object.entries(dependentRequired).flatMap(([name, needs]) => needs
        .filter((need) => !scope.optional.has(need))
        .map((need) => (value, path, issues) => !has(value, name) ||
        has(value, need) ||
        fail(issues, pathTo(path, need), "dependentRequired", `is required beside ${name}`)));
    const schemas = Object.entries(dependentSchemas).map(([name, schema]) => {
        const check = partOf(scope, schema, true);
        return (value, path, issues, depth) => !has(value, name) || check(value, path, issues, depth);
    });
    return { object: [...names, ...schemas] };
};

// unevaluated

/** `unevaluatedProperties` and `unevaluatedItems`. */
export const unevaluated = /* @__PURE__ */ Object.assign(checks, { mark: markOf });
function checks(schema, scope) {
    const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
    // Without the `unevaluated` keywords of the schema itself.
    const { unevaluatedProperties: _, unevaluatedItems: __, ...others } = schema;
    const mark = markOf(others, scope);
    const check = (value, path, issues, depth) => {
        const rest = Array.isArray(value) ? items : isObject(value) ? properties : undefined;
        if (rest === undefined || typeof value !== "object" || value === null)
            return true;
        const seen = new Set();
        mark(value, seen);
        const left = Object.entries(value).filter(([name, member]) => member !== undefined && !seen.has(name));
        if (rest === false) {
            if (left.length > 0 && Array.isArray(value)) {
                const most = value.length - left.length;
                return fail(issues, path, "unevaluatedItems", `must have at most ${most} items`, value, most);
            }
            for (const [name] of left)
                fail(issues, pathTo(path, name), "unevaluatedProperties", "is not a known property");
            return left.length === 0;
        }
        const inside = scope.inside(rest);
        const wrong = left.filter(([name, member]) => depth !== 0 && !inside(member, pathTo(path, name), issues, depth && depth - 1));
        return wrong.length === 0;
    };
    return { last: [check] };
}
/** The parts of a value that the schema evaluates. */
function markOf(schema, scope) {
    const { properties = {}, prefixItems = [], contains } = schema;
    const patterns = Object.keys(schema.patternProperties ?? {}).map(toRegExp);
    const contained = contains === undefined ? undefined : scope.inside(contains);
    const { additionalProperties, unevaluatedProperties, items, unevaluatedItems } = schema;
    const allProperties = (additionalProperties ?? unevaluatedProperties) !== undefined;
    const allItems = (items ?? unevaluatedItems) !== undefined;
    return (value, seen) => {
        for (const [name, member] of Object.entries(value)) {
            if (Array.isArray(value)
                ? allItems || Number(name) < prefixItems.length || contained?.(member, "")
                : allProperties ||
                    Object.hasOwn(properties, name) ||
                    isUntested(name, schema) ||
                    patterns.some((pattern) => pattern.test(name)))
                seen.add(name);
        }
        for (const check of appliedParts(schema, scope, value))
            check.mark?.(value, seen);
    };
}
/** The subschemas for the same value that accept it. */
function appliedParts(schema, scope, value) {
    const { allOf = [], if: condition, dependentSchemas = {} } = schema;
    const branches = [schema.anyOf, schema.oneOf].flatMap((list) => (list && !leadsBack(scope, list) ? list : []));
    const applied = branches.map((branch) => partOf(scope, branch, true)).filter((check) => check(value, ""));
    if (condition !== undefined) {
        const check = partOf(scope, condition, true);
        const holds = check(value, "");
        if (holds)
            applied.push(check);
        const then = holds ? schema.then : schema.else;
        if (then !== undefined)
            applied.push(partOf(scope, then, true));
    }
    for (const [name, part] of Object.entries(dependentSchemas)) {
        if (Object.hasOwn(value, name))
            applied.push(partOf(scope, part, true));
    }
    return [...allOf.map((part) => partOf(scope, part)), ...applied];
}
