import type { ListSpec } from "../resource-spec.js";
import { typesOf } from "../validate/types-of.js";
import { listParameter } from "./list-call.js";
import type { Parameters } from "./query-plan.js";

/** The parameter with a number, as a text where the description declares page numbers and sizes as texts. */
export function numberedParameter(list: ListSpec, name: string, value: number): Parameters {
  const types = typesOf(listParameter(list, name)?.schema ?? true);
  return { [name]: types.has("string") && !types.has("integer") && !types.has("number") ? String(value) : value };
}
