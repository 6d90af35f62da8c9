import { parameterNamed } from "../parameters-of.js";
import { compile } from "../validate/compile.js";
import { typesOf } from "./fields.js";
import { isWhole } from "./query-plan.js";
/**
 * The parameters that make the server answer with less, or with more, of each record: `fields` for `select`, `expand` for
 * `populate`. What comes is trimmed and completed here as well, so results look alike whatever the server does.
 */
export function pushParts({ relations = {}, id }, list, state, taken, steps) {
    const wanted = state.populate.filter(isWhole).flatMap(({ name }) => relations[name] ?? []);
    const values = [...new Set(wanted.flatMap((relation) => ("expand" in relation ? (relation.expand ?? []) : [])))];
    const expand = values.length > 0 && list.expand ? listValue(list, list.expand, values, taken) : undefined;
    if (!state.select)
        return { ...expand };
    const keys = state.populate
        .flatMap(({ name }) => relations[name] ?? [])
        .flatMap((relation) => relation.kind === "link" ? Object.values(relation.parameters) : "key" in relation ? [relation.key] : []);
    const places = [...state.select, ...placesIn(state.where), ...state.sort.map(({ property }) => property), ...keys];
    if (id)
        places.push(id);
    const names = [...new Set([...places.flatMap(([name]) => name ?? []), ...Object.keys(expanded(state, relations))])];
    const fields = list.fields && list.item.length === 0 ? listValue(list, list.fields, names, taken) : undefined;
    steps.push({
        clause: "select",
        ...(fields && list.fields
            ? { where: "server", parameter: list.fields, reason: `asked for ${names.join(", ")}: trimmed again` }
            : { where: "client", reason: list.fields ? "the parameter does not take them" : "no parameter for it" }),
    });
    return { ...expand, ...fields };
}
/** Members that expanding adds: they have to be among the fields. */
function expanded({ populate }, relations) {
    const names = populate.filter(isWhole).flatMap(({ name }) => {
        const relation = relations[name];
        return relation && "expand" in relation && relation.expand !== undefined ? [[name, true]] : [];
    });
    return Object.fromEntries(names);
}
function placesIn(condition) {
    if (!condition)
        return [];
    switch (condition.kind) {
        case "test":
            return [condition.property];
        case "not":
            return placesIn(condition.of);
        case "and":
        case "or":
            return condition.of.flatMap(placesIn);
    }
}
/** Several names as the parameter takes them: a list, or a text with commas. `undefined` when it does not. */
function listValue({ operation }, name, values, taken) {
    const spec = parameterNamed(operation, name);
    if (!spec || taken.has(name))
        return undefined;
    const types = spec.schema === undefined ? new Set() : typesOf(spec.schema);
    const value = types.has("array") ? values : values.join(",");
    return spec.schema === undefined || compile(spec.schema, "request")(value, "") ? { [name]: value } : undefined;
}
