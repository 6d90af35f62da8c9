import type { ListSpec } from "../resource-spec.js";
import { typesOf } from "../validate/types-of.js";
import { listParameter } from "./list-call.js";

/** Converts a number for the parameter, because some descriptions declare page numbers and sizes as texts. */
export function parameterValue(list: ListSpec, name: string, value: number): number | string {
  const types = typesOf(listParameter(list, name)?.schema ?? true);
  return types.has("string") && !types.has("integer") && !types.has("number") ? String(value) : value;
}
