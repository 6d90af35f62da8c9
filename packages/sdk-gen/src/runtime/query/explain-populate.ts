import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { relatedResource, relationOf } from "./populate.js";
import { isWhole, type PlanStep, type PopulateStep } from "./query-plan.js";

/** Explains how each relation would be loaded, nested ones as well. */
export function explainPopulate(
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
