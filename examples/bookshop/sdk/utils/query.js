import { ClientError, NotFoundError, ValidationError, fail, issueOf, refuse, thereAre } from "./errors.js";
import { buildRequest, isPlainObject, nameInCall, parameterNamed, parametersOf, send, valueAt } from "./http.js";
import { compile, formatName, isSame, partsOf, targetOf, typesOf } from "./validate.js";

// fields

const declared = new WeakMap();
/** The properties of a schema, its parts and branches. Empty if the schema names none, so that any may exist. Cached. */
export function fieldsOf(schema) {
    const target = targetOf(schema);
    if (typeof target !== "object")
        return new Map();
    let fields = declared.get(target);
    if (!fields) {
        // A schema inside itself adds nothing.
        declared.set(target, new Map());
        fields = declaredBy(target);
        declared.set(target, fields);
    }
    return fields;
}
/** The first declaration of a name wins. Branches, which are kinds of a record, may each have their own. */
function declaredBy({ properties = {}, allOf = [], anyOf = [], oneOf = [] }) {
    const within = (part) => [...fieldsOf(part)];
    const kinds = new Map();
    for (const [name, field] of [...anyOf, ...oneOf].flatMap(within))
        kinds.set(name, (kinds.get(name) ?? new Set()).add(targetOf(field)));
    return new Map([
        ...[...kinds].map(([name, fields]) => [name, eitherOf([...fields])]),
        ...[...allOf].reverse().flatMap(within),
        ...Object.entries(properties),
    ]);
}
function eitherOf(fields) {
    const [only = true] = fields;
    const objects = fields.filter((field) => typeof field === "object");
    if (fields.length === 1)
        return only;
    if (objects.length < fields.length)
        return true;
    const members = objects.map((field) => field.enum ?? ("const" in field ? [field.const] : undefined));
    const types = objects.map((field) => typesOf(field));
    return {
        ...(types.every(({ size }) => size > 0) && { type: [...new Set(types.flatMap((some) => [...some]))] }),
        ...(members.every((some) => some !== undefined) && { enum: members.flat() }),
        anyOf: objects,
    };
}
/** The schema at a path, also inside arrays. `undefined` if there is no such field, `true` if any value is allowed. */
export function fieldAt(schema, [name, ...rest]) {
    if (name === undefined || schema === undefined)
        return schema;
    const fields = fieldsOf(schema);
    const target = targetOf(schema);
    const { type = "object", items, additionalProperties: further } = typeof target === "object" ? target : {};
    let field = fields.get(name);
    // Undeclared properties exist only if the description allows them.
    if (fields.size > 0)
        field ??= further || undefined;
    else if (items !== undefined)
        field = fieldAt(items, [name]);
    else if (target && further !== false && [type].flat().includes("object"))
        field = true;
    return fieldAt(field, rest);
}
/** The format of a schema or of one of its parts. */
export function formatOf(schema) {
    return [...within(schema)].find(({ format }) => format)?.format;
}
/** The schema with its parts and branches, recursively. */
function within(schema, found = new Set()) {
    const target = targetOf(schema);
    if (typeof target === "object" && !found.has(target)) {
        found.add(target);
        for (const part of partsOf(target))
            within(part, found);
    }
    return found;
}
/** The error of a clause: `sort.title`. */
export function invalidClause(resource, clause, message, keyword = "query") {
    return new ValidationError([issueOf(undefined, clause, keyword, message)], `${resource}.find`);
}
/** The path of a field. @throws ValidationError if there is no such field */
export function fieldIn({ schema, name: resource }, clause, name, keyword) {
    const place = name.split(".");
    if (fieldAt(schema, place) !== undefined)
        return place;
    const message = `is not a field${thereAre(fieldsOf(schema).keys())}`;
    throw invalidClause(resource, `${clause}.${name}`, message, keyword);
}

// compared as

/**
 * How a field's texts are compared: by the function of their format, as times, or as numbers. `undefined`: as texts.
 */
export function comparisonOf(field = true) {
    const format = formatOf(field);
    const types = typesOf(field);
    if (types.has("string")) {
        if (typeof format === "object" && format.compare)
            return format.compare;
    }
    else if (types.has("number") || types.has("integer"))
        return compareNumbers;
    return formatName({ format }) === "date-time" ? compareInstants : undefined;
}
/**
 * Compares numbers, including numbers in texts: decimals that a server describes as numbers, and integers beyond 2^53.
 */
const compareNumbers = (left, right) => comparePlain(unquoted(left), unquoted(right));
const unquoted = (value) => typeof value === "string" && /^-?\d*\.?\d+$/.test(value) ? (value.includes(".") ? Number : BigInt)(value) : value;
/** Compares the times of two texts, or the texts if they are no times. */
export const compareInstants = (left, right) => {
    const difference = Date.parse(String(left)) - Date.parse(String(right));
    return typeof left !== "string" || typeof right !== "string" || Number.isNaN(difference)
        ? comparePlain(left, right)
        : difference || comparePlain(belowMilliseconds(left), belowMilliseconds(right));
};
/** The digits of a time that `Date` drops: many servers send microseconds. */
function belowMilliseconds(time) {
    return /\.\d{3}(\d*?)0*(?!\d)/.exec(time)?.[1] ?? "";
}
/** Compares values of the same type. */
export const comparePlain = (left, right) => {
    const isText = typeof left === "string" && typeof right === "string";
    if (isText || (isNumber(left) && isNumber(right)) || (typeof left === "boolean" && typeof right === "boolean"))
        return left < right ? -1 : Number(left > right);
    return NaN;
};
function isNumber(value) {
    return typeof value === "number" || typeof value === "bigint";
}

// condition

/** Conditions that must all be true. */
export function conjunction(where) {
    if (!where)
        return [];
    return where.kind === "and" ? where.of.flatMap(conjunction) : [where];
}
/** The properties that a condition names. */
export function placesIn(condition) {
    return condition.kind === "test" ? [condition.property] : [condition.of].flat().flatMap(placesIn);
}
const OPERATORS = "=|!= ! not|< lessThan|<= lessThanOrEqual|> greaterThan|>= greaterThanOrEqual|in|nin|contains|notContains|startsWith|endsWith|like|icontains|istartsWith|iendsWith|ilike|exists";
/** Operators by their spellings. With a list, `!` and `not` mean `nin`. */
export const SPELLINGS = new Map(OPERATORS.split("|").flatMap((group) => {
    const [operator, ...others] = group.split(" ");
    return operator ? [operator, ...others].map((spelling) => [spelling, operator]) : [];
}));

// explain

/** Writes the plan as lines of text. */
export function explainPlan({ resource, state, fetching, sorted, steps }, missing = []) {
    const lines = steps.map(({ clause, where, parameter, reason }) => `${clause}: ${where}${parameter ? ` (${parameter})` : ""}, ${reason}`);
    if (missing.length > 0)
        lines.push(`missing: params({ ${missing.map((name) => `${name}: …`).join(", ")} })`);
    if (!sorted && state.sort.length > 0)
        lines.push("sorted here, after all records are read");
    return [`${resource.name}: ${requestText(fetching)}`, ...lines].join("\n  ");
}
/** @param limit the limit that was reached: `100 requests` */
export function tooBroad(plan, limit) {
    return new QueryTooBroadError(plan, `${plan.resource.name}: the query reads more than ${limit}.\n${explainPlan(plan)}\nNarrow it with a condition that the server takes or a limit, or raise options({ maxRequests, maxRecords }).`);
}
function requestText(fetching) {
    switch (fetching.kind) {
        case "none":
            return `no request: ${fetching.reason}`;
        case "ids":
            return `requests by id: ${fetching.ids.length}`;
        case "pages":
            return `${fetching.requests.length === 1 ? "one list" : `${fetching.requests.length} lists`}, page by page`;
    }
}
/** The query exceeds its limits. The message contains the plan and a way to narrow it. */
export class QueryTooBroadError extends ClientError {
    plan;
    constructor(plan, message) {
        super("QUERY_TOO_BROAD", message);
        this.plan = plan;
    }
}

// list call

/** A parameter of the list operation, or a property of the body of a search. */
export function listParameter({ operation, body }, name) {
    const schema = name !== undefined && body && Object.hasOwn(body, name) ? body[name] : undefined;
    return schema === undefined ? parameterNamed(operation, name) : { schema };
}
/** Builds the call of a list. */
export function listCall(list, parameters) {
    return list.searchCall?.(list, parameters) ?? { operation: list.operation, parameters };
}
/** Puts values that are not parameters into the body. */
export const searchCall = ({ operation }, parameters) => {
    const [own, body] = divided(operation, parameters);
    return { operation, parameters: own, body };
};
/**
 * Puts values that are not parameters into the JSON of one parameter. The caller's own value for this parameter wins.
 */
export const filterCall = ({ operation, within = "" }, parameters) => {
    const [own, members] = divided(operation, parameters);
    const filter = { ...members, ...own[within] };
    return { operation, parameters: Object.keys(filter).length === 0 ? own : { ...own, [within]: filter } };
};
function divided(operation, parameters) {
    const names = new Set(parametersOf(operation).map(nameInCall));
    const of = (isOwn) => Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(name) === isOwn));
    return [of(true), of(false)];
}
/** The parameter with a number, as a text where the description declares page numbers and sizes as texts. */
export function numberedParameter({ texts }, name, value) {
    return { [name]: texts?.includes(name) ? String(value) : value };
}
/** Expands the filters of a list: `"status"`, `"id in"`, `"created.gte >="`, `"since >= updated_at"`. */
export function filtersOf({ filters = [] }) {
    return filters.map((filter) => {
        if (typeof filter !== "string")
            return filter;
        const [path = "", operator = "=", property] = filter.split(" ");
        const [parameter = "", ...at] = path.split(".");
        return {
            parameter,
            at,
            operator: operator,
            property: (property ?? parameter).split("."),
        };
    });
}

// matches

