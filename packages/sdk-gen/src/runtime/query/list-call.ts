import type { ParameterSpec } from "../operation-spec.js";
import { nameInCall, parameterNamed, parametersOf } from "../parameters-of.js";
import type { ListSpec } from "../resource-spec.js";
import type { SentCall } from "../send.js";

/** A parameter of the list operation, or a property of the body of a search. */
export function listParameter(
  { operation, body }: ListSpec,
  name: string | undefined,
): Pick<ParameterSpec, "schema"> | undefined {
  const schema = name !== undefined && body && Object.hasOwn(body, name) ? body[name] : undefined;
  return schema === undefined ? parameterNamed(operation, name) : { schema };
}

/** Builds the call of a list. For searches, values that are not parameters go into the body. */
export function listCall({ operation, body }: ListSpec, parameters: Readonly<Record<string, unknown>>): SentCall {
  if (!body) return { operation, parameters };
  const names = new Set(parametersOf(operation).map(nameInCall));
  const [own, sent] = [true, false].map((isOwn) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(name) === isOwn)),
  );
  return { operation, parameters: own ?? {}, body: sent };
}
