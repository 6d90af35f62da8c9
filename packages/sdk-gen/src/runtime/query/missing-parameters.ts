import { ValidationError } from "../errors.js";
import { nameInCall, parametersOf } from "../parameters-of.js";
import type { ClientContext } from "../send.js";
import { escapeToken } from "../validate/issue.js";
import type { QueryPlan } from "./query-plan.js";

/** What the list asks for and neither the query nor the client gives. */
export function missingParameters({ options }: ClientContext, { resource, fetching }: QueryPlan): string[] {
  if (fetching.kind !== "pages") return [];
  const given = { ...options.parameters, ...fetching.requests[0]?.parameters };
  return (resource.list ? parametersOf(resource.list.operation) : []).flatMap((spec) => {
    const name = nameInCall(spec);
    return (spec.required || spec.in === "path") && given[name] === undefined ? [name] : [];
  });
}

/** @throws ValidationError that names all of them and says where to give them. */
export function refuseMissing(context: ClientContext, plan: QueryPlan): void {
  if (context.options.validateRequests === false) return;
  const { resource } = plan;
  const parents = new Set((resource.parents ?? []).map(({ parameter }) => parameter));
  const issues = missingParameters(context, plan).map((field) => ({
    in: parents.has(field) ? ("path" as const) : ("query" as const),
    path: `/${escapeToken(field)}`,
    field,
    keyword: "required",
    message: parents.has(field)
      ? `is required: .in({ ${field}: … }) before find`
      : `is required by the list: .params({ ${field}: … })${filterHint(resource.list?.filters, field)}`,
  }));
  if (issues.length > 0) throw new ValidationError(issues, `${resource.name}.find`);
}

function filterHint(filters: NonNullable<QueryPlan["resource"]["list"]>["filters"], parameter: string): string {
  const filter = filters?.find((one) => one.parameter === parameter && (one.operator === "=" || one.operator === "in"));
  return filter ? `, or a condition on ${filter.property.join(".")}` : "";
}
