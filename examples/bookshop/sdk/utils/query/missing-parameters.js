import { ValidationError } from "../errors.js";
import { nameInCall, parametersOf } from "../parameters-of.js";
import { escapeToken } from "../validate/issue.js";
/** What the list asks for and neither the query nor the client gives. */
export function missingParameters({ options }, { resource, fetching }) {
    if (fetching.kind !== "pages")
        return [];
    const given = { ...options.parameters, ...fetching.requests[0]?.parameters };
    return (resource.list ? parametersOf(resource.list.operation) : []).flatMap((spec) => {
        const name = nameInCall(spec);
        return (spec.required || spec.in === "path") && given[name] === undefined ? [name] : [];
    });
}
/** @throws ValidationError that names all of them and says where to give them. */
export function refuseMissing(context, plan) {
    if (context.options.validateRequests === false)
        return;
    const { resource } = plan;
    const parents = new Set((resource.parents ?? []).map(({ parameter }) => parameter));
    const issues = missingParameters(context, plan).map((field) => ({
        in: parents.has(field) ? "path" : "query",
        path: `/${escapeToken(field)}`,
        field,
        keyword: "required",
        message: parents.has(field)
            ? `is required: .in({ ${field}: … }) before find`
            : `is required by the list: .params({ ${field}: … })${filterHint(resource.list?.filters, field)}`,
    }));
    if (issues.length > 0)
        throw new ValidationError(issues, `${resource.name}.find`);
}
function filterHint(filters, parameter) {
    const filter = filters?.find((one) => one.parameter === parameter && (one.operator === "=" || one.operator === "in"));
    return filter ? `, or a condition on ${filter.property.join(".")}` : "";
}
