import { foldName, isObject, isPagination, type Operation, type Parameter } from "@onespec/spec-core";
import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Behaviour } from "../../model/mock-context.js";
import { queryUse } from "../../model/parameter-use.js";
import { withIgnored } from "../../response/ignored-header.js";
import { after } from "../../store/record-store.js";

/** Names in `Mock-Ignored` the declared parameters of a request that had no effect on its answer. */
export const ignoredParameters: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.mock.wrap((_, { operation, response }, behave) =>
      response.status >= 400 ? behave : reporting(operation, behave),
    );
  },
  { name: "mock-ignored-parameters" },
);

/** Declared query parameters of an operation that have no effect. */
export interface IgnoredParameters {
  /** Id of the operation. */
  readonly operation: string;
  readonly names: readonly string[];
}

/** The parameters without effect of all lists, so that nobody has to find out by a request. */
export function ignoredByLists(operations: Iterable<Operation>): readonly IgnoredParameters[] {
  return [...operations].flatMap((operation) => {
    if (operation.role.kind !== "list" && operation.role.kind !== "view") return [];
    const names = ignoredNames(operation);
    return names.length === 0 ? [] : [{ operation: operation.id, names }];
  });
}

function ignoredNames(operation: Operation): readonly string[] {
  return operation.parameters
    .filter(
      (parameter) =>
        parameter.in === "query" && !hasOtherUse(parameter) && queryUse(operation, parameter) === undefined,
    )
    .map(({ name }) => name);
}

function reporting(operation: Operation, behave: Behaviour): Behaviour {
  const ignored = ignoredNames(operation);
  const searched = searchedNames(operation);
  if (ignored.length === 0 && !searched) return behave;
  return (call) => {
    const names = ignored.filter((name) => call.query[name] !== undefined);
    if (searched && isObject(call.body))
      names.push(...Object.keys(call.body).filter((name) => !isPagination(name) && !searched.has(name)));
    const answer = behave(call);
    if (names.length === 0) return answer;
    return after(answer, (one) => withIgnored(one, names));
  };
}

/** Properties of a body that select what is found or counted, order it or page it; `undefined` for other operations. */
function searchedNames({ role }: Operation): ReadonlySet<string> | undefined {
  const list = role.kind === "view" ? role.search : role.kind === "operation" ? role.counts?.list : undefined;
  if (!list) return undefined;
  const { limit, otherLimits, offset, page, cursor, sort, fields, expand, search, filters, selectors } = list;
  const used = [
    limit,
    ...otherLimits,
    offset,
    page?.parameter,
    cursor?.after,
    cursor?.before,
    sort?.parameter,
    sort?.direction,
  ];
  const parameters = [...used, fields, expand, search, ...[...filters, ...selectors].map(({ parameter }) => parameter)];
  return new Set(parameters.flatMap((parameter) => (parameter ? [parameter.name] : [])));
}

/** Related records are put into every answer that is asked for them. */
function hasOtherUse({ name }: Parameter): boolean {
  return EXPANDING.has(foldName(name));
}

const EXPANDING = new Set(["expand", "expands", "expansions", "optexpand", "include", "includes", "embed", "populate"]);
