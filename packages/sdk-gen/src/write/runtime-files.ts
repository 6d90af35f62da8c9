import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { GeneratedFile } from "../emit/emit-sdk.js";
import { joinModules, type ModuleTable } from "./join-modules.js";

const HTTP =
  "base-url follow follow-redirects kept-back-headers read-response read-stream read-whole stop unsendable-headers";

/** The modules of `utils/`, with the files of `src/runtime` that each joins. */
const MODULES: ModuleTable = {
  index: ["index"],
  testing: ["testing"],
  errors: ["errors", "query/query-too-broad-error", "query/repeated-page-error"],
  keywords: ["validate/keywords"],
  operation: [
    "operation-spec",
    "operation-facts",
    "parameters-of",
    "record-parameters",
    "resource-spec",
    "query/value-at",
  ],
  http: ["validate/call-issues", ...HTTP.split(" ").map((name) => `wire/${name}`)],
  validate: ["validate", "model", "model-fields", "is-plain-object", "schema-data"],
  wire: ["wire"],
  resource: ["resource", "add-resources"],
  query: ["query"],
};

/** Takes the files that no other module names. */
const REST = "http";

/** The client's runtime: its modules, and their public types in one file. */
export async function readRuntime(): Promise<GeneratedFile[]> {
  const [code, types] = await Promise.all([readFiles(".js"), readFiles(".d.ts")]);
  const modules = [...joinModules(code, MODULES, REST)].map(([name, content]) => ({
    path: `utils/${name}.js`,
    content,
  }));
  return [...modules, { path: "utils/index.d.ts", content: publicTypes(types) }];
}

/** The compiled files of `src/runtime`, by path without the extension. */
async function readFiles(extension: ".js" | ".d.ts"): Promise<Map<string, string>> {
  const folder = fileURLToPath(new URL("../runtime/", import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const name = relative(folder, path).slice(0, -extension.length).split(sep).join("/");
        return [name, await readFile(path, "utf8")] as const;
      }),
    ),
  );
}

/** The declarations that `index` exports and all that they need, which is not exported itself. */
function publicTypes(files: ReadonlyMap<string, string>): string {
  const index = files.get("index") ?? "";
  const exported = new Set(index.match(/[\w$]+(?=,| \}|\n\})/g));
  const text = joinModules(files, {}, "index", ["index"]).get("index") ?? "";
  return `${text.replace(/^export (?=(?:declare )?(?:abstract )?(?:function|class|const|interface|type) ([\w$]+))/gm, (word, name: string) => (exported.has(name) ? word : ""))}\nexport {};\n`;
}
