import { parameterNamed } from "../parameters-of.js";
import { compile, isSame } from "../validate/compile.js";
import { typesOf } from "./fields.js";
import { parameterValue } from "./parameter-value.js";
import { pushParts } from "./push-parts.js";
/** Alternatives asked in parallel; more would cost more than reading the list. */
const MOST_BRANCHES = 5;
/** Ids fetched one by one when the list cannot be asked for them. */
const MOST_IDS = 20;
/**
 * Decides what the server does. Only what can widen the answer is pushed, and what was pushed is checked again on the
 * records, so a server that filters loosely, or not at all, changes the cost and never the result.
 */
export function planQuery(resource, state) {
    const steps = [];
    const tests = conjunction(state.where);
    const base = { resource, state, steps };
    if (state.limit === 0)
        return { ...base, ...nothing("limit is 0") };
    const impossible = tests.find((part) => part.kind === "test" && part.operator === "in" && Array.isArray(part.value) && part.value.length === 0);
    if (impossible)
        return { ...base, ...nothing("an empty list matches nothing") };
    const byId = idsOf(resource, tests);
    const { list } = resource;
    if (byId && (!list || !covers(list, resource.id, byId))) {
        steps.push({
            clause: show(["id"], "in"),
            where: "server",
            reason: `${byId.length} record${byId.length === 1 ? "" : "s"} read by id`,
        });
        return {
            ...base,
            fetching: { kind: "ids", ids: byId },
            sorted: false,
            exact: false,
            residual: true,
            skipPushed: false,
        };
    }
    if (!list)
        return { ...base, ...nothing("the API has no list of this resource") };
    const taken = new Set(Object.keys(state.parameters));
    const pushed = pushAll(list, tests, taken, steps);
    const branches = pushed.alternatives ?? [{}];
    const sort = pushSort(list, state.sort, taken, steps);
    const exact = pushed.complete && pushed.alternatives === undefined;
    const residual = !exact || (state.sort.length > 0 && !sort);
    const parts = pushParts(resource, list, state, taken, steps);
    const shared = { ...pushed.parameters, ...sort, ...parts, ...state.parameters };
    // A server that filters loosely would skip records that were never found.
    const skipPushed = state.where === undefined && !residual && state.skip > 0 && list.offset !== undefined;
    const requests = branches.map((branch) => ({
        parameters: {
            ...shared,
            ...branch,
            ...pageSize(list, state, residual),
            ...(skipPushed && list.offset ? { [list.offset]: parameterValue(list, list.offset, state.skip) } : {}),
        },
    }));
    const sorted = requests.length === 1 && (state.sort.length === 0 || sort !== undefined);
    return { ...base, fetching: { kind: "pages", requests }, sorted, exact, residual, skipPushed };
}
function nothing(reason) {
    return { fetching: { kind: "none", reason }, sorted: true, exact: true, residual: false, skipPushed: false };
}
/** The parts that must all hold. */
function conjunction(where) {
    if (!where)
        return [];
    return where.kind === "and" ? where.of.flatMap(conjunction) : [where];
}
function idsOf({ id, idParameter, read }, tests) {
    if (!id || !idParameter || !read)
        return undefined;
    for (const part of tests) {
        if (part.kind !== "test" || !isSame(part.property, id))
            continue;
        if (part.operator === "=" && part.value !== null)
            return [part.value];
        if (part.operator === "in" &&
            Array.isArray(part.value) &&
            part.value.length <= MOST_IDS &&
            !part.value.includes(null))
            return [...new Set(part.value)];
    }
    return undefined;
}
/** One list request is better than many reads. */
function covers(list, id, ids) {
    return (ids.length > 1 &&
        (list.filters ?? []).some((filter) => filter.operator === "in" &&
            isSame(filter.property, id) &&
            fits(list, filter.parameter, place(filter, ids)[filter.parameter])));
}
function pushAll(list, tests, taken, steps) {
    let parameters = {};
    let alternatives;
    let complete = true;
    for (const part of tests) {
        if (part.kind === "test") {
            const push = pushTest(list, part, taken, parameters);
            if (push)
                parameters = merge(parameters, push.parameters);
            steps.push(push
                ? step(part, push.parameter, push.exact ? "the parameter means the same" : "the parameter may let more through: checked again")
                : { clause: describe(part), where: "client", reason: "no parameter for it" });
            complete &&= push?.exact === true;
        }
        else if (part.kind === "or" && !alternatives) {
            alternatives = pushOr(list, part.of, taken);
            complete = false;
            const count = alternatives?.length;
            steps.push({
                clause: "or",
                where: alternatives ? "server" : "client",
                reason: alternatives ? `${count} requests, merged` : "not every alternative has a parameter",
            });
        }
        else {
            complete = false;
            steps.push({ clause: part.kind, where: "client", reason: "servers cannot be asked for it" });
        }
    }
    return { parameters, alternatives, complete };
}
function pushTest(list, test, taken, before) {
    const filters = (list.filters ?? []).filter(({ property, parameter }) => isSame(property, test.property) && !taken.has(parameter));
    for (const filter of filters) {
        const value = operand(filter, test);
        if (value === undefined || clashes(before, filter))
            continue;
        const parameters = place(filter, value);
        if (!fits(list, filter.parameter, merge(before, parameters)[filter.parameter]))
            continue;
        return {
            parameter: [filter.parameter, ...(filter.at ?? [])].join("."),
            parameters,
            exact: filter.operator === "=" && test.operator === "=",
        };
    }
    return undefined;
}
/** What to give the parameter, `undefined` when it would ask for less than the test. Whether a bound itself counts is unknown, so both kinds serve both. */
function operand({ operator }, test) {
    const { value } = test;
    if (value === null || value === undefined)
        return undefined;
    if (operator === test.operator)
        return value;
    if (operator === "in" && test.operator === "=")
        return [value];
    if (operator === "=" && test.operator === "in" && Array.isArray(value) && value.length === 1)
        return value[0];
    if (operator === ">=" && test.operator === ">")
        return value;
    if (operator === "<=" && test.operator === "<")
        return value;
    return undefined;
}
function place({ parameter, at = [] }, value) {
    return { [parameter]: at.reduceRight((inner, name) => ({ [name]: inner }), value) };
}
/** Two conditions on one parameter go together only as members of one object. */
function clashes(before, { parameter, at = [] }) {
    let value = before[parameter];
    for (const name of at) {
        if (value === undefined)
            return false;
        value = value[name];
    }
    return value !== undefined;
}
function merge(left, right) {
    const all = { ...left };
    for (const [name, value] of Object.entries(right)) {
        const old = all[name];
        all[name] =
            typeof old === "object" && old !== null && typeof value === "object" && value !== null && !Array.isArray(value)
                ? merge(old, value)
                : value;
    }
    return all;
}
/** A value that the description does not let the parameter have would be refused: the client filters instead. */
function fits({ operation }, name, value) {
    const spec = parameterNamed(operation, name);
    return spec !== undefined && (spec.schema === undefined || compile(spec.schema, "request")(value, ""));
}
function pushOr(list, parts, taken) {
    if (parts.length === 0 || parts.length > MOST_BRANCHES)
        return undefined;
    const branches = [];
    for (const part of parts) {
        const pushed = conjunction(part).flatMap((each) => each.kind === "test" ? (pushTest(list, each, taken, {}) ?? []) : []);
        const [first] = pushed;
        if (!first)
            return undefined;
        branches.push(first.parameters);
    }
    return branches;
}
function pushSort({ operation, sort }, keys, taken, steps) {
    if (keys.length === 0)
        return undefined;
    const clause = `sort ${keys.map(({ property, descending }) => `${property.join(".")}${descending ? " DESC" : ""}`).join(", ")}`;
    const parameters = sort && !taken.has(sort.parameter) ? sortParameters(operation, sort, keys) : undefined;
    steps.push(parameters
        ? { clause, where: "server", parameter: sort?.parameter ?? "", reason: "the order is one of the documented" }
        : {
            clause,
            where: "client",
            reason: sort ? "the description does not say how to ask for this order" : "the list cannot be sorted",
        });
    return parameters;
}
/** Only orders that the description spells out: a guess could be refused, or mean another. */
function sortParameters(operation, { parameter, direction, values }, keys) {
    const spelled = keys.map(({ property, descending }) => `${descending ? "-" : ""}${property.join(".")}`);
    const spellingOf = (order) => Object.entries(values ?? {}).find(([, known]) => isSame(known, order))?.[0];
    if (takesList(operation, parameter)) {
        const each = spelled.map((key) => spellingOf([key]));
        return each.includes(undefined) ? undefined : { [parameter]: each };
    }
    const exact = spellingOf(spelled);
    if (exact !== undefined)
        return { [parameter]: exact };
    const [key] = keys;
    if (!direction || keys.length !== 1 || !key)
        return undefined;
    const plain = spellingOf([key.property.join(".")]);
    if (plain === undefined)
        return undefined;
    return { [parameter]: plain, [direction.parameter]: key.descending ? direction.descending : direction.ascending };
}
/** Some servers sort by several keys: their parameter is a list, one value a key. */
function takesList(operation, name) {
    const spec = parameterNamed(operation, name);
    return spec?.schema !== undefined && typesOf(spec.schema).has("array") && !typesOf(spec.schema).has("string");
}
/** As much as is needed when the server does everything, else as much as it gives. */
function pageSize(list, { limit: wanted, skip }, residual) {
    const { limit } = list;
    if (!limit)
        return {};
    const most = limit.maximum ?? Math.max(limit.default ?? 0, 100);
    const size = residual || wanted === undefined ? most : Math.min(Math.max(wanted + skip, limit.minimum ?? 1), most);
    return { [limit.parameter]: parameterValue(list, limit.parameter, size) };
}
function step(test, parameter, reason) {
    return { clause: describe(test), where: "server", parameter, reason };
}
function describe({ property, operator }) {
    return show(property, operator);
}
function show(property, operator) {
    return `${property.join(".")} ${operator}`;
}
