import type { Resource } from "@onespec/spec-core";
import type { GroupPlan, SdkPlan } from "./sdk-plan.js";

/** The groups of a plan by what others know of them. */
export interface GroupIndex {
  readonly byName: ReadonlyMap<string, GroupPlan>;
  readonly byResource: ReadonlyMap<Resource, GroupPlan>;
}

const indexes = new WeakMap<SdkPlan["groups"], GroupIndex>();

/** Made once: thousands of groups ask for each other. */
export function groupIndex({ groups }: SdkPlan): GroupIndex {
  let index = indexes.get(groups);
  if (!index) {
    index = {
      byName: new Map(groups.map((group) => [group.name, group])),
      byResource: new Map(groups.flatMap((group) => (group.resource ? [[group.resource, group] as const] : []))),
    };
    indexes.set(groups, index);
  }
  return index;
}
