import { type ApiDescription, createGroupFinder, type Operation } from "@onespec/spec-core";
import { kebab, singular } from "./words.js";

/** The folder of an operation's action. */
export interface ActionGroup {
  readonly name: string;
  /** Of the resource that the group is named after. */
  readonly collectionPath: string | undefined;
}

/** Finds the folders of actions: those of resources, which a tag in the singular means as well, else a tag's or a path's own. */
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
