import type { LinkSpec } from "../resource-spec.js";
import { dataOrNone } from "./execute-query.js";
import { inTurns } from "./in-turns.js";
import { type Loader, type Loading, populateAll, relatedResource, relatedSoFar, withMember } from "./populate.js";
import type { PopulateStep } from "./query-plan.js";
import { valueAt } from "./value-at.js";

/** Follows links. Records whose links hold the same values share a request. @see OpenAPI 3.1, "Link Object" */
export const loadLinked: Loader = {
  load: followLinks,
  explain: ({ operation }: LinkSpec) => `the link to ${operation.id}, once for each distinct set of values`,
};

async function followLinks(
  loading: Loading,
  { operation, parameters, reply, many, resource }: LinkSpec,
  records: readonly unknown[],
  step: PopulateStep,
): Promise<readonly unknown[]> {
  const calls = records.map((record) =>
    Object.fromEntries(Object.entries(parameters).map(([name, place]) => [name, valueAt(record, place)])),
  );
  const found = relatedSoFar(loading, step);
  const distinct = new Map(calls.map((call) => [JSON.stringify(call), call]));
  const open = [...distinct].filter(([key]) => !found.has(key));
  const target = resource === undefined ? undefined : relatedResource(loading.context, resource, step.name);
  await inTurns(open, async ([key, call]) => {
    const isWhole = Object.values(call).every((value) => value !== undefined && value !== null);
    const data = isWhole ? await dataOrNone(loading, { operation, parameters: call }, reply) : undefined;
    const list = many ? [data ?? []].flat() : data === undefined ? [] : [data];
    const whole = target && step.next.length > 0 ? await populateAll(loading, target, list, step.next) : list;
    found.set(key, many ? whole : (whole[0] ?? null));
  });
  return records.map((record, at) => withMember(record, step.name, found.get(JSON.stringify(calls[at]))));
}
