import { parameterNamed } from "../parameters-of.js";
import type { ListSpec } from "../resource-spec.js";
import { typesOf } from "./fields.js";

/** A number as the list's parameter takes it: some descriptions declare page numbers and sizes as texts. */
export function parameterValue({ operation }: ListSpec, name: string, value: number): number | string {
  const spec = parameterNamed(operation, name);
  const types = spec?.schema === undefined ? new Set<string>() : typesOf(spec.schema);
  return types.has("string") && !types.has("integer") && !types.has("number") ? String(value) : value;
}
