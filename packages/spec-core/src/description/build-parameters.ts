import type { Parameter } from "./api-description.js";
import { type BuildContext, listMembers, type ObjectNode, objectAt } from "./build-context.js";
import { buildParameter } from "./build-parameter.js";

/**
 * The lists `parameters` of an operation and its path item; where two parameters share name and location, the one of the
 * owner named first counts. The path item's come first.
 */
export function buildParameters(context: BuildContext, owners: readonly ObjectNode[]): readonly Parameter[] {
  const merged = new Map<string, Parameter>();
  for (const owner of owners.toReversed()) {
    for (const member of listMembers(context, owner, "parameters")) {
      const node = objectAt(context, member);
      const parameter = node && buildParameter(context, node);
      if (parameter) merged.set(identityOf(parameter), parameter);
    }
  }
  return [...merged.values()];
}

/** Header names do not depend on case (RFC 9110, section 5.1). */
function identityOf({ name, in: location }: Parameter): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}
