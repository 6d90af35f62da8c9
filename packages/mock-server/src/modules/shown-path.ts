import { relative } from "node:path";

/** A file as the user would write it: relative to the working directory where it lies below it. */
export function shownPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short === "" || short.startsWith("..") ? file : short;
}
