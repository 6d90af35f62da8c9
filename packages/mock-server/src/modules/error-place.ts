import { fileURLToPath, pathToFileURL } from "node:url";
import { shownPath } from "./shown-path.js";

/** The first place in code of the user's that a stack names: `handlers/getPet.ts:3`. */
export function errorPlace(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const own = new URL("../", import.meta.url).href;
  for (const [, address = "", line] of error.stack.matchAll(
    /(file:\/\/[^\s()]+?|(?<=[\s(])\/[^\s()]+?):(\d+)(?::\d+)?\)?$/gm,
  )) {
    const url = address.startsWith("file:") ? address : pathToFileURL(address).href;
    if (url.startsWith(own) || url.includes("/node_modules/")) continue;
    return `${shownPath(fileURLToPath(url.replace(/[?#].*$/, "")))}:${line}`;
  }
  return undefined;
}