export function toPredicate(condition, schema) {
    switch (condition.kind) {
        case "test": {
            const { property, value } = condition;
            const field = fieldAt(schema, property);
            // A field without a schema may be a time. It is one if it is compared with a `Date`, which is a text here.
            const isTime = field === true && /-\d\dT[\d:]{8}\.\d{3}Z/.test(String(value));
            const holds = toTest(condition, isTime ? compareInstants : comparisonOf(field));
            return (record) => holds(valueAt(record, property));
        }
        case "not": {
            const holds = toPredicate(condition.of, schema);
            return (record) => !holds(record);
        }
    }
    const parts = condition.of.map((part) => toPredicate(part, schema));
    const combine = condition.kind === "and" ? "every" : "some";
    return (record) => parts[combine]((holds) => holds(record));
}
const OPPOSITES = { "!=": "=", nin: "in", notContains: "contains" };
/** A list matches if one element matches; for `!=`, `nin` and `notContains`, if no element matches the opposite. */
function toTest({ operator, value: wanted, ...test }, compare) {
    const opposite = OPPOSITES[operator];
    if (opposite) {
        const holds = toTest({ ...test, operator: opposite, value: wanted }, compare);
        return (value) => !holds(value);
    }
    if (/^i[a-z]{2}/.test(operator)) {
        // The operators that ignore case are named like those that do not.
        const holds = toTest({ ...test, operator: operator.slice(1), value: fold(wanted) }, compare);
        return text((value) => holds(fold(value)));
    }
    const equals = (one, value) => one === null ? value === null || value === undefined : isEqual(value, one, compare);
    switch (operator) {
        case "in":
            return some((value) => wanted.some((one) => equals(one, value)));
        case "<":
        case "<=":
        case ">":
        case ">=":
            return some((value) => {
                const sign = (compare ?? comparePlain)(value, wanted);
                return sign === 0 ? operator.endsWith("=") : !Number.isNaN(sign) && operator.startsWith(sign < 0 ? "<" : ">");
            });
        case "exists":
            return (value) => (value !== undefined && value !== null) === wanted;
        case "contains":
            return some((value) => (typeof value === "string" ? value.includes(String(wanted)) : isSame(value, wanted)));
        case "startsWith":
        case "endsWith":
            return text((value) => value[operator](String(wanted)));
        case "like":
            return text(like(String(wanted)));
    }
    return some((value) => equals(wanted, value));
}
const some = (holds) => (value) => Array.isArray(value) ? value.some(holds) || holds(value) : holds(value);
const text = (holds) => some((value) => typeof value === "string" && holds(value));
const fold = (value) => String(value).toLowerCase();
function isEqual(value, wanted, compare) {
    if (compare?.(value, wanted) === 0)
        return true;
    // Exact integers may be texts or bigints.
    if (typeof value === "bigint" || typeof wanted === "bigint")
        return String(value) === String(wanted);
    return isSame(value, wanted);
}
/**
 * Creates a test for an SQL pattern: `%` is any text, `_` any character, `\` escapes the next one. The number of steps
 * is at most the length of the text times that of the pattern, so no pattern takes exponential time.
 */
function like(pattern) {
    const marks = [...pattern.matchAll(/\\(.)|./gsu)];
    return (text) => {
        const characters = [...text];
        // True at each length of a beginning of the text that the marks so far match.
        let ends = [true, ...characters.map(() => false)];
        for (const [mark, escaped = mark] of marks) {
            const first = ends.indexOf(true);
            ends = ends.map((_, at) => mark === "%"
                ? first >= 0 && at >= first
                : ends[at - 1] === true && (mark === "_" || escaped === characters[at - 1]));
        }
        return ends.at(-1) === true;
    };
}

// order

/**
 * Parses `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for unknown fields and directions
 */
export function parseSort(input, resource) {
    const invalid = (clause) => invalidClause(resource.name, clause, "must be like 'name ASC' or { name: 'ASC' }", "sort");
    const key = ([name, direction]) => {
        const property = fieldIn(resource, "sort", name, "sort");
        const descending = /^(desc|-1)$/i.test(String(direction));
        if (descending || /^(asc|1)$/i.test(String(direction)))
            return { property, descending };
        throw invalid(`sort.${name}`);
    };
    return [input].flat().flatMap((part) => {
        if (isPlainObject(part))
            return Object.entries(part).map(key);
        if (typeof part !== "string")
            throw invalid("sort");
        return part.split(",").map((text) => {
            const [, sign, name = "", direction] = /^\s*([+-]?)(\S*)\s*(\S*)/.exec(text) ?? [];
            return key([name, sign === "-" ? "DESC" : direction || "ASC"]);
        });
    });
}
/** Sorts missing values and null last in both directions, then by the next key, then by the id. */
export function toOrder(keys, schema, id) {
    const all = id ? [...keys, { property: id, descending: false }] : keys;
    const steps = all.map(({ property, descending }) => {
        const compare = comparisonOf(fieldAt(schema, property)) ?? comparePlain;
        return (left, right) => {
            const first = valueAt(left, property) ?? undefined;
            const second = valueAt(right, property) ?? undefined;
            if (first === undefined || second === undefined)
                return Number(first === undefined) - Number(second === undefined);
            const sign = compare(first, second) || 0;
            return descending ? -sign : sign;
        };
    });
    return (left, right) => steps.reduce((sign, step) => sign || step(left, right), 0);
}
/** Writes an order as text. */
export function orderName(keys) {
    return keys.map(({ property, descending }) => `${property.join(".")}${descending ? " DESC" : ""}`).join(", ");
}

// query plan

export const NO_CLAUSES = { sort: [], skip: 0, omit: [], populate: [], parameters: {} };
/** True if the step loads the whole relation, which a server may expand itself. */
export function isWhole({ next, sub }) {
    return next.length === 0 && Object.keys(sub).length === 0;
}
/** The reason for a parameter that does all of the work. */
export const SAME = "the parameter means the same";
/** @param parameter the parameter, if the server does the work */
export function planStep(clause, reason = "no parameter for it", parameter) {
    return {
        clause,
        where: parameter === undefined ? "client" : "server",
        ...(parameter !== undefined && { parameter }),
        reason,
    };
}

// shown paging

/**
 * Used in place of a parameter's name, to remember whether paths take the ids of records, and answer the properties of
 * the list. Some descriptions say id where the server needs a name.
 */
export const BY_ID = "by id";
const known = new WeakMap();
/** The observations of a client about a parameter. Callers set members as they learn more. */
export function shownPaging(context, { operation }, parameter) {
    const all = known.get(context) ?? new Map();
    const key = `${operation.route} ${parameter}`;
    const shown = all.get(key) ?? {};
    known.set(context, all.set(key, shown));
    return shown;
}
/** The parameter for the start of a page. Empty if only links lead to the next page. */
export function pagingParameter({ cursor, page, offset }) {
    return cursor?.parameter ?? offset ?? page?.parameter ?? "";
}

// push down

const REPEATS = "the server answered the same page again: the list ends there";
/** Maximum number of ids that are read one by one. */
const MOST_IDS = 20;
/**
 * Decides which part of a query the server does. It gets only conditions that exclude no matching record, and the
 * client checks the records again. If the server filters loosely or not at all, only the cost changes, never the
 * result.
 */
export function planQuery(context, resource, state) {
    const steps = [];
    const { list, id, idParameter } = resource;
    const { where, skip, sort, limit, select, parameters: given } = state;
    const tests = conjunction(where);
    const common = { resource, state, steps, sorted: true, exact: true, several: [] };
    const nothing = (reason) => ({ ...common, fetching: { kind: "none", reason } });
    if (limit === 0)
        return nothing("limit is 0");
    if (tests.some((part) => part.kind === "test" && part.operator === "in" && isSame(part.value, [])))
        return nothing("an empty list");
    const ids = idsOf(resource, tests);
    const isRead = !list || shownPaging(context, list, BY_ID).isHeeded !== false;
    if (ids && isRead && !(ids.length > 1 && list?.push?.covers(context, list, ids, id))) {
        steps.push(planStep("id in", "read by id", idParameter));
        return { ...common, fetching: { kind: "ids", ids }, sorted: false, exact: false };
    }
    if (!list)
        return nothing("there is no list");
    const taken = new Set(Object.keys(given));
    const { parameters, alternatives, complete, several } = pushAll(context, resource, list, tests, taken, steps);
    const isSorting = sort.length > 0;
    const order = isSorting ? list.sort?.plan(context, resource, list, list.sort, state) : undefined;
    if (isSorting)
        steps.push(planStep(`sort ${orderName(sort)}`, order?.reason, order?.parameters && list.sort?.parameter));
    const isSorted = !isSorting || order?.parameters !== undefined;
    const exact = complete && !alternatives;
    const parts = list.pushParts?.(resource, list, state, taken, steps);
    if (!list.pushParts && select)
        steps.push(planStep("select"));
    const parameter = pagingParameter(list);
    if (shownPaging(context, list, parameter).hasRepeated)
        steps.push({ clause: "next page", where: "client", parameter, reason: REPEATS });
    // A server that filters loosely would skip records that do not match.
    const isDoneHere = where || order?.trial || !exact || !isSorted;
    const skipped = (skip > 0 && (isDoneHere ? { reason: "the client filters or sorts" } : list.skip?.ask(context, list, state))) || {};
    if (skip > 0)
        steps.push(planStep(`skip ${skip}`, skipped.reason, Object.keys(skipped.parameters ?? {})[0]));
    const skipPushed = skipped.parameters !== undefined;
    const trial = order?.trial ?? (skipPushed ? list.skip : several.length > 0 ? list.several : undefined);
    // The number of records that are needed, up to the parameter's maximum. If the number is not known, the maximum.
    const needed = exact && isSorted && limit !== undefined ? limit + (skipPushed ? 0 : skip) : Infinity;
    const size = list.limit &&
        numberedParameter(list, list.limit.parameter, Math.min(Math.max(needed, list.limit.minimum ?? 1), largestPage(list)));
    const requests = (alternatives ?? [{}]).map((branch) => ({
        parameters: {
            ...list.start,
            ...parameters,
            ...order?.parameters,
            ...parts,
            ...size,
            ...given,
            ...branch,
            ...skipped.parameters,
        },
    }));
    const sorted = requests.length === 1 && isSorted;
    return {
        ...common,
        fetching: { kind: "pages", requests },
        sorted,
        exact,
        skipPushed,
        run: trial?.run,
        several,
        missing: sorted ? order?.missing : undefined,
    };
}
function idsOf({ id, idParameter, read }, tests) {
    if (!id || !idParameter || !read)
        return undefined;
    for (const part of tests) {
        if (part.kind !== "test" || !isSame(part.property, id))
            continue;
        const { operator, value } = part;
        if (operator === "=" && value !== null)
            return [value];
        if (operator === "in" && Array.isArray(value) && value.length <= MOST_IDS && !value.includes(null))
            return [...new Set(value)];
    }
    return undefined;
}
function pushAll(context, { schema }, list, tests, taken, steps) {
    let parameters = {};
    let alternatives;
    let complete = true;
    const several = [];
    const { push } = list;
    for (const part of tests) {
        if (part.kind === "test") {
            const found = push?.test(context, list, part, taken, parameters, schema);
            steps.push(planStep(`${part.property.join(".")} ${part.operator}`, found?.reason, found?.parameter));
            parameters = found?.parameters ?? parameters;
            if (found?.trial)
                several.push(found.trial);
            complete &&= found?.exact === true;
            continue;
        }
        complete = false;
        const isOr = part.kind === "or" && !alternatives;
        const branches = isOr ? push?.alternatives(context, list, part.of, taken, schema) : undefined;
        alternatives ??= branches;
        const names = branches && [...new Set(branches.flatMap(Object.keys))].join(", ");
        steps.push(planStep(part.kind, branches && `${branches.length} requests`, names));
        if (branches)
            continue;
        // Without a value, only parameters that ask for every record take the test.
        for (const test of list.operators?.testsIn(part) ?? []) {
            const whole = { ...test, operator: "!=", value: undefined };
            parameters = push?.test(context, list, whole, taken, parameters, schema)?.parameters ?? parameters;
        }
    }
    return { parameters, alternatives, complete, several };
}
/** The largest number of records to ask for in a page. */
export function largestPage({ limit }) {
    return limit?.maximum ?? Math.max(limit?.default ?? 0, 100);
}

