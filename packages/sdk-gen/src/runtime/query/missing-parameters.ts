import { refuse } from "../errors.js";
import { nameInCall, parametersOf } from "../operation-facts.js";
import type { ClientContext } from "../send.js";
import { type Issue, issueOf } from "../validate/issue.js";
import { filtersOf } from "./list-call.js";
import type { QueryPlan } from "./query-plan.js";

/** For lists with required parameters. */
export interface RequiredParameters {
  readonly missing: typeof missingParameters;
  readonly refuse: typeof refuseMissing;
}

export const requiredParameters: RequiredParameters = { missing: missingParameters, refuse: refuseMissing };

/** For lists that require only parameters of the path. */
export const requiredParents: RequiredParameters = { missing: missingParameters, refuse: refuseWithoutParents };

/** Required parameters that neither the query nor the client gives. */
function missingParameters({ options }: ClientContext, { resource: { list }, fetching }: QueryPlan): string[] {
  if (fetching.kind !== "pages" || !list) return [];
  const given: Readonly<Record<string, unknown>> = { ...options.parameters, ...fetching.requests[0]?.parameters };
  return parametersOf(list.operation)
    .filter((spec) => spec.required || spec.in === "path")
    .map(nameInCall)
    .filter((name) => given[name] === undefined);
}

/** @throws ValidationError that names the missing parameters */
function refuseMissing(context: ClientContext, plan: QueryPlan): void {
  if (context.options.validateRequests === false) return;
  const { name, parents = [], list } = plan.resource;
  const issues = missingParameters(context, plan).map((field) => {
    if (parents.some(({ parameter }) => parameter === field)) return parentIssue(field);
    const filter =
      list && filtersOf(list).find(({ parameter, operator }) => parameter === field && /^(=|in)$/.test(operator));
    const hint = filter ? `, or a condition on ${filter.property.join(".")}` : "";
    return issueOf("query", field, "required", `is required by the list: .params({ ${field}: … })${hint}`);
  });
  refuse(issues, `${name}.find`);
}

/** @throws ValidationError that names the missing parameters */
function refuseWithoutParents(context: ClientContext, plan: QueryPlan): void {
  if (context.options.validateRequests !== false)
    refuse(missingParameters(context, plan).map(parentIssue), `${plan.resource.name}.find`);
}

function parentIssue(field: string): Issue {
  return issueOf("path", field, "required", `is required: .in({ ${field}: … }) before find`);
}
