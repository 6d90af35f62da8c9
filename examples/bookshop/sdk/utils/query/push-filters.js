import { conjunction } from "./condition.js";
import { filtersOf } from "./filters-of.js";
import { compile, isSame, parameterNamed } from "./handed-over.js";
/** Alternatives asked in parallel; more would cost more than reading the list. */
const MOST_BRANCHES = 5;
/** Does one request for a list get all of the ids? It is better than many reads. */
export function coversIds(list, ids, id) {
    return filtersOf(list).some((filter) => filter.operator === "in" && isSame(filter.property, id) && fits(list, filter, place(filter, ids)));
}
/** The parameters of one request for each alternative; `undefined` when one of them cannot be asked for. */
export function pushAlternatives(list, parts, taken) {
    const branches = parts.flatMap((part) => {
        const pushed = conjunction(part).flatMap((each) => each.kind === "test" ? (pushTest(list, each, taken, {}) ?? []) : []);
        return pushed.slice(0, 1).map(({ parameters }) => parameters);
    });
    return parts.length > 0 && parts.length <= MOST_BRANCHES && branches.length === parts.length ? branches : undefined;
}
/** `undefined` when no parameter takes it. @param taken parameters that the caller sets @param before those that other conditions set */
export function pushTest(list, test, taken, before) {
    for (const filter of filtersOf(list)) {
        const { parameter, at = [], operator } = filter;
        const value = operand(filter, test);
        if (!isSame(filter.property, test.property) || taken.has(parameter) || value === undefined)
            continue;
        // Two conditions on one parameter go together only as members of one object.
        if (at.reduce((inner, name) => inner?.[name], before[parameter]) !== undefined)
            continue;
        const parameters = merge(before, place(filter, value));
        if (!fits(list, filter, parameters))
            continue;
        const exact = operator === "=" && test.operator === "=";
        const reason = exact ? "the parameter means the same" : "the parameter may let more through: checked again";
        return { parameter: [parameter, ...at].join("."), parameters, exact, reason };
    }
    return undefined;
}
/** What to give the parameter, `undefined` when it would ask for less than the test. Whether a bound itself counts is unknown, so both kinds serve both. */
function operand({ operator }, { operator: asked, value }) {
    if (value === null || value === undefined)
        return undefined;
    if (operator === asked || (/^[<>]=$/.test(operator) && operator.startsWith(asked)))
        return value;
    if (operator === "in" && asked === "=")
        return [value];
    return operator === "=" && asked === "in" && Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}
function place({ parameter, at = [] }, value) {
    return { [parameter]: at.reduceRight((inner, name) => ({ [name]: inner }), value) };
}
function merge(left, right) {
    const all = { ...left };
    for (const [name, value] of Object.entries(right)) {
        const old = all[name];
        const areBoth = [old, value].every((one) => typeof one === "object" && one !== null);
        all[name] = areBoth && !Array.isArray(value) ? merge(old, value) : value;
    }
    return all;
}
/** A value that the description does not let the parameter have would be refused: the client filters instead. */
function fits({ operation }, { parameter }, values) {
    const spec = parameterNamed(operation, parameter);
    return spec !== undefined && (spec.schema === undefined || compile(spec.schema, "request")(values[parameter], ""));
}