// read pages

/**
 * Reads page after page. Finds the next page in this order: a token or URL in the body, a `Link` header with
 * `rel="next"`, the id of the last record if there is a has-more flag, and counting. Ends on an empty page, and on a
 * page without new records, because some servers ignore the start and repeat a page. A short page is the last one,
 * unless the server may have a smaller page size.
 */
export async function* readPages(run, resource, start) {
    const list = resource.list;
    const unseen = unseenRecords(resource.id);
    const totals = new Set();
    let parameters = start;
    let before = 0;
    let isTrial = false;
    let hasOverlap = false;
    for (let pages = 1; parameters; pages += 1) {
        const page = await readPage(run, resource, parameters, before).catch((error) => {
            if (!isTrial || !(error.status < 500))
                throw error;
            return undefined;
        });
        if (!page)
            break;
        const records = unseen(page.records);
        const hasRepeated = records.length === 0 && page.records.length > 0;
        isTrial = page.isTrial;
        const second = pages === 2 ? list.numbers?.learn(run.context, list, parameters, hasRepeated) : undefined;
        if (second) {
            parameters = second;
            continue;
        }
        const shown = shownPaging(run.context, list, pagingParameter(list));
        if (pages === 2 && page.records.length > 0)
            shown.isHeeded = !hasRepeated;
        shown.hasRepeated ||= hasRepeated;
        hasOverlap ||= records.length > 0 && records.length < page.records.length;
        yield { records, total: page.total, hasOverlap };
        if (page.rest)
            throw page.rest;
        if (records.length === 0)
            break;
        totals.add(page.total);
        before += records.length;
        parameters = page.next;
    }
    const [total = 0, ...others] = totals;
    const starts = [list.offset, list.page?.parameter, list.cursor?.parameter];
    const isWhole = starts.every((name) => name === undefined || start[name] === list.start?.[name]);
    // If the list changes, its total changes too.
    if (hasOverlap && isWhole && others.length === 0 && before < total)
        throw new ClientError("LIST_INCOMPLETE", `${resource.name}: pages overlap, and gave ${before} of ${total} records. Sort by a field without equal values.`);
}
/** @param before number of records on previous pages */
export async function readPage({ context, send, options }, resource, parameters, before = 0) {
    // Plans with pages have a list.
    const list = resource.list;
    const answer = await send(context, { ...listCall(list, parameters), options });
    const { data, headers } = answer;
    const items = valueAt(data, list.items);
    // An HTML page, or JSON that was cut. For an empty list, servers may send nothing or `null`.
    if (!Array.isArray(items) && (items ?? (isPlainObject(data) ? undefined : data)) != null)
        throw noList(resource.name);
    const records = Array.isArray(items) ? items.map((item) => valueAt(item, list.item)) : [];
    const total = count(list.total && valueAt(data, list.total)) ?? count(headers.get("x-total-count"));
    const isTrial = list.capped?.(context, list, parameters, records.length) ?? false;
    const page = { records, total, read: before + records.length, isTrial };
    const next = nextOf(context, resource, list, parameters, answer, page);
    return { ...page, next, rest: next ? undefined : list.rest?.(resource, parameters, data, page) };
}
/** Removes records that were on previous pages, by their ids. Without unique ids, removes only whole repeated pages. */
function unseenRecords(id) {
    const seen = new Set();
    const isNew = (key) => seen.size < seen.add(key).size;
    return (page) => {
        const ids = page.map((record) => id && valueAt(record, id));
        if (!ids.includes(undefined) && new Set(ids).size === ids.length)
            return page.filter((_, at) => isNew(ids[at]));
        return isNew(JSON.stringify(page)) ? page : [];
    };
}
function nextOf(context, resource, list, parameters, answer, page) {
    const { cursor, links } = list;
    if (list.next) {
        const token = valueAt(answer.data, list.next);
        // Without a cursor parameter, a missing token does not end the list, and counting continues.
        if (token === null || token === "" || (token === undefined && cursor))
            return undefined;
        if (links?.isUrl(token))
            return links.follow(token, answer, list, parameters);
        if (cursor)
            return { ...parameters, [cursor.parameter]: token };
        if (list.page && typeof token === "number")
            return { ...parameters, ...numberedParameter(list, list.page.parameter, token) };
    }
    const linked = links?.inHeader(answer, list, parameters);
    if (linked)
        return linked.next;
    const more = list.hasMore && valueAt(answer.data, list.hasMore);
    if (more === false)
        return undefined;
    if (cursor)
        return list.cursorPages?.(resource, list, parameters, page.records, more);
    return list.counted?.(context, list, parameters, page, more);
}
function noList(name, hint = "") {
    return new ClientError("LIST_INCOMPLETE", `${name}: the answer is no list${hint}`);
}
function count(value) {
    return /^\d+$/.test(String(value)) ? Number(value) : undefined;
}
/**
 * The error for a list that cannot be read completely. Either it has more records than its first page and no parameter
 * for the next page, or its answer is not a documented list. Only lists that may need the error import it. If the
 * caller gave a parameter that the client does not know, it may select a page, so there is no error.
 */
export function unreadRest({ name, list }, parameters, body, { read, total }) {
    if (!list)
        return undefined;
    if (list.items.length === 0 && isPlainObject(body))
        return noList(name, ": set list.items");
    const told = (place) => place && valueAt(body, place);
    const { limit, sort, fields, expand, operation } = list;
    const known = [limit?.parameter, sort?.parameter, sort?.direction?.parameter, fields, expand];
    const named = new Set([...known, ...filtersOf(list).map(({ parameter }) => parameter)]);
    const isAsked = parametersOf(operation).some((spec) => spec.in === "query" &&
        parameters[nameInCall(spec)] !== list.start?.[nameInCall(spec)] &&
        !named.has(nameInCall(spec)));
    const isWhole = total === undefined ? !told(list.hasMore) && !told(list.next) : total <= read;
    if (isAsked || isWhole)
        return undefined;
    return new ClientError("LIST_INCOMPLETE", `${name}: the server gave ${read}${total === undefined ? "" : ` of ${total}`} records, and the description declares no parameter for the rest. Ask for it with params(), or take the first ones with limit(${read}).`);
}

// execute query

/** Yields batches of complete records that match the query, in its order. Streams them unless the client has to sort. */
export async function* executeQuery(execution, resource, state) {
    const plan = allowedPlan(execution, resource, state);
    const { limit = Infinity, skip } = state;
    const found = await (plan.run ?? matching)(execution, plan);
    if (!found) {
        const { skip: _, ...reading } = resource.list;
        return yield* executeQuery(execution, { ...resource, list: reading }, state);
    }
    let toSkip = plan.skipPushed ? 0 : skip;
    let given = 0;
    let { missing } = plan;
    for await (const batch of plan.sorted ? found : sortedHere(found, plan)) {
        if (batch.length > 0) {
            if (await missing?.(execution, plan, batch))
                return yield* executeQuery(execution, resource, state);
            missing = undefined;
        }
        const wanted = batch.slice(toSkip, toSkip + limit - given);
        toSkip -= Math.min(toSkip, batch.length);
        given += wanted.length;
        if (wanted.length > 0)
            yield wanted;
        if (given >= limit)
            return;
    }
}
/**
 * Counts the records that match the query. Uses the server's total if all records of the first page match, and
 * otherwise reads all records. Without a condition, uses the operation that counts, or a page with one record.
 */
