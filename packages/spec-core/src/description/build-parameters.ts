import type { Parameter } from "./api-description.js";
import { type BuildContext, listMembers, type ObjectNode, objectAt, warn } from "./build-context.js";
import { buildParameter } from "./build-parameter.js";

/** In one list: ten times as many as anyone writes. */
const MOST_PARAMETERS = 1_000;

/**
 * The lists `parameters` of an operation and its path item; where two parameters share name and location, the one of the
 * owner named first counts. The path item's come first.
 */
export function buildParameters(context: BuildContext, owners: readonly ObjectNode[]): readonly Parameter[] {
  if (!owners.some(({ value }) => Object.hasOwn(value, "parameters"))) return NONE;
  const merged = new Map<string, Parameter>();
  for (const owner of owners.toReversed()) {
    const members = listMembers(context, owner, "parameters");
    if (members.length > MOST_PARAMETERS) warnOfMany(context, `${owner.uri}/parameters`, members.length);
    for (const member of members.slice(0, MOST_PARAMETERS)) {
      const node = objectAt(context, member);
      const parameter = node && buildParameter(context, node);
      if (parameter) merged.set(identityOf(parameter), parameter);
    }
  }
  return [...merged.values()];
}

const NONE: readonly Parameter[] = [];

function warnOfMany(context: BuildContext, uri: string, count: number): void {
  warn(context, uri, {
    code: "too-large",
    message: `${count} parameters stand here; those after the first ${MOST_PARAMETERS} are ignored.`,
    hint: "Take the values together in a request body.",
  });
}

/** Header names do not depend on case (RFC 9110, section 5.1). */
function identityOf({ name, in: location }: Parameter): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}
