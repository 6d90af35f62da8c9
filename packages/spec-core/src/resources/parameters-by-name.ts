import type { Parameter } from "../description/api-description.js";
import { foldName } from "./fold-name.js";

/** Parameters by their folded names; `page[size]` is `pagesize`. */
export type ParametersByName = ReadonlyMap<string, readonly Parameter[]>;

export function groupByName(parameters: readonly Parameter[]): ParametersByName {
  const groups = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const folded = foldName(parameter.name);
    const group = groups.get(folded);
    if (group) group.push(parameter);
    else groups.set(folded, [parameter]);
  }
  return groups;
}

/** The first parameter with one of these names, folded and best first, that will do. */
export function firstNamed(
  parameters: ParametersByName,
  names: readonly string[],
  accepts: (parameter: Parameter) => boolean,
): Parameter | undefined {
  if (parameters.size === 0) return undefined;
  for (const name of names) {
    const found = parameters.get(name)?.find(accepts);
    if (found) return found;
  }
  return undefined;
}
