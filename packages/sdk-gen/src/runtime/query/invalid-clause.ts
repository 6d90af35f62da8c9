import { ValidationError } from "../errors.js";
import type { SchemaData } from "../schema-data.js";
import { fieldOf } from "../validate/issue.js";
import { fieldAt, fieldsOf } from "./fields.js";
import { didYouMean } from "./nearest.js";

/** What is wrong with one clause of a query, by its name and what it is about: `sort.title`. */
export function invalidClause(resource: string, clause: string, message: string, keyword = "query"): ValidationError {
  const path = `/${clause.replaceAll(".", "/")}`;
  return new ValidationError([{ path, field: fieldOf(path), keyword, message }], `${resource}.find`);
}

/** The path to a field that a clause names. @throws ValidationError when there is none */
export function fieldIn(
  { schema, name: resource }: { readonly schema: SchemaData; readonly name: string },
  clause: string,
  name: string,
  keyword?: string,
): readonly string[] {
  const place = name.split(".");
  if (fieldAt(schema, place) !== undefined) return place;
  const message = `is not a field${didYouMean(name, fieldsOf(schema).keys())}`;
  throw invalidClause(resource, `${clause}.${name}`, message, keyword);
}
