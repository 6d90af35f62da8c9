import {
  type ApiDescription,
  createGroupFinder,
  getOrMake,
  type Operation,
  shortOperationName,
} from "@onespec/spec-core";
import { kebab, singular, UniqueNames } from "./names.js";

/** The folder of an operation's action. */
export interface ActionGroup {
  readonly name: string;
  /** The collection of the resource that the group is named after. */
  readonly collectionPath: string | undefined;
}

/**
 * Finds the folder of an operation's action: the one of its resource, which a singular tag also selects, or else one
 * for its tag or path.
 */
export function createActionGroups(
  { resources }: ApiDescription,
  groupOfResource: ReadonlyMap<string, string>,
): (operation: Operation) => ActionGroup {
  const find = createGroupFinder(resources);
  const named = new Map<string, ActionGroup>();
  for (const { name, collectionPath } of resources.toReversed()) {
    const group = groupOfResource.get(name);
    if (group !== undefined) named.set(kebab(singular(group), group), { name: group, collectionPath });
  }
  return (operation) => {
    const { resource, text } = find(operation);
    const own = resource && groupOfResource.get(resource.name);
    if (own !== undefined) return { name: own, collectionPath: resource?.collectionPath };
    const name = kebab(text, "root");
    return named.get(kebab(singular(name), name)) ?? { name, collectionPath: undefined };
  };
}

/** File names of the operations of a resource. */
const USUAL_ACTIONS = {
  list: "list",
  create: "create",
  read: "get",
  replace: "replace",
  update: "update",
  delete: "delete",
};

/** Names actions. Each name is unique in its group. @param kind what the action does */
export function createActionNames({
  operations,
}: ApiDescription): (operation: Operation, kind: string, group: ActionGroup) => string {
  const names = new Map<string, UniqueNames>();
  const readPaths = new Set(operations.filter(({ method }) => method === "get").map(({ path }) => path));
  return (operation, kind, group) => {
    const { role, id, method } = operation;
    const taken = getOrMake(names, group.name, () => new UniqueNames());
    const long = kebab(id, method);
    const own = USUAL_ACTIONS[role.kind as keyof typeof USUAL_ACTIONS];
    if (kind !== "stub" && own !== undefined) return taken.take(own, long);
    const short = withoutGroup(kebab(shortOperationName(operation, { ...group, readPaths }) ?? id, method), group.name);
    // The usual name of a resource's action is reserved for that action, whatever comes before it.
    const isKept = group.collectionPath !== undefined && short !== own && Object.values(USUAL_ACTIONS).includes(short);
    return taken.take(isKept ? long : short, long);
  };
}

/** `cancel-order` of the group `orders` is `cancel`. */
function withoutGroup(name: string, group: string): string {
  const ending = [`-${group}`, `-${kebab(singular(group), group)}`].find((one) => name.endsWith(one)) ?? "";
  return name.slice(0, name.length - ending.length);
}