export async function countQuery(execution, resource, state) {
    const whole = countedState(state);
    const { list } = resource;
    const plan = allowedPlan(execution, resource, whole);
    const isTold = plan.exact && plan.fetching.kind === "pages";
    if (isTold && list && !whole.where) {
        const told = (await list.count?.run(execution, list.count, whole.parameters)) ??
            (list.total && (await firstPage(execution, plan, 1))?.total);
        if (told !== undefined)
            return told;
    }
    let count = 0;
    if (plan.run) {
        for await (const batch of executeQuery(execution, resource, whole))
            count += batch.length;
        return count;
    }
    let isFirst = isTold;
    for await (const { records, read, total } of pagesOf(execution, plan)) {
        if (isFirst && total !== undefined && records.length === read)
            return total;
        isFirst = false;
        count += records.length;
    }
    return count;
}
/** The part of a query that its count depends on. */
export function countedState({ where, parameters }) {
    return { ...NO_CLAUSES, where, parameters };
}
/** Reads the first page of a query, with `size` records if the list has a limit. */
export async function firstPage(execution, { resource, fetching }, size, more = {}) {
    const { list } = resource;
    if (!list || fetching.kind !== "pages")
        return undefined;
    const { limit, offset } = list;
    const { [offset ?? ""]: _, ...parameters } = { ...fetching.requests[0]?.parameters, ...more };
    const sized = limit && numberedParameter(list, limit.parameter, Math.max(size, limit.minimum ?? 1));
    return (await readPages(execution, resource, { ...list.start, ...parameters, ...sized }).next()).value ?? undefined;
}
/** @throws ValidationError if the query lacks parameters that the list requires */
function allowedPlan({ context }, resource, state) {
    const plan = planQuery(context, resource, state);
    resource.list?.required?.refuse(context, plan);
    return plan;
}
/** Yields batches of records that match the condition, each record once. */
export async function* matching(execution, plan) {
    for await (const { records } of pagesOf(execution, plan))
        yield records;
}
/** The matching records of each page. */
export async function* pagesOf(execution, plan) {
    const { resource, fetching, state } = plan;
    const { maxRecords } = execution.guard;
    const { where } = state;
    const holds = where ? toPredicate(where, resource.schema) : () => true;
    if (fetching.kind === "ids") {
        const { ids } = fetching;
        const records = await readById(execution, resource, ids, state);
        if (await answersAsListed(execution, plan, records))
            yield { records: records.filter(holds), read: records.length };
        else {
            const { read: _, ...listed } = resource;
            for await (const found of executeQuery(execution, listed, { ...countedState(state), limit: ids.length }))
                yield { records: found, read: found.length };
        }
    }
    if (fetching.kind !== "pages")
        return;
    const seen = new Set();
    const isNew = (record) => {
        if (fetching.requests.length === 1)
            return true;
        const key = resource.id ? valueAt(record, resource.id) : JSON.stringify(record);
        return seen.size < seen.add(key).size;
    };
    let all = 0;
    for (const { parameters } of fetching.requests) {
        for await (const { records, ...page } of readPages(execution, resource, parameters)) {
            all += records.length;
            yield { ...page, records: records.filter((record) => holds(record) && isNew(record)), read: records.length };
            if (all > maxRecords)
                throw tooBroad(plan, `${maxRecords} records`);
        }
    }
}
async function* sortedHere(found, { resource, state }) {
    const order = toOrder(state.sort, resource.schema, resource.id);
    const most = state.limit === undefined ? Infinity : state.limit + state.skip;
    let kept = [];
    for await (const batch of found) {
        // Not `push(...batch)`: a page may have more records than a call can have arguments.
        for (const record of batch)
            kept.push(record);
        // Keeps only records that can still be among the first, so memory depends on the limit and not on the list.
        if (kept.length > most * 2 + 1000)
            kept = kept.sort(order).slice(0, most);
    }
    yield kept.sort(order);
}
/** Builds the call that reads one record. */
export function readingOf(resource, read, state, id) {
    return { operation: read.operation, parameters: recordParameters(resource, read, state.parameters, id) };
}
/**
 * True if the paths of records answer as the list does. Tests it with a listed record if no record was found, or if one
 * lacks a property of the query: the path may need a name instead of the id, or answer fewer properties.
 */
async function answersAsListed(execution, { resource, state }, found) {
    const { list, id } = resource;
    if (!list || !id)
        return true;
    const { where, select = [], sort } = state;
    // A condition on the id led here.
    const named = [...placesIn(where), ...select, ...sort.map(({ property }) => property)];
    const lacking = named.filter((place) => found.some((record) => valueAt(record, place) === undefined));
    for (const place of found.length > 0 ? lacking : [[]]) {
        const shown = shownPaging(execution.context, list, [BY_ID, ...place].join("."));
        if (shown.isHeeded === undefined) {
            const page = await readPages(execution, resource, state.parameters).next().catch(noneIfAbsent);
            const isShown = (record) => valueAt(record, place) !== undefined;
            const key = valueAt(page?.value?.records.find(isShown), id);
            if (key === undefined)
                continue;
            shown.isHeeded = (await readById(execution, resource, [key], state)).some(isShown);
        }
        if (!shown.isHeeded)
            return false;
    }
    if (found.length > 0)
        shownPaging(execution.context, list, BY_ID).isHeeded = true;
    return true;
}
/** Skips missing records. */
async function readById(run, resource, ids, state) {
    const { read } = resource;
    if (!read)
        return [];
    const records = await inTurns(ids, (id) => dataOrNone(run, readingOf(resource, read, state, id), read.reply));
    return records.filter((record) => record !== undefined);
}
/** The part of an answer at `reply`; `undefined` if the server answers 404. */
export async function dataOrNone({ context, send, options }, call, reply = []) {
    return send(context, { ...call, options })
        .then(({ data }) => valueAt(data, reply))
        .catch(noneIfAbsent);
}
/** @throws errors other than that of a 404 */
export function noneIfAbsent(error) {
    if (!(error instanceof NotFoundError))
        throw error;
}
/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
export function recordParameters({ parents = [], idParameter = "id" }, { path = [idParameter] }, given, id) {
    const partAt = (at) => (parents[at] ? given[parents[at].parameter] : id);
    return Object.fromEntries(path.map((name, at) => [name, partAt(at)]));
}
/** Number of concurrent calls. */
const CONCURRENCY = 6;
/** Runs `work` on each item, a few at a time. Returns the results in the order of the items. */
export async function inTurns(items, work) {
    const results = [];
    for (let at = 0; at < items.length; at += CONCURRENCY)
        results.push(...(await Promise.all(items.slice(at, at + CONCURRENCY).map(work))));
    return results;
}
/**
 * Calls the operation that counts all records. `undefined` if a required parameter is missing or the answer is not a
 * number. Only lists with such an operation import it.
 */
export async function countRecords({ context, send, options }, { operation, reply }, parameters) {
    const names = parametersOf(operation).map(nameInCall);
    if (!Object.keys(parameters).every((name) => names.includes(name)))
        return undefined;
    const { data } = await send(context, { operation, parameters, options });
    const told = valueAt(data, reply);
    return Number.isInteger(told) ? told : undefined;
}

// further operators

/** Lists with filters by another operator than `=` and `in` bring it along. */
export const furtherOperators = { operand: operandOf, testsIn: testsIn };
/** The tests inside a condition. */
function testsIn(condition) {
    return condition.kind === "test" ? [condition] : [condition.of].flat().flatMap(testsIn);
}
/**
 * The value of a parameter that filters with an operator other than `=` and `in`. `undefined` if it would exclude
 * matching records. It is not known whether the server includes a bound, so both kinds of bounds use the same
 * parameter.
 */
function operandOf(filter, { operator: asked, value, property }, schema) {
    const { operator } = filter;
    if (operator === "all")
        return filter.value;
    if (operator === "isNull" || operator === "exists") {
        const isThere = asked === "exists" ? value : value === null && /^!?=$/.test(asked) ? asked === "!=" : undefined;
        return isThere === undefined ? undefined : isThere === (operator === "exists");
    }
    const isBound = /^[<>]=$/.test(operator) && operator.startsWith(asked);
    const isServed = operator === asked || isBound || WIDER[operator]?.includes(asked);
    // Many databases ignore the case of ASCII letters only.
    const isBeyond = operator.startsWith("i") && /[^\0-~]/.test(String(value));
    if (!isServed || isBeyond || [value].flat().includes(null))
        return undefined;
    // The server may compare numbers although the client compares texts. For numbers `"9.9"` equals `"9.90"` and is less
    // than `"10"`.
    const isUnclear = /^[<>!n]/.test(operator) && [value].flat().some((one) => /^[-+]?\d*\.?\d+$/.test(String(one)));
    return isUnclear && isPlainText(fieldAt(schema, property)) ? undefined : value;
}
function isPlainText(field = true) {
    return typesOf(field).has("string") && !comparisonOf(field);
}
/** Text operators with the narrower operators that they can serve. */
const WIDER = {
    "i=": ["="],
    contains: ["startsWith", "endsWith"],
    icontains: ["contains", "startsWith", "endsWith", "istartsWith", "iendsWith"],
    istartsWith: ["startsWith"],
    iendsWith: ["endsWith"],
};

// parse where

/**
 * Parses criteria such as `{ age: { ">": 18 }, or: [{ name: "a" }, { name: "b" }] }` and validates them against the schema of the record.
 * @param before conditions that must hold as well
 * @throws ValidationError that lists all unknown fields, unknown operators and values of a wrong type
 */
