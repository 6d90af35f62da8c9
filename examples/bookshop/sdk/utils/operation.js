// is plain object

/** True for object literals and parsed JSON, false for dates, files and lists. */
export function isPlainObject(value) {
    if (typeof value !== "object" || value === null)
        return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
}

// map members

/** Replaces the members of an object or the items of a list. Returns the same object if nothing changes, and other values as they are. */
export function mapMembers(value, map) {
    const isList = Array.isArray(value);
    if (!isList && !isPlainObject(value))
        return value;
    let copy;
    for (const name of Object.keys(value)) {
        const member = value[name];
        const mapped = map(member, name);
        if (mapped === member)
            continue;
        copy ??= Object.assign(isList ? [] : Object.create(null), value);
        copy[name] = mapped;
    }
    return copy ?? value;
}

// operation facts

const TEXT = { type: "string" };
const known = new WeakMap();
/** Expands an operation. Cached. */
export function factsOf(operation) {
    let facts = known.get(operation);
    if (!facts) {
        const { route, parameters = [] } = operation;
        const [method = "", path = ""] = route.split(/ (.*)/s);
        const plain = ([name, schema]) => ({
            name,
            in: path.includes(`{${name}}`) ? "path" : "query",
            schema,
        });
        const listed = parameters.flatMap((spec) => {
            if (typeof spec === "string")
                return plain([spec, TEXT]);
            return isSpec(spec) ? spec : Object.entries(spec).map(plain);
        });
        const own = (name) => listed.find((spec) => spec.in === "path" && spec.name === name) ?? plain([name, TEXT]);
        const parts = path.split(/\{([^{}]*)\}/).map((text, at) => (at % 2 === 0 ? text : own(text)));
        const inPath = parts.filter((part) => typeof part !== "string");
        facts = { method, parts, parameters: [...new Set([...inPath, ...listed])] };
        known.set(operation, facts);
    }
    return facts;
}
/** The body of an operation, also where it has the short form. */
export function bodyOf({ json, body }) {
    return json === undefined ? body : { required: true, content: { "application/json": { schema: json } } };
}
function isSpec(spec) {
    return "in" in spec;
}

// parameters of

/** All parameters of an operation, those of the path first. */
export function parametersOf(operation) {
    return factsOf(operation).parameters;
}
export function parameterNamed(operation, name) {
    return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}
export function nameInCall(spec) {
    return spec.as ?? spec.name;
}

// value at

/** The value at a path. At a list, collects the values of its elements. */
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

// record parameters

/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
export function recordParameters({ parents = [], idParameter = "id" }, { path = [idParameter] }, given, id) {
    const partAt = (at) => (parents[at] ? given[parents[at].parameter] : id);
    return Object.fromEntries(path.map((name, at) => [name, partAt(at)]));
}
