// Imports every module of the clients in the folders given, and calls every method, in a process that evaluates no text.
// Prints what of it shows from outside.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const WATCHED = [
  globalThis,
  Object,
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Promise.prototype,
  process,
];
// The platform notes what it loads by itself.
await fetch("data:,");
const before = WATCHED.map((target) => new Set(Reflect.ownKeys(target)));
const problems = [];
process.on("unhandledRejection", (error) => problems.push(`unhandled: ${error}`));

let methods = 0;
for (const folder of process.argv.slice(2)) {
  const load = (path) => import(pathToFileURL(join(folder, path)).href);
  for (const path of readdirSync(folder, { recursive: true }))
    if (path.endsWith(".js") && !path.startsWith("utils/testing"))
      await load(path).catch((error) => problems.push(`${folder}/${path}: ${error}`));
  const { default: Client, ClientError } = await load("index.js");
  const client = new Client({
    baseUrl: "http://localhost",
    auth: { token: "t" },
    retry: { limit: 0 },
    fetch: async () => Response.json([{}]),
  });
  for (const group of Object.values(client))
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(group)))
      if (name !== "constructor" && name !== "in")
        for (const given of [[], [{}, {}], ["1", {}]])
          try {
            methods += 1;
            await group[name](...given);
          } catch (error) {
            if (!(error instanceof ClientError)) problems.push(`${folder} ${name}: ${error?.stack}`);
          }
}
for (const [at, target] of WATCHED.entries())
  for (const key of Reflect.ownKeys(target))
    if (!before[at].has(key)) problems.push(`${String(key)} was added to object ${at}`);
console.log(JSON.stringify({ problems, methods }));