export function parseWhere(where, { schema, name: resource, list }, before) {
    const issues = [];
    /** Reports an issue. The wrong part adds no condition. */
    const wrong = (path, message, keyword = "type") => {
        fail(issues, path, keyword, message);
        return [];
    };
    const parseGroup = (group, path) => {
        const entries = isPlainObject(group) ? Object.entries(group) : wrong(path, "must be an object");
        const of = entries.flatMap(([name, value]) => {
            const here = `${path}/${name}`;
            const place = name.split(".");
            const field = fieldAt(schema, place);
            if (value === undefined)
                return [];
            // `and`, `or` and `not` also work if the record has undeclared properties.
            if (field !== undefined && (field !== true || !/^(and|or|not)$/.test(name)))
                return parseTests(place, field, value, here);
            if (name === "not")
                return [{ kind: name, of: parseGroup(value, here) }];
            if (name !== "and" && name !== "or")
                return wrong(here, unknownField(name, schema, list), "unknown");
            if (!Array.isArray(value))
                return wrong(here, "must be a list");
            return [{ kind: name, of: value.map((item, at) => parseGroup(item, `${here}/${at}`)) }];
        });
        const [only] = of;
        return only && of.length === 1 ? only : { kind: "and", of };
    };
    const parseTests = (property, field, value, path) => {
        const test = (operator, operand, here) => {
            const plain = plainly(operand, field);
            checkOperand(field, operator, plain, here);
            return { kind: "test", property, operator, value: plain };
        };
        if (!isPlainObject(value))
            return [test(Array.isArray(value) ? "in" : "=", value, path)];
        return Object.entries(value).flatMap(([spelling, operand]) => {
            const here = `${path}/${spelling}`;
            const operator = SPELLINGS.get(spelling);
            if (operand === undefined)
                return [];
            if (operator)
                return test(operator === "!=" && Array.isArray(operand) ? "nin" : operator, operand, here);
            if (spelling !== "between")
                return wrong(here, `is not an operator${thereAre([...new Set(SPELLINGS.values()), "between"])}`, "operator");
            if (!Array.isArray(operand) || operand.length !== 2)
                return wrong(here, "must be a list of two");
            return [">=", "<="].map((bound, at) => test(bound, operand[at], `${here}/${at}`));
        });
    };
    const checkOperand = (field, operator, value, path) => {
        const types = typesOf(field);
        const may = (...some) => types.size === 0 || some.some((one) => types.has(one));
        const among = [...types].join(" or ") || "a number or a text";
        const type = typeof value;
        if (/^n?in$/.test(operator)) {
            if (!Array.isArray(value))
                wrong(path, "must be a list");
            else
                for (const [at, item] of value.entries())
                    checkValue(field, item, `${path}/${at}`, issues);
        }
        else if (operator === "exists") {
            if (type !== "boolean")
                wrong(path, "must be true or false");
        }
        else if (/^[<>]/.test(operator)) {
            const fits = type === "string" ? may(type) : /^(number|bigint)$/.test(type) && may("number", "integer");
            if (!fits && !isOtherSpelling(field, value))
                wrong(path, `must be ${among}, as the field is`);
        }
        else if (/contains|With|like/i.test(operator)) {
            const inList = /^(contains|notContains)$/.test(operator) && may("array");
            if (!inList && !may("string"))
                wrong(path, `works on text: the field is ${among}`);
            else if (!inList && type !== "string")
                wrong(path, "must be a text");
            else if (value === "")
                wrong(path, "must not be empty", "minLength");
        }
        else
            checkValue(field, value, path, issues);
    };
    const condition = parseGroup(where, "");
    if (issues.length > 0)
        throw new ValidationError(issues, `${resource}.find`);
    if (condition.kind === "and" && condition.of.length === 0)
        return before;
    return before ? { kind: "and", of: [before, condition] } : condition;
}
/** True for digits in a text if the field is a number, and for decimals, which are texts. */
function isOtherSpelling(field, value) {
    return ((typeof value === "string" || typesOf(field).has("string")) && Number.isInteger(comparisonOf(field)?.(value, 0)));
}
const INSTANT = /^\d{4}-\d\d-\d\d[t\s]\d\d:\d\d:\d\d/i;
/** Checks that the field, or an element of it, can have the value. */
function checkValue(field, value, path, issues) {
    if (value === null || isOtherSpelling(field, value))
        return;
    if (comparisonOf(field) === compareInstants && typeof value === "string" && !INSTANT.test(value))
        fail(issues, path, "format", "must be a date and time", value, "date-time");
    const check = compile(field, "response");
    const target = targetOf(field);
    const items = typeof target === "object" && !Array.isArray(value) && typesOf(field).has("array") ? target.items : undefined;
    if (items === undefined)
        check(value, path, issues);
    else if (!check(value, path))
        compile(items, "response")(value, path, issues);
}
function unknownField(name, schema, list) {
    if (list && listParameter(list, name))
        return `is a parameter and not a field: .params({ ${JSON.stringify(name)}: … })`;
    return `is not a field${thereAre(fieldsOf(schema).keys())}`;
}
/** Converts dates to text. If the field is a date, midnight becomes the day. Texts then compare as times. */
function plainly(value, field) {
    if (Array.isArray(value))
        return value.map((one) => plainly(one, field));
    if (!(value instanceof Date))
        return value;
    const isDay = formatName({ format: formatOf(field) }) === "date";
    return value.toISOString().replace(isDay ? "T00:00:00.000Z" : "", "");
}

// populate

/** Loads relations: each distinct key once, missing targets as `null`. Returns copies of the records. */
export async function populateAll(loading, resource, records, steps) {
    let result = records;
    for (const step of steps) {
        const relation = relationOf(resource, step.name);
        result = await relation.loader.load(loading, relation, result, step, resource);
    }
    return result;
}
/** @throws ValidationError that lists the relations */
export function relationOf({ relations = {}, name: resource }, name) {
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
    if (relation)
        return relation;
    throw invalidRelation(name, `is not a relation${thereAre(Object.keys(relations))}`, resource);
}
/** @throws ValidationError if the client was created without the resource */
export function relatedResource({ resources }, resource, relation) {
    const target = resources.find(({ spec }) => spec?.name === resource)?.spec;
    if (target)
        return target;
    const message = `needs the resource ${resource}: give it to the constructor, { resources: [...] }`;
    throw invalidRelation(relation, message);
}
export function invalidRelation(name, message, resource) {
    const issue = { path: `/populate/${name}`, field: `populate.${name}`, keyword: "populate", message };
    return new ValidationError([issue], resource && `${resource}.populate`);
}
/** The relation as the server expanded it; `undefined` if it did not. */
export function expansion(record, relation, step) {
    if (relation.expand === undefined || !isWhole(step))
        return undefined;
    const value = valueAt(record, [step.name]);
    return isPlainObject(value) || (Array.isArray(value) && value.every(isPlainObject)) ? value : undefined;
}
/** The records of a relation that are already loaded, by key. */
export function relatedSoFar({ related }, step) {
    const found = related.get(step) ?? new Map();
    related.set(step, found);
    return found;
}
export function expanded(value) {
    return isPlainObject(value) ? value : undefined;
}
export function subState(target, { sub, next }) {
    const select = sub.select?.map((name) => name.split("."));
    return {
        where: sub.where ? parseWhere(sub.where, target) : undefined,
        sort: sub.sort ? parseSort(sub.sort, target) : [],
        limit: sub.limit,
        skip: 0,
        select: select && target.id ? [target.id, ...select] : select,
        omit: [],
        populate: next,
        parameters: {},
    };
}
export function withMember(record, name, value) {
    return isPlainObject(record) ? { ...record, [name]: value } : record;
}

// load one

/** Loads what foreign keys point at. */
export const loadOne = {
    load: loadTargets,
    explain({ key }, target) {
        const isListed = target?.list &&
            filtersOf(target.list).some(({ operator, property }) => operator === "in" && isSame(property, target.id));
        const how = isListed ? `one list for every ${keysAtOnce(target)} keys` : "a read for each key";
        return `distinct values of ${key.join(".")}, ${how}`;
    },
};
const KEYS_A_REQUEST = 50;
/** Loads the records that foreign keys point at, except those that the server expanded. */
async function loadTargets(loading, relation, records, step) {
    const target = relatedResource(loading.context, relation.resource, step.name);
    const { id } = target;
    const open = records.filter((record) => expansion(record, relation, step) === undefined);
    const found = relatedSoFar(loading, step);
    const keys = [...new Set(open.flatMap((record) => keysOf(valueAt(record, relation.key))))].filter((key) => !found.has(String(key)));
    const most = keysAtOnce(target);
    for (let at = 0; id && at < keys.length; at += most) {
        const test = { kind: "test", property: id, operator: "in", value: keys.slice(at, at + most) };
        const state = subState(target, step);
        const where = state.where ? { kind: "and", of: [test, state.where] } : test;
        for (const record of await loading.load(target, { ...state, where, limit: undefined }))
            found.set(String(valueAt(record, id)), record);
    }
    for (const key of keys)
        if (!found.has(String(key)))
            found.set(String(key), null);
    const linked = (key) => expanded(key) ?? found.get(String(key)) ?? null;
    return records.map((record) => {
        const there = expansion(record, relation, step);
        const key = valueAt(record, relation.key);
        return withMember(record, step.name, there ?? (Array.isArray(key) ? key.map(linked) : linked(key)));
    });
}
/** The number of keys that one request takes, or 20 if each key is read separately. */
function keysAtOnce({ list, id }) {
    const filter = list && filtersOf(list).find(({ operator, property }) => operator === "in" && isSame(property, id));
    const spec = list && listParameter(list, filter?.parameter);
    if (!filter || !spec)
        return 20;
    const schema = spec.schema === undefined ? true : targetOf(spec.schema);
    return Math.min(KEYS_A_REQUEST, (typeof schema === "object" && schema.maxItems) || KEYS_A_REQUEST);
}
function keysOf(value) {
    if (Array.isArray(value))
        return value.flatMap(keysOf);
    return typeof value === "string" || typeof value === "number" ? [value] : [];
}

// load related

/** Takes relations that the server expands. */
export const loadExpanded = {
    load: async (_loading, { key }, records, { name }) => records.map((record) => withMember(record, name, expandedAt(valueAt(record, key)))),
    explain: () => "the list takes no parameter to ask for it",
};
/** The expanded record; `null` for an id that the server did not expand. */
function expandedAt(value) {
    if (value === undefined)
        return null;
    return Array.isArray(value) ? value.map((one) => expanded(one) ?? null) : (expanded(value) ?? null);
}
/** Loads the lists below records. */
export const loadMany = {
    load: (loading, relation, records, step, { id }) => inTurns(records, async (record) => {
        const target = relatedResource(loading.context, relation.resource, step.name);
        if (expansion(record, relation, step) !== undefined)
            return record;
        const key = id && valueAt(record, id);
        const parameters = { [relation.parameter]: key };
        const children = key === undefined ? [] : await loading.load(target, { ...subState(target, step), parameters });
        return withMember(record, step.name, children);
    }),
    explain: ({ parameter }) => `a list below each record, by ${parameter}`,
};
/** Follows links to records. @see OpenAPI 3.1, "Link Object" */
export const loadLinked = {
    load: (loading, relation, records, step) => follow(loading, relation, records, step, async (parameters, target) => {
        const record = await dataOrNone(loading, { operation: relation.operation, parameters }, relation.reply);
        return target && record !== undefined ? (await populateAll(loading, target, [record], step.next))[0] : record;
    }),
    explain: ({ operation }) => `the link to ${operation.id}, once for each distinct set of values`,
};
/** Reads lists that links lead to, or that are below the records. */
export const loadLists = {
    load: (loading, relation, records, step) => follow(loading, relation, records, step, (parameters, target) => {
        // A read by id finds records that are not in the list.
        const { read: _, ...listed } = { name: step.name, schema: true, ...target, list: relation.list };
        return loading.load(listed, { ...subState(listed, step), parameters }).catch(noneIfAbsent);
    }, []),
    explain: ({ list }) => `the list of ${list.operation.id}, once for each distinct set of values`,
};
/**
 * Follows links. Records whose links have the same values share a request. @param none the result for records whose
 * links lack a value
 */
