import type { Parameter } from "./api-description.js";
import { type BuildContext, listMembers, type ObjectNode, objectAt } from "./build-context.js";
import { buildParameter } from "./build-parameter.js";

/** The lists `parameters` of `owners`; where two parameters share name and location, the first owner's counts. */
export function buildParameters(context: BuildContext, owners: readonly ObjectNode[]): readonly Parameter[] {
  return mergeParameters(
    owners.map((owner) =>
      listMembers(context, owner, "parameters").flatMap((member) => {
        const node = objectAt(context, member);
        const parameter = node && buildParameter(context, node);
        return parameter ? [parameter] : [];
      }),
    ),
  );
}

/** One list of several, the first of which wins over those behind it. The order is that of the last list, then the others. */
export function mergeParameters(lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
  const merged = new Map<string, Parameter>();
  for (const list of lists.toReversed()) {
    for (const parameter of list) merged.set(identityOf(parameter), parameter);
  }
  return [...merged.values()];
}

/** Header names do not depend on case (RFC 9110, section 5.1). */
function identityOf({ name, in: location }: Parameter): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}
