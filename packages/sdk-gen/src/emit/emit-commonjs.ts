import { code } from "./code.js";
import type { GeneratedFile } from "./emit-sdk.js";

/**
 * The client for `require()`: the class itself, with everything else that `index.js` exports as its properties. Loads the same
 * modules, so a program that uses both has one client. Node can since 20.19, Bun and Deno can as well.
 */
export const COMMONJS_FILES: readonly GeneratedFile[] = [
  {
    path: "index.cjs",
    content: code(
      '"use strict";',
      'const { everything } = require("./utils/everything.js");',
      "const { Client } = everything;",
      "// `name`, `length` and `prototype` are the class's own.",
      "for (const [name, value] of Object.entries(everything)) if (!Object.hasOwn(Client, name)) Client[name] = value;",
      "module.exports = Client;",
    ),
  },
  {
    path: "index.d.cts",
    content: code(
      'import type * as everything from "./index.js" with { "resolution-mode": "import" };',
      "",
      "/** The client class; what else `index.js` exports are its properties. Types come from `import type`. */",
      'declare const Client: typeof everything.Client & Omit<typeof everything, "prototype">;',
      "type Client = everything.Client;",
      "export = Client;",
    ),
  },
  { path: "utils/everything.js", content: code('export * as everything from "../index.js";') },
];