async function follow(loading, { parameters, resource }, records, step, read, none = null) {
    const calls = records.map((record) => Object.fromEntries(Object.entries(parameters).map(([name, place]) => [name, valueAt(record, place)])));
    const found = relatedSoFar(loading, step);
    const distinct = new Map(calls.map((call) => [JSON.stringify(call), call]));
    const open = [...distinct].filter(([key]) => !found.has(key));
    const target = resource === undefined ? undefined : relatedResource(loading.context, resource, step.name);
    await inTurns(open, async ([key, call]) => {
        const isWhole = Object.values(call).every((value) => value !== undefined && value !== null);
        found.set(key, (isWhole ? await read(call, target) : undefined) ?? none);
    });
    return records.map((record, at) => withMember(record, step.name, found.get(JSON.stringify(calls[at]))));
}

// missing first

/**
 * Finds out from its first records whether the server puts missing values before others. The client then sorts. Lists with documented
 * orders bring it along.
 */
export async function missingFirst(execution, plan, records) {
    const { context } = execution;
    const { resource, state, skipPushed } = plan;
    const { sort } = state;
    const shown = shownPaging(context, resource.list, orderName(sort));
    if (shown.isHeeded)
        return false;
    const start = skipPushed ? planQuery(context, resource, { ...state, skip: 0 }) : plan;
    const begin = skipPushed ? ((await firstPage(execution, start, 1))?.records ?? []) : records;
    // True if a record without a value comes directly before one with a value, and both are equal in the preceding sort
    // keys.
    const isOutOfOrder = begin.slice(1).some((record, at) => {
        const before = begin[at];
        const key = sort.find(({ property }) => !isSame(valueAt(before, property), valueAt(record, property)));
        return key && lacks(before, key) && !lacks(record, key);
    });
    const isMisplaced = isOutOfOrder || (await isOnlyMissing(execution, start, begin[0]));
    if (isMisplaced || skipPushed)
        shown.isHeeded = !isMisplaced;
    return isMisplaced;
}
/** True if the first record lacks the value, and the opposite order begins with one that has it. */
async function isOnlyMissing(execution, plan, first) {
    const { resource, state } = plan;
    const list = resource.list;
    const [key] = state.sort;
    if (first === undefined || !key || !lacks(first, key))
        return false;
    const flipped = state.sort.map(({ property, descending }) => ({ property, descending: !descending }));
    const opposite = list.sort?.order?.(list, list.sort, flipped);
    if (!opposite)
        return true;
    const [last] = (await firstPage(execution, plan, 1, opposite))?.records ?? [];
    return last !== undefined && !lacks(last, key);
}
function lacks(record, { property }) {
    return (valueAt(record, property) ?? undefined) === undefined;
}

// missing parameters

export const requiredParameters = { missing: missingParameters, refuse: refuseMissing };
/** For lists that require only parameters of the path. */
export const requiredParents = { missing: missingParameters, refuse: refuseWithoutParents };
/** Required parameters that neither the query nor the client gives. */
function missingParameters({ options }, { resource: { list }, fetching }) {
    if (fetching.kind !== "pages" || !list)
        return [];
    const given = { ...options.parameters, ...fetching.requests[0]?.parameters };
    return parametersOf(list.operation)
        .filter((spec) => spec.required || spec.in === "path")
        .map(nameInCall)
        .filter((name) => given[name] === undefined);
}
/** @throws ValidationError that names the missing parameters */
function refuseMissing(context, plan) {
    if (context.options.validateRequests === false)
        return;
    const { name, parents = [], list } = plan.resource;
    const issues = missingParameters(context, plan).map((field) => {
        if (parents.some(({ parameter }) => parameter === field))
            return parentIssue(field);
        const filter = list && filtersOf(list).find(({ parameter, operator }) => parameter === field && /^(=|in)$/.test(operator));
        const hint = filter ? `, or a condition on ${filter.property.join(".")}` : "";
        return issueOf("query", field, "required", `is required by the list: .params({ ${field}: … })${hint}`);
    });
    refuse(issues, `${name}.find`);
}
/** @throws ValidationError that names the missing parameters */
function refuseWithoutParents(context, plan) {
    if (context.options.validateRequests !== false)
        refuse(missingParameters(context, plan).map(parentIssue), `${plan.resource.name}.find`);
}
function parentIssue(field) {
    return issueOf("path", field, "required", `is required: .in({ ${field}: … }) before find`);
}

// next page

/**
 * The parameters for the page after the last record, for lists with a has-more flag. Only lists with a cursor import
 * it. @param more the flag; `undefined` if there is none
 */
export function cursorPages({ id }, { cursor }, parameters, records, more) {
    if (cursor?.kind !== "id" || !id || more === undefined)
        return undefined;
    const last = valueAt(records.at(-1), id);
    return last === undefined ? undefined : { ...parameters, [cursor.parameter]: last };
}
/**
 * The parameters of the next page by counting, if the page is not the last one. Lists with an offset or with page numbers bring it along.
 * @param more a has-more flag
 */
export function countedPage(context, list, parameters, { records, read, total, isTrial }, more) {
    const { page, offset, limit } = list;
    const size = Number(limit && parameters[limit.parameter]);
    if (total === undefined ? more !== true && records.length < size && !isTrial : read >= total)
        return undefined;
    // If a list has both, only one of them belongs to the size. If the caller gave a page number, the next one follows
    // it.
    const number = page && parameters[page.parameter];
    const [name = "", next] = page && (!offset || number !== undefined)
        ? [page.parameter, Number(number ?? page.first ?? list.numbers?.first(context, list) ?? 0) + 1]
        : [offset, Number(parameters[offset ?? ""] ?? 0) + records.length];
    return { ...parameters, ...numberedParameter(list, name, next) };
}
/**
 * True if the server may have limited the page size without saying so. No page was larger so far, and the length is a
 * usual limit such as 100. Only lists without a documented maximum import it.
 */
export function cappedPages(context, list, parameters, length) {
    const start = pagingParameter(list);
    // Some servers have another size for the first page, if it is asked for without a start.
    const kinds = (start in parameters ? [start] : ["", start]).map((kind) => shownPaging(context, list, kind));
    const [{ largest = 10 } = {}] = kinds;
    for (const shown of kinds)
        if (length > largest)
            shown.largest = length;
    return (length >= largest &&
        length < Number(parameters[list.limit?.parameter ?? ""]) &&
        [5, 8, 12].some((step) => length % step === 0));
}
/** Finds the number of the first page. Only lists whose description does not give it import it. */
export const pageNumbers = {
    /** Absent until a second page is read. */
    first: (context, list) => shownPaging(context, list, "first page").first,
    /** Learns from the second page that is read, asked for as page 1. @returns the parameters of page 2, if page 1 is the first one */
    learn(context, list, parameters, hasRepeated) {
        const { parameter = "" } = list.page ?? {};
        const shown = shownPaging(context, list, "first page");
        if (Number(parameters[parameter]) !== 1 || shown.first !== undefined)
            return undefined;
        shown.first = hasRepeated ? 1 : 0;
        return hasRepeated ? { ...parameters, ...numberedParameter(list, parameter, 2) } : undefined;
    },
};
/**
 * Follows URLs of next pages. Lists whose documented answers identify the next page in another way do not import it.
 */
export const linkPages = {
    isUrl: (token) => typeof token === "string" && /^(https?:\/\/|\/|\?)/i.test(token),
    follow: fromUrl,
    /**
     * The next page in a `Link` header (RFC 8288), or in another header such as `Next-Page`. `undefined` if there is no
     * header.
     */
    inHeader(answer, list, parameters) {
        const { headers } = answer;
        const header = headers.get("link");
        const link = (header && linkNext(header)) || OTHERS.map((name) => headers.get(name)).find(Boolean);
        if (linkPages.isUrl(link))
            return { next: fromUrl(link, answer, list, parameters) };
        if (link && list.cursor)
            return { next: { ...parameters, [list.cursor.parameter]: link } };
        return header ? { next: undefined } : undefined;
    },
};
/** Headers with the URL or the token of the next page: Kinto's `Next-Page`, Azure's `x-ms-continuation`. */
const OTHERS = ["next-page", "x-next-page", "x-next-cursor", "x-next-token", "x-ms-continuation"];
/** The parameters of a next URL. Ignores its host, because servers behind a proxy report a wrong one. */
function fromUrl(text, { response }, { operation }, parameters) {
    const here = response.url || "http://localhost/";
    if (!URL.canParse(text, here))
        return undefined;
    const url = new URL(text, here);
    const following = { ...parameters };
    for (const [name, value] of url.searchParams) {
        const spec = parametersOf(operation).find((parameter) => parameter.in === "query" && parameter.name === name);
        const before = spec && parameters[nameInCall(spec)];
        // A list or an object stays as the caller wrote it.
        if (!spec || (before && typeof before === "object"))
            continue;
        const { schema = true } = spec;
        following[nameInCall(spec)] = typesOf(schema).has("array")
            ? url.searchParams.getAll(name)
            : typed(value, before, schema);
    }
    return isSame(following, parameters) ? undefined : following;
}
/** Converts a text of a URL to the type of the parameter. */
function typed(value, before, schema) {
    const type = typeof schema === "object" ? schema.type : undefined;
    const isNumeric = typeof before === "number" || type === "integer" || type === "number";
    return isNumeric && value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}
function linkNext(header) {
    for (const [, target, parameters = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g))
        if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters))
            return target;
    return undefined;
}

// run query

