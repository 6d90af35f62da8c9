import type { Resource } from "@onespec/spec-core";
import { singularize } from "inflection";

/** `authors.books` as `books`. */
export function shortName({ name }: Resource): string {
  return name.split(".").at(-1) ?? name;
}

/** `authors.books` as `author books`: the last word stays plural. */
export function longName({ name }: Resource): string {
  const parts = name.split(".");
  return parts.map((part, at) => (at < parts.length - 1 ? singularize(part) : part)).join(" ");
}
