import type { ListRole, Operation, ViewRole } from "@onespec/spec-core";
import { createListAnswer } from "../response/list-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { selectionReader } from "./list-filters.js";
import { pageLinks } from "./page-links.js";
import { mostItems, pageRequestReader } from "./page-request.js";
import { addressReader } from "./record-address.js";

/** `GET /pets`, and other lists over the same records such as `GET /pets/sold`. */
export function createListBehaviour(
  context: MockContext,
  operation: Operation,
  role: ListRole | ViewRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const { resource, list } = role;
  const state = states.of(resource);
  const answer = createListAnswer(context, plan, resource, list);
  const select = selectionReader(schemas, resource, list);
  const readPage = pageRequestReader(schemas, list, mostItems(schemas, plan.preferred?.schema, list.shape));
  const read = addressReader(schemas, states, operation, resource, role.kind === "view" ? role.scope : undefined);
  const ownId = role.kind === "view" ? ownIdParameter(operation, role) : undefined;

  return async (call) => {
    const { pathTexts, query } = call.values;
    const { parents, scope, where: narrowing } = read(pathTexts);
    const absent = await absentParent(states, resource, parents);
    if (absent) return context.refuse(operation, absent);
    const { fields, ...selection } = select(query);
    await context.seeds.fill(resource, scope);
    const asked = readPage(query);
    const where = [...(selection.where ?? []), ...narrowing];
    const page = await state.collection.list({
      ...selection,
      scope,
      ...(where.length > 0 ? { where } : {}),
      offset: asked.offset,
      ...(asked.limit === undefined ? {} : { limit: asked.limit }),
      ...(asked.after === undefined ? {} : { after: asked.after }),
      ...(asked.before === undefined ? {} : { before: asked.before }),
    });
    if (ownId !== undefined && page.records.length === 0) {
      const key = pathTexts[ownId] ?? "";
      if (!(await state.collection.has(scope, key)))
        return context.refuse(operation, absentRecord(resource, ownId, key));
    }
    const links = pageLinks(schemas, list, asked, page, call.request.query);
    return answer(call, { page, asked, links, fields });
  };
}

/** The path parameter that is the id of the record, where the path of one record answers a list of those with that id. */
function ownIdParameter({ path }: Operation, { resource, scope }: ViewRole): string | undefined {
  if (path !== resource.itemPath) return undefined;
  return scope.find(({ parent, property }) => parent === undefined && property === resource.id.property)?.parameter;
}
