import type { SchemaData } from "../../schema-data.js";
import type { Scope } from "../check.js";
import { reachedFrom } from "../reached-from.js";

/** True if this schema is a part of the schema of the branches. Then Cat does not have to check the branches of Pet. */
export function leadsBack({ active = new Map() }: Scope, branches: readonly SchemaData[]): boolean {
  const wholes = [...active].filter(([, isPart]) => isPart);
  return (
    wholes.length > 0 &&
    branches.some((branch) => {
      const reached = reachedFrom(branch);
      return wholes.some(([schema]) => reached.has(schema));
    })
  );
}
