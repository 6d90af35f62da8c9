import { ValidationError } from "../errors.js";
import type { SchemaData } from "../schema-data.js";
import { fieldOf, thereAre } from "../validate/issue.js";
import { fieldAt, fieldsOf } from "./fields.js";

/** The error of a clause: `sort.title`. */
export function invalidClause(resource: string, clause: string, message: string, keyword = "query"): ValidationError {
  const path = `/${clause.replaceAll(".", "/")}`;
  return new ValidationError([{ path, field: fieldOf(path), keyword, message }], `${resource}.find`);
}

/** The path of a field. @throws ValidationError if there is no such field */
export function fieldIn(
  { schema, name: resource }: { readonly schema: SchemaData; readonly name: string },
  clause: string,
  name: string,
  keyword?: string,
): readonly string[] {
  const place = name.split(".");
  if (fieldAt(schema, place) !== undefined) return place;
  const message = `is not a field${thereAre(fieldsOf(schema).keys())}`;
  throw invalidClause(resource, `${clause}.${name}`, message, keyword);
}
