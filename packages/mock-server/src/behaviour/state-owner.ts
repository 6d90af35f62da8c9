import type { Resource } from "@onespec/spec-core";

/** Of the resources that share a state the one that keeps it: its collection has that one's name. */
export function stateOwner(resources: readonly Resource[], stateKey: string): Resource | undefined {
  const sharers = resources.filter((resource) => resource.stateKey === stateKey);
  return sharers.find(({ collectionPath }) => collectionPath === stateKey) ?? sharers[0];
}