/** Yields the records of a query with relations loaded and fields selected. Leaving the loop early stops the requests. */
export async function* runQuery(execution, resource, state) {
    for await (const batch of executeQuery(execution, resource, state))
        yield* await finished(execution, resource, state, batch);
}
/** Loads relations and selects fields. */
export async function finished(execution, resource, state, batch) {
    const populated = await resource.populating?.load(execution, resource, batch, state.populate);
    return (populated ?? batch).map((record) => trimRecord(record, state));
}
/** Applies `select` and `omit`, so that results are the same whatever the server supports. */
function trimRecord(record, { select, omit, populate }) {
    const loaded = populate.map(({ name }) => [name]);
    const selected = select ? trimmed(record, [...select, ...loaded], true) : record;
    return omit.length > 0 ? trimmed(selected, omit, false) : selected;
}
/** The object with only the members at the places, or without them. */
function trimmed(value, places, isSelected) {
    if (!isPlainObject(value))
        return value;
    const members = Object.entries(value).flatMap(([name, member]) => {
        const inside = places.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
        const isWhole = inside.some((rest) => rest.length === 0);
        if (inside.length > 0 && !isWhole)
            return [[name, trimmed(member, inside, isSelected)]];
        return isWhole === isSelected ? [[name, member]] : [];
    });
    return Object.fromEntries(members);
}
export function runDraft(draft) {
    return runQuery(executionOf(draft), draft.resource, draft.state);
}
export function countDraft(draft) {
    return countQuery(executionOf(draft), draft.resource, draft.state);
}
/** The context in which a query runs. */
export function executionOf(draft) {
    const { maxRequests = 100, maxRecords = 10_000, ...options } = draft.options;
    const { context } = draft;
    let requests = 0;
    const counted = (own, call) => {
        requests += 1;
        if (requests > maxRequests)
            throw tooBroad(planOf(draft), `${maxRequests} requests`);
        return send(own, call);
    };
    return { context, send: counted, options, guard: { maxRecords }, related: new WeakMap() };
}
export function explainDraft(draft) {
    const plan = planOf(draft);
    const missing = plan.resource.list?.required?.missing(draft.context, plan) ?? [];
    return { text: explainPlan(plan, missing), fetching: plan.fetching, steps: plan.steps, missing };
}
/** The first call of a query; `undefined` if it needs none. */
export function firstCall({ context, resource, state }) {
    const { fetching } = planQuery(context, resource, state);
    const { list, read } = resource;
    if (fetching.kind === "pages" && list)
        return listCall(list, fetching.requests[0]?.parameters ?? {});
    return fetching.kind === "ids" && read ? readingOf(resource, read, state, fetching.ids[0]) : undefined;
}
/** The plan, with the relations. */
function planOf({ context, resource, state }) {
    const plan = planQuery(context, resource, state);
    const relations = resource.populating?.explain(context, resource, state.populate) ?? [];
    return { ...plan, steps: [...plan.steps, ...relations] };
}

// populating

/** Loads relations. Only resources with relations import it. */
export const populating = {
    /** Adds a step. @throws ValidationError that lists the relations, or names the missing resource */
    add(context, resource, steps, name, sub) {
        const [first = "", ...rest] = name.split(".");
        return withStep(steps, populateStep(context, resource, first, rest, sub));
    },
    explain: explainPopulate,
    load(execution, resource, records, steps) {
        const load = async (target, wanted) => {
            const found = [];
            for await (const record of runQuery(execution, target, wanted))
                found.push(record);
            return found;
        };
        return populateAll({ ...execution, load }, resource, records, steps);
    },
};
function populateStep(context, resource, name, rest, sub) {
    const relation = relationOf(resource, name);
    const [next, ...further] = rest;
    if (next === undefined)
        return { name, next: [], sub };
    const target = "resource" in relation && relation.resource !== undefined ? relation.resource : undefined;
    if (target === undefined)
        throw invalidRelation(name, "leads to no resource: it has no relations of its own", resource.name);
    const after = [populateStep(context, relatedResource(context, target, name), next, further, sub)];
    return { name, next: after, sub: {} };
}
/** Adds a step, merged with one of the same name. */
function withStep(steps, step) {
    const same = steps.find(({ name }) => name === step.name);
    if (!same)
        return [...steps, step];
    const next = step.next.reduce(withStep, same.next);
    const merged = { name: step.name, next, sub: step.next.length > 0 ? same.sub : step.sub };
    return steps.map((other) => (other === same ? merged : other));
}
/** Explains how each relation would be loaded, nested ones as well. */
function explainPopulate(context, resource, steps, path = "") {
    return steps.flatMap((step) => {
        const name = `${path}${step.name}`;
        const relation = relationOf(resource, step.name);
        const { resource: targetName } = relation;
        const target = targetName === undefined ? undefined : relatedResource(context, targetName, step.name);
        const how = relation.loader.explain(relation, target);
        const parameter = "expand" in relation && relation.expand && isWhole(step) ? resource.list?.expand : undefined;
        const pushed = target ? `written out by the server; where it is not, ${how}` : "written out by the server";
        const clause = `populate ${name}`;
        const own = parameter
            ? { clause, where: "server", parameter, reason: pushed }
            : { clause, where: "client", reason: how };
        return [own, ...(target ? explainPopulate(context, target, step.next, `${name}.`) : [])];
    });
}

// push filters

/** Maximum number of requests for alternatives. Beyond that, reading the list is cheaper. */
const MOST_BRANCHES = 5;
export const pushFilters = { covers: coversIds, alternatives: pushAlternatives, test: pushTest };
/** True if one list request can return all ids, which is cheaper than many reads. */
function coversIds(context, list, ids, id) {
    return filtersOf(list).some((filter) => filter.operator === "in" &&
        shownPaging(context, list, filter.parameter).isHeeded !== false &&
        isSame(filter.property, id) &&
        !ids.some((one) => list.unclear?.(one)) &&
        spellings(ids).some((value) => fits(list, filter, place(list, filter, value, {}))));
}
/** The parameters of one request for each alternative. `undefined` if an alternative has no parameter. */
function pushAlternatives(context, list, parts, taken, schema) {
    const branches = parts.flatMap((part) => {
        const pushed = conjunction(part).flatMap((each) => each.kind === "test" ? (pushTest(context, list, each, taken, {}, schema) ?? []) : []);
        return pushed
            .filter(({ trial }) => !trial)
            .slice(0, 1)
            .map(({ parameters }) => parameters);
    });
    return parts.length > 0 && parts.length <= MOST_BRANCHES && branches.length === parts.length ? branches : undefined;
}
/**
 * Finds a parameter for a condition.
 * @param taken parameters that the caller sets
 * @param before parameters of other conditions
 * @param schema of the record
 */
function pushTest(context, list, test, taken, before, schema) {
    for (const filter of filtersOf(list)) {
        const { parameter, at = [], operator } = filter;
        if (!isSame(filter.property, test.property) || taken.has(parameter))
            continue;
        const asked = operand(list, filter, test, schema);
        if (asked === undefined)
            continue;
        // Two conditions can share a parameter only as members of one object.
        if (list.nested ? list.nested.has(before[parameter], at) : before[parameter] !== undefined)
            continue;
        const spelled = (value) => spellings(value)
            .map((one) => place(list, filter, one, before))
            .find((one) => fits(list, filter, one));
        const parameters = spelled(asked);
        if (!parameters)
            continue;
        const exact = operator === "=" && test.operator === "=";
        const reason = exact ? SAME : "the parameter may let more through: checked again";
        const trial = list.several?.ask(context, list, filter, test, spelled);
        if (trial === false)
            continue;
        return { parameter: [parameter, ...at].join("."), parameters, exact, reason, trial };
    }
    return undefined;
}
/** The value of the parameter; `undefined` if that would exclude matching records. */
function operand(list, filter, test, schema) {
    const { operator } = filter;
    const { operator: asked, value } = test;
    if (operator !== "=" && operator !== "in")
        return list.operators?.operand(filter, test, schema);
    const isUnclear = (one) => one === null || one === undefined || (!list.nested && list.unclear?.(one) === true);
    if ([value].flat().some(isUnclear))
        return undefined;
    if (operator === asked)
        return value;
    if (operator === "in")
        return asked === "=" ? [value] : undefined;
    return asked === "in" && Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}
