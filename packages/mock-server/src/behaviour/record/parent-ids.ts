import type { Operation, Resource } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../../model/mock-context.js";
import { ancestorOf, scopeIn } from "./record-address.js";

/** A path parameter that may name a parent by another property than its id, and the parameters before it. */
interface NamedParent {
  readonly name: string;
  readonly resource: Resource;
  /** The name of the parameter in the item path of the resource. */
  readonly parameter: string;
  readonly before: readonly string[];
}

/**
 * Replaces other names of parents in a path by their ids: `/zones/example.com/records` becomes `/zones/42/records`, and `me` in
 * `/users/me/orders` becomes the id of the first user. Also replaces the names of other records, such as `{flow_name}` if records have a
 * `flow_id`.
 */
export function withParentIds(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const { states, seeds } = context;
  const { role } = operation;
  const parents = namedParents(context, operation);
  const others = role.kind === "operation" ? (role.finds?.by ?? []).filter(({ named }) => named) : [];
  if (parents.length === 0 && others.length === 0) return behave;
  return async (call) => {
    const pathTexts: Record<string, string> = { ...call.pathTexts };
    for (const { name, resource, parameter, before } of parents) {
      const { owner, find } = states.of(resource);
      const above = before.map((one) => pathTexts[one]);
      const scope = scopeIn(owner, resource.parents, above);
      await seeds.fill(resource, scope);
      const found = await find({ scope, where: [], parameter }, pathTexts[name] ?? "");
      if (found) pathTexts[name] = found.key;
    }
    for (const { parameter, named } of others) {
      if (!named) continue;
      await seeds.fill(named, []);
      const where = [{ property: ["name"], operator: "eq" as const, value: pathTexts[parameter] }];
      const [found] = (await states.of(named).collection.list({ where, limit: 1 })).records;
      if (found) pathTexts[parameter] = found.key;
    }
    return behave({ ...call, pathTexts });
  };
}

function namedParents({ api, states }: MockContext, operation: Operation): readonly NamedParent[] {
  const { role, template } = operation;
  const found = role.kind === "operation" && role.finds ? role.finds.role : role;
  const around = "resource" in found && found.kind !== "view" ? found.resource : ancestorOf(api.resources, operation);
  if (!around) return [];
  const chain = around.parents.map(({ resource }) => resource);
  if (!("resource" in found) || found.kind === "view") chain.push(around);
  return chain.flatMap((resource, index): NamedParent[] => {
    const name = template.parameters[index];
    const parameter = resource?.id.parameter;
    if (!resource || name === undefined || parameter === undefined || !states.of(resource).hasOtherNames(parameter))
      return [];
    return [{ name, resource, parameter, before: template.parameters.slice(0, index) }];
  });
}
