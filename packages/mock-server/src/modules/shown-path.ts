import { relative } from "node:path";

/** A file path for messages: relative to the working directory if the file is below it. */
export function shownPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short === "" || short.startsWith("..") ? file : short;
}
