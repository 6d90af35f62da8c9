import type { Operation } from "../description/api-description.js";

/** The path parameter of that name, of the first operation that declares it. */
export function pathParameter(
  operations: readonly Operation[],
  name: string | undefined,
): Operation["parameters"][number] | undefined {
  for (const { parameters } of operations) {
    const found = parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
    if (found) return found;
  }
  return undefined;
}
