// Lets `node run bin/framework.js lift` work: Node reads `run` as this file.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [script = "bin/framework.js"] = process.argv.splice(2, 1);
await import(pathToFileURL(resolve(script)).href);
