import type { RelationSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { filtersOf } from "./filters-of.js";
import { keysAtOnce, relatedResource, relationOf } from "./populate.js";
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
    const isPushed = "expand" in relation && relation.expand !== undefined && isWhole(step) && resource.list?.expand;
    const own: PlanStep = isPushed
      ? { clause: `populate ${name}`, where: "server", parameter: isPushed, reason: fallback(relation, target) }
      : { clause: `populate ${name}`, where: "client", reason: howLoaded(relation, target) };
    return [own, ...(target ? explainPopulate(context, target, step.next, `${name}.`) : [])];
  });
}

function fallback(relation: RelationSpec, target: ResourceSpec | undefined): string {
  return relation.kind === "expand"
    ? "written out by the server"
    : `written out by the server; where it is not, ${howLoaded(relation, target)}`;
}

function howLoaded(relation: RelationSpec, target: ResourceSpec | undefined): string {
  switch (relation.kind) {
    case "one": {
      const isListed =
        target?.list &&
        filtersOf(target.list).some(({ operator, property }) => operator === "in" && isSame(property, target?.id));
      const how = isListed && target ? `one list for every ${keysAtOnce(target)} keys` : "a read for each key";
      return `distinct values of ${relation.key.join(".")}, ${how}`;
    }
    case "many":
      return `a list below each record, by ${relation.parameter}`;
    case "link":
    case "expand":
      return relation.loader.explain(relation as never);
  }
}
