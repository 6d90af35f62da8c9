import { filtersOf } from "./filters-of.js";
import { issueOf, nameInCall, parametersOf, ValidationError } from "./handed-over.js";
/** What the list asks for and neither the query nor the client gives. */
export function missingParameters({ options }, { resource: { list }, fetching }) {
    if (fetching.kind !== "pages" || !list)
        return [];
    const given = { ...options.parameters, ...fetching.requests[0]?.parameters };
    return parametersOf(list.operation)
        .filter((spec) => spec.required || spec.in === "path")
        .map(nameInCall)
        .filter((name) => given[name] === undefined);
}
/** @throws ValidationError that names all of them and says where to give them. */
export function refuseMissing(context, plan) {
    if (context.options.validateRequests === false)
        return;
    const { name, parents = [], list } = plan.resource;
    const issues = missingParameters(context, plan).map((field) => {
        if (parents.some(({ parameter }) => parameter === field))
            return issueOf("path", field, "required", `is required: .in({ ${field}: … }) before find`);
        const filter = list && filtersOf(list).find(({ parameter, operator }) => parameter === field && /^(=|in)$/.test(operator));
        const hint = filter ? `, or a condition on ${filter.property.join(".")}` : "";
        return issueOf("query", field, "required", `is required by the list: .params({ ${field}: … })${hint}`);
    });
    if (issues.length > 0)
        throw new ValidationError(issues, `${name}.find`);
}
