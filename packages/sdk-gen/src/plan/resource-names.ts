import type { Resource } from "@onespec/spec-core";
import { singular } from "./singular.js";

/** `authors.books` as `books`. */
export function shortName({ name }: Resource): string {
  return name.split(".").at(-1) ?? name;
}

/** `authors.books` as `author books`: the last word stays plural. */
export function longName({ name }: Resource): string {
  const parts = name.split(".");
  return parts.map((part, at) => (at < parts.length - 1 ? singular(part) : part)).join(" ");
}
