// Node's loader keeps a module for as long as the process lives: here the files of applications in temporary folders have another
// address in each run of a command.
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";

const TEMPORARY = pathToFileURL(`${realpathSync(tmpdir())}/`).href;
/** This checkout may lie in a temporary folder itself. */
const CHECKOUT = new URL("../../../../", import.meta.url).href;
let runs;

export function initialize(data) {
  runs = data.runs;
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  return isOfApp(found.url) ? { ...found, url: `${found.url}?run=${Atomics.load(runs, 0)}` } : found;
}

function isOfApp(url) {
  return url.startsWith(TEMPORARY) && !url.startsWith(CHECKOUT) && !/\/node_modules\/|\?/.test(url);
}
