import type { ListSpec } from "../resource-spec.js";
import { typesOf } from "../validate/types-of.js";
import { listParameter } from "./list-call.js";

/** A number as the list's parameter takes it: some descriptions declare page numbers and sizes as texts. */
export function parameterValue(list: ListSpec, name: string, value: number): number | string {
  const types = typesOf(listParameter(list, name)?.schema ?? true);
  return types.has("string") && !types.has("integer") && !types.has("number") ? String(value) : value;
}
