import type { ListRole, Operation, ViewRole } from "@onespec/spec-core";
import { validationProblem } from "../errors/problem.js";
import { coerceValue } from "../request/coerce-value.js";
import { validationStatus } from "../request/request-plan.js";
import { createListAnswer } from "../response/list-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import { schemaAt } from "../response/schema-at.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import type { Condition } from "../store/record-store.js";
import { absentParent } from "./absent-parent.js";
import { selectionReader } from "./list-filters.js";
import { pageLinks } from "./page-links.js";
import { mostItems, pageRequestReader } from "./page-request.js";
import { selectedProperty } from "./view-property.js";

/** `GET /pets`, and other lists over the same records such as `GET /pets/sold`. */
export function createListBehaviour(
  context: MockContext,
  operation: Operation,
  { kind, resource, list }: ListRole | ViewRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const state = states.of(resource);
  const answer = createListAnswer(context, plan, resource, list);
  const select = selectionReader(schemas, resource, list);
  const readPage = pageRequestReader(schemas, list, mostItems(schemas, plan.preferred?.schema, list.shape));
  const narrowing = kind === "view" ? viewConditions(context, operation, resource) : undefined;

  return async (call) => {
    const { pathTexts, query } = call.values;
    const absent = await absentParent(states, resource, pathTexts);
    if (absent) return context.refuse(operation, absent);
    const { fields, violations, ...selection } = select(query);
    if (violations.length > 0) {
      return context.refuse(operation, validationProblem(validationStatus(operation), violations));
    }
    const scope = state.scope(resource, pathTexts);
    await context.seeds.fill(resource, scope);
    const asked = readPage(query);
    const where = [...(selection.where ?? []), ...(narrowing?.(pathTexts) ?? [])];
    const page = await state.collection.list({
      ...selection,
      scope,
      ...(where.length > 0 ? { where } : {}),
      offset: asked.offset,
      ...(asked.limit === undefined ? {} : { limit: asked.limit }),
      ...(asked.after === undefined ? {} : { after: asked.after }),
      ...(asked.before === undefined ? {} : { before: asked.before }),
    });
    const links = pageLinks(schemas, list, asked, page, call.request.query);
    return answer(call, { page, asked, links, fields });
  };
}

/** Path parameters of a view that name a property of its records. */
function viewConditions(
  { schemas }: MockContext,
  operation: Operation,
  resource: ViewRole["resource"],
): (pathTexts: Readonly<Record<string, string>>) => Condition[] {
  const parents = new Set(resource.parents.map(({ parameter }) => parameter));
  const narrowing = operation.template.parameters.flatMap((parameter) => {
    const property = parents.has(parameter) ? undefined : selectedProperty(schemas, resource, parameter);
    const schema = property && schemaAt(schemas, resource.schema, property);
    return property && schema ? [{ parameter, property, schema }] : [];
  });
  return (pathTexts) =>
    narrowing.map(({ parameter, property, schema }) => ({
      property,
      operator: "eq",
      value: coerceValue(schemas, schema.json, pathTexts[parameter] ?? ""),
    }));
}