/** True for a text that servers may read as several values, or as an operator with its operand. Lists with filters by texts bring it along. */
export const ambiguousText = (value) => AMBIGUOUS.test(String(value));
const AMBIGUOUS = /,|^([<>=!$]|null$|(not?_?)?(n?eq|equals|ne|[gl]te?|n?in|i?like|i?contains|\w+s_?with|between|one_?of|is|exists)[:.(])/i;
/**
 * Other spellings of a value, for parameters of other types: numbers as texts and back, lists as comma-separated texts.
 */
function spellings(value) {
    if (Array.isArray(value)) {
        const each = value.map(String);
        return [value, ...(each.some((one) => one.includes(",")) ? [] : [each.join(",")])];
    }
    if (typeof value === "number" || typeof value === "bigint")
        return [value, String(value)];
    // A double holds 15 digits exactly.
    const isNumber = typeof value === "string" && /^-?\d*\.?\d+$/.test(value) && value.length <= 15;
    return isNumber ? [value, Number(value)] : [value];
}
/** The parameters with the value of a filter. */
function place({ nested }, { parameter, at = [] }, value, before) {
    return { ...before, [parameter]: nested ? nested.put(before[parameter], at, value) : value };
}
/** True if the description allows the value. Servers reject other values, so the client filters instead. */
function fits(list, { parameter }, values) {
    const spec = listParameter(list, parameter);
    return spec !== undefined && (spec.schema === undefined || compile(spec.schema, "request")(values[parameter], ""));
}

// push sort

/** Lists with a parameter for the order bring it along. */
export function planSort(context, resource, list, sort, state) {
    const { parameter, trial, missing, order } = sort;
    const isTaken = Object.hasOwn(state.parameters, parameter);
    const tried = isTaken ? undefined : trial?.parameters(context, resource, state);
    if (trial && tried)
        return { parameters: tried, reason: trial.reason, trial };
    if (!isTaken && missing && shownPaging(context, list, orderName(state.sort)).isHeeded === false)
        return { parameters: undefined, reason: "the server puts records without a value first" };
    const parameters = isTaken ? undefined : order?.(list, sort, state.sort);
    return { parameters, reason: parameters ? SAME : "the parameter has no such order", missing };
}
/** Lists with documented orders bring it along. */
export const pushSort = (list, { parameter, values = {} }, keys) => {
    const spelled = keys.map(({ property, descending }) => `${descending ? "-" : ""}${property.join(".")}`);
    const spellingOf = (...order) => Object.keys(values).find((value) => isSame(values[value], order));
    // A list parameter takes several keys, one per value.
    const types = typesOf(listParameter(list, parameter)?.schema ?? true);
    if (types.has("array") && !types.has("string")) {
        const each = spelled.map((key) => spellingOf(key));
        return each.includes(undefined) ? undefined : { [parameter]: each };
    }
    const exact = spellingOf(...spelled);
    return exact === undefined ? undefined : { [parameter]: exact };
};
/** Only lists whose documented values follow one spelling import it. */
export const pushSpelled = (list, { parameter, spelled: [ascending, descending] = ["", ""] }, keys) => {
    const { schema = true } = listParameter(list, parameter) ?? {};
    const each = keys.map((key) => (key.descending ? descending : ascending).replace("*", () => key.property.join(".")));
    const value = typesOf(schema).has("array") ? each : each.join(",");
    return compile(schema, "request")(value, "") ? { [parameter]: value } : undefined;
};
/** Lists with a parameter for the direction bring it along. It is always sent, because its default may be descending. */
export const pushDirection = (list, sort, keys) => {
    const { direction } = sort;
    const [descending = false] = keys.map((key) => key.descending);
    const isOne = keys.length === 1 || keys.every((key) => !key.descending);
    const plain = isOne &&
        pushSort(list, sort, keys.map((key) => ({ ...key, descending: false })));
    return plain && direction
        ? { ...plain, [direction.parameter]: descending ? direction.descending : direction.ascending }
        : pushSort(list, sort, keys);
};

// query

var _a;
/**
 * A query on one resource. Methods return a new query and never change an existing one. `execute` and the other run methods send requests;
 * awaiting a query executes it, each time again. Invalid queries throw `ValidationError` immediately.
 */
export class Query {
    #draft;
    constructor(draft) {
        this.#draft = draft;
    }
    /** Internal. */
    get _draft() {
        return this.#draft;
    }
    /** Adds conditions. @throws ValidationError */
    where(criteria) {
        const { resource, state } = this.#draft;
        return this.#with({ where: parseWhere(criteria, resource, state.where) });
    }
    sort(order) {
        return this.#with({ sort: parseSort(order, this.#draft.resource) });
    }
    /** Maximum number of records. 0 sends no request. */
    limit(count) {
        return this.#with({ limit: this.#whole("limit", count) });
    }
    skip(count) {
        return this.#with({ skip: this.#whole("skip", count) });
    }
    /** Page number `page`, counted from 0. */
    paginate(page, size = 30) {
        const limit = this.#whole("size", size);
        return this.#with({ skip: this.#whole("page", page) * limit, limit });
    }
    select(...fields) {
        return this.#with({ select: this.#fields("select", fields) });
    }
    omit(...fields) {
        return this.#with({ omit: this.#fields("omit", fields) });
    }
    populate(name, sub = {}) {
        const { context, resource, state } = this.#draft;
        const { populating } = resource;
        let { populate } = state;
        for (const one of [name].flat()) {
            if (!populating)
                throw invalidClause(resource.name, `populate.${name}`, "is not a relation: there are none", "populate");
            populate = populating.add(context, resource, populate, String(one), sub);
        }
        return this.#with({ populate });
    }
    /** Parameters of the list operation by their names in the description. */
    params(parameters) {
        return this.#with({ parameters: { ...this.#draft.state.parameters, ...parameters } });
    }
    /** Signal, timeout, retries, and the limits `maxRequests` and `maxRecords`. */
    options(options) {
        return new _a({ ...this.#draft, options: { ...this.#draft.options, ...options } });
    }
    /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
    async execute() {
        const records = [];
        for await (const record of this)
            records.push(record);
        return records;
    }
    /* oxlint-disable unicorn/no-thenable */
    // biome-ignore lint/suspicious/noThenProperty: a query can be awaited
    then(done, failed) {
        return this.execute().then(done, failed);
    }
    /** Yields record by record, and fetches pages on demand. */
    [Symbol.asyncIterator]() {
        return runDraft(this.#draft);
    }
    async first() {
        for await (const record of this.limit(1))
            return record;
        return undefined;
    }
    /** Number of records that match the conditions, ignoring limit and skip. */
    count() {
        return countDraft(this.#draft);
    }
    async exists() {
        return (await this.first()) !== undefined;
    }
    /** Yields lists of `size` records. */
    async *pages(size = 100) {
        let page = [];
        for await (const record of this) {
            page.push(record);
            if (page.length < size)
                continue;
            yield page;
            page = [];
        }
        if (page.length > 0)
            yield page;
    }
    /** Explains what the server does, what the client does, and why. Sends nothing. */
    explain() {
        return explainDraft(this.#draft);
    }
    /** The first request, without credentials; `undefined` if the query needs none. */
    toRequest() {
        const call = firstCall(this.#draft);
        return call && buildRequest(this.#draft.context, call);
    }
    #with(more) {
        return new _a({ ...this.#draft, state: { ...this.#draft.state, ...more } });
    }
    #whole(clause, count) {
        if (Number.isInteger(count) && count >= 0)
            return count;
        throw invalidClause(this.#draft.resource.name, clause, "must be a whole number, 0 or more");
    }
    #fields(clause, fields) {
        return fields.flat().map((name) => fieldIn(this.#draft.resource, clause, String(name)));
    }
}
_a = Query;
/** The clauses in the order in which they are collected. */
const CLAUSES = ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"];
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Separate from `Resource`, so that
 * bundles of resources without a list contain no queries.
 */
export function find(context, resource, criteria = {}, options = {}, parameters = {}) {
    let query = new Query({ context, resource, options, state: { ...NO_CLAUSES, parameters } });
    const given = CLAUSES.filter((name) => Object.hasOwn(criteria, name));
    if (given.length === 0)
        return query.where(criteria);
    const field = Object.keys(criteria).find((name) => !given.includes(name));
    if (field !== undefined) {
        const message = `stands beside ${given.join(", ")}: put it into where`;
        throw new ValidationError([issueOf(undefined, field, "query", message)], `${resource.name}.find`);
    }
    const values = criteria;
    for (const name of given)
        if (values[name] !== undefined)
            query = query[name].call(query, values[name]);
    return query;
}

// skip records

/**
 * The first such query of a client tests the offset. If the server ignores it, the list with and without it begin with
 * the same record.
 */
export const skipByOffset = {
    ask(context, list, { skip }) {
        const { offset = "" } = list;
        if (shownPaging(context, list, offset).isHeeded === false)
            return { reason: `the server ignores ${offset}` };
        return { parameters: numberedParameter(list, offset, skip), reason: SAME };
    },
    async run(execution, plan) {
        const { resource } = plan;
        const list = resource.list;
        const found = matching(execution, plan);
        const shown = shownPaging(execution.context, list, list.offset ?? "");
        if (shown.isHeeded)
            return found;
        const { done, value } = await found.next();
        if (done || value.length === 0)
            return found;
        const page = await firstPage(execution, plan, 1);
        shown.isHeeded = !isSameRecord(resource, page?.records[0], value[0]);
        return shown.isHeeded ? before(value, found) : undefined;
    },
};
export function isSameRecord({ id }, left, right) {
    const keyOf = (record) => (id && valueAt(record, id)) ?? record;
    return isSame(keyOf(left), keyOf(right));
}
async function* before(first, rest) {
    yield first;
    yield* rest;
}
/**
 * Requests one page if the skip is a multiple of the limit. The first query with a size tests the page number and size:
 * the first page must have this size, and another record must follow. If the test fails, the list is read from its
 * beginning.
 */
export const skipByPage = {
    ask(context, list, { skip, limit = 0, parameters }) {
        const { page = { parameter: "" }, limit: size = { parameter: "" }, numbers } = list;
        const [least, most] = [size.minimum ?? 1, largestPage(list)];
        if (skip % limit !== 0 || limit < least || limit > most)
            return { reason: `it is not a multiple of a limit from ${least} to ${most}` };
        const first = page.first ?? numbers?.first(context, list);
        const why = first === undefined
            ? "nothing tells"
            : shownPaging(context, list, `${page.parameter} of ${limit}`).isHeeded === false
                ? "the server ignores"
                : (parameters[page.parameter] ?? parameters[size.parameter]) !== undefined && "params sets";
        if (why || first === undefined)
            return { reason: `${why} ${page.parameter} or ${size.parameter}` };
        const number = first + skip / limit;
        return {
            parameters: numberedParameter(list, page.parameter, number),
            reason: `page ${number} of ${limit} records`,
        };
    },
    async run(execution, { resource, state: { skip, limit = 0 }, fetching }) {
        const list = resource.list;
        const page = list.page?.parameter ?? "";
        const { parameters = {} } = (fetching.kind === "pages" && fetching.requests[0]) || {};
        const read = await readPage(execution, resource, parameters, skip).catch((error) => {
            // Some servers reject pages after the last one.
            if (!/^4(00|04|16|22)$/.test(String(error.status)))
                throw error;
        });
        if (!read)
            return undefined;
        const { records, total = skip + 1, next } = read;
        const count = records.length;
        const shown = shownPaging(execution.context, list, `${page} of ${limit}`);
        if (!shown.isHeeded) {
            const { [page]: _, ...atStart } = parameters;
            const { records: start } = await readPage(execution, resource, { ...list.start, ...atStart });
            const isHeeded = count > 0 ? start.length === limit && !isSameRecord(resource, start[0], records[0]) : start.length <= limit;
            if (count > 0 || !isHeeded)
                shown.isHeeded = isHeeded;
            if (!isHeeded)
                return undefined;
        }
        // A page that repeats the last one, that misses records, or that has too many.
        const isWrong = count > limit || (count > 0 && (total <= skip || (count < limit && next)));
        return isWrong ? undefined : [records];
    },
};
