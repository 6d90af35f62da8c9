import { parameterNamed } from "../parameters-of.js";
import type { ListSpec } from "../resource-spec.js";
import { typesOf } from "../validate/types-of.js";

/** A number as the list's parameter takes it: some descriptions declare page numbers and sizes as texts. */
export function parameterValue({ operation }: ListSpec, name: string, value: number): number | string {
  const types = typesOf(parameterNamed(operation, name)?.schema ?? true);
  return types.has("string") && !types.has("integer") && !types.has("number") ? String(value) : value;
}
