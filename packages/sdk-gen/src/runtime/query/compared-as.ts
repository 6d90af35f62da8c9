import type { SchemaData } from "../schema-data.js";
import { formatOf } from "./fields.js";
import { typesOf } from "./handed-over.js";

/** What texts of a field stand for when they are compared. */
export type Kind = "instant" | "decimal" | undefined;

export function kindOf(field: SchemaData | undefined): Kind {
  const format = field === undefined ? undefined : formatOf(field);
  if (field === undefined || format === undefined) return undefined;
  if (format === "date-time") return "instant";
  return format === "decimal" && typesOf(field).has("string") ? "decimal" : undefined;
}
