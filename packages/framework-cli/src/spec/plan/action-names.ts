import { type ApiDescription, type Operation, shortOperationName } from "@onespec/spec-core";
import type { ActionGroup } from "./action-groups.js";
import { UniqueNames } from "./unique-names.js";
import { kebab, singular } from "./words.js";

/** File names of the operations of a resource. */
const USUAL_ACTIONS = {
  list: "list",
  create: "create",
  read: "get",
  replace: "replace",
  update: "update",
  delete: "delete",
};

/** Names actions, each once in its group; `kind` is the work that the action does. */
export function createActionNames({
  operations,
}: ApiDescription): (operation: Operation, kind: string, group: ActionGroup) => string {
  const names = new Map<string, UniqueNames>();
  const readPaths = new Set(operations.filter(({ method }) => method === "get").map(({ path }) => path));
  return (operation, kind, group) => {
    const { role, id, method } = operation;
    const taken = names.get(group.name) ?? new UniqueNames();
    names.set(group.name, taken);
    const long = kebab(id, method);
    const own = USUAL_ACTIONS[role.kind as keyof typeof USUAL_ACTIONS];
    if (kind !== "stub" && own !== undefined) return taken.take(own, long);
    const short = withoutGroup(kebab(shortOperationName(operation, { ...group, readPaths }) ?? id, method), group.name);
    // The name of what a resource does as a rule is kept for that, whatever comes before it.
    const isKept = group.collectionPath !== undefined && short !== own && Object.values(USUAL_ACTIONS).includes(short);
    return taken.take(isKept ? long : short, long);
  };
}

/** `cancel-order` of the group `orders` is `cancel`. */
function withoutGroup(name: string, group: string): string {
  const ending = [`-${group}`, `-${kebab(singular(group), group)}`].find((one) => name.endsWith(one)) ?? "";
  return name.slice(0, name.length - ending.length);
}
