import { nameInCall, parametersOf } from "../parameters-of.js";
import type { CountSpec } from "../resource-spec.js";
import type { Execution } from "./execute-query.js";
import type { Parameters } from "./query-plan.js";
import { valueAt } from "./value-at.js";

/**
 * Asks the operation that counts all records; `undefined` if it lacks one of the parameters or answers no number. Lists with such an
 * operation bring it along.
 */
export async function countRecords(
  { context, send, options }: Execution,
  { operation, reply }: CountSpec,
  parameters: Parameters,
): Promise<number | undefined> {
  const names = parametersOf(operation).map(nameInCall);
  if (!Object.keys(parameters).every((name) => names.includes(name))) return undefined;
  const { data } = await send(context, { operation, parameters, options });
  const told = valueAt(data, reply);
  return Number.isInteger(told) ? (told as number) : undefined;
}
