import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Execution } from "./execute-query.js";
import { invalidRelation, type Loading, populateAll, relatedResource, relationOf } from "./populate.js";
import { isWhole, type PlanStep, type PopulateStep, type SubCriteria } from "./query-plan.js";
import { runQuery } from "./run-query.js";

/** Loads relations. Only resources with relations import it. */
export const populating = {
  /** Adds a step. @throws ValidationError that lists the relations, or names the missing resource */
  add(
    context: ClientContext,
    resource: ResourceSpec,
    steps: readonly PopulateStep[],
    name: string,
    sub: SubCriteria,
  ): readonly PopulateStep[] {
    const [first = "", ...rest] = name.split(".");
    return withStep(steps, populateStep(context, resource, first, rest, sub));
  },
  explain: explainPopulate as typeof explainPopulate,
  load(
    execution: Execution,
    resource: ResourceSpec,
    records: readonly unknown[],
    steps: readonly PopulateStep[],
  ): Promise<readonly unknown[]> {
    const load: Loading["load"] = async (target, wanted) => {
      const found: unknown[] = [];
      for await (const record of runQuery(execution, target, wanted)) found.push(record);
      return found;
    };
    return populateAll({ ...execution, load }, resource, records, steps);
  },
};

function populateStep(
  context: ClientContext,
  resource: ResourceSpec,
  name: string,
  rest: readonly string[],
  sub: SubCriteria,
): PopulateStep {
  const relation = relationOf(resource, name);
  const [next, ...further] = rest;
  if (next === undefined) return { name, next: [], sub };
  const target = "resource" in relation && relation.resource !== undefined ? relation.resource : undefined;
  if (target === undefined)
    throw invalidRelation(name, "leads to no resource: it has no relations of its own", resource.name);
  const after = [populateStep(context, relatedResource(context, target, name), next, further, sub)];
  return { name, next: after, sub: {} };
}

/** Adds a step, merged with one of the same name. */
function withStep(steps: readonly PopulateStep[], step: PopulateStep): readonly PopulateStep[] {
  const same = steps.find(({ name }) => name === step.name);
  if (!same) return [...steps, step];
  const next = step.next.reduce(withStep, same.next);
  const merged = { name: step.name, next, sub: step.next.length > 0 ? same.sub : step.sub };
  return steps.map((other) => (other === same ? merged : other));
}

/** Explains how each relation would be loaded, nested ones as well. */
function explainPopulate(
  context: ClientContext,
  resource: ResourceSpec,
  steps: readonly PopulateStep[],
  path = "",
): PlanStep[] {
  return steps.flatMap((step) => {
    const name = `${path}${step.name}`;
    const relation = relationOf(resource, step.name);
    const { resource: targetName } = relation as { resource?: string };
    const target = targetName === undefined ? undefined : relatedResource(context, targetName, step.name);
    const how = relation.loader.explain(relation as never, target);
    const parameter = "expand" in relation && relation.expand && isWhole(step) ? resource.list?.expand : undefined;
    const pushed = target ? `written out by the server; where it is not, ${how}` : "written out by the server";
    const clause = `populate ${name}`;
    const own: PlanStep = parameter
      ? { clause, where: "server", parameter, reason: pushed }
      : { clause, where: "client", reason: how };
    return [own, ...(target ? explainPopulate(context, target, step.next, `${name}.`) : [])];
  });
}
