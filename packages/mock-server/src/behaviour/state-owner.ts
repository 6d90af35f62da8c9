import type { Resource } from "@onespec/spec-core";

/** Of the resources that share a state the one that keeps it: its collection has that one's name. */
export function stateOwner(resources: readonly Resource[], stateKey: string): Resource | undefined {
  const sharers = resources.filter((resource) => resource.stateKey === stateKey);
  return sharers.find(({ collectionPath }) => collectionPath === stateKey) ?? sharers[0];
}

/** The owner of each state, by its key. */
export function stateOwners(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const owners = new Map<string, Resource>();
  for (const resource of resources) {
    const { stateKey, collectionPath } = resource;
    if (collectionPath === stateKey ? owners.get(stateKey)?.collectionPath !== stateKey : !owners.has(stateKey))
      owners.set(stateKey, resource);
  }
  return owners;
}
