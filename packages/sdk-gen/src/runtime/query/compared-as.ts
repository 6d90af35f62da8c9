import type { SchemaData } from "../schema-data.js";
import { type Format, formatName } from "../validate/keyword.js";
import { typesOf } from "../validate/types-of.js";
import { formatOf } from "./fields.js";

/** How the texts of a field are compared: as instants, by the function of their format, or as texts. */
export type Kind = "instant" | NonNullable<Format["compare"]> | undefined;

export function kindOf(field: SchemaData | undefined): Kind {
  const format = field === undefined ? undefined : formatOf(field);
  if (field === undefined || format === undefined) return undefined;
  if (typeof format === "object" && format.compare) return typesOf(field).has("string") ? format.compare : undefined;
  return formatName({ format }) === "date-time" ? "instant" : undefined;
}
