import { ADDITIONS } from "../config/sdk-config.js";
import type { GeneratedFile } from "../emit/emit-sdk.js";
import type { SdkFeatures } from "../plan/sdk-plan.js";
import { joinModules } from "./join-modules.js";

/** The files of the runtime, by path without the extension. */
export interface RuntimeSources {
  readonly code: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
  /** In TypeScript. */
  readonly source: Readonly<Record<string, string>>;
}

/**
 * The modules of `utils/`, each with the files that it joins. There are few modules, since a page without a bundler
 * loads each of them.
 */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  index: ["index"],
  testing: ["testing"],
  errors: ["errors", "validate/issue"],
  validate: ["validate", "schema-data", "model", "model-fields"],
  query: ["query"],
  "tanstack-query": ["tanstack-query"],
  "tanstack-lists": ["tanstack-lists"],
  mcp: ["mcp"],
};

/** The module of the files that are in no other module. */
const REST = "http";

/**
 * Writes the client's runtime. It consists of the modules that the client's features need. In JavaScript, parts that no
 * file imports are left out, and the public types are in one file.
 */
export function joinRuntime(
  { code, types, source }: RuntimeSources,
  { language, validation, queries, with: additions }: SdkFeatures,
  files: readonly GeneratedFile[],
): GeneratedFile[] {
  const unwanted = new Set<string>(ADDITIONS.filter((name) => !additions.includes(name)));
  if (!queries || unwanted.has("tanstack-query")) unwanted.add("tanstack-lists");
  const isLeftOut = (path: string): boolean =>
    unwanted.has(moduleOf(path)) || (!queries && moduleOf(path) === "query") || (!validation && CHECKS.has(path));
  const wanted = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map([...trimmed(files, isLeftOut)].filter(([path]) => !unwanted.has(moduleOf(path))));
  const parts = wanted(language === "ts" ? source : code);
  const joined = joinModules(
    parts,
    moduleOf,
    // In TypeScript all parts stay: the types of one module may need any other, and compilers remove unused ones.
    language === "ts" ? parts.keys() : ["index", ...importedParts(parts, files)],
  );
  const modules = [...joined].map(([name, content]) => ({ path: `utils/${name}.${language}`, content }));
  if (language === "ts") return modules;
  return [...modules, { path: "utils/index.d.ts", content: publicTypes(wanted(types)) }];
}

/** The files of `validate` that only validation exports. Queries need the other files. */
const CHECKS: ReadonlySet<string> = new Set(["model", "model-fields", "validate/answer-issues"]);

/** The files of the runtime with the names that generated files import. */
function importedParts(parts: ReadonlyMap<string, string>, files: readonly GeneratedFile[]): string[] {
  const names = new Set<string>();
  for (const { path, content } of files)
    if (/\.js$/.test(path))
      for (const [, list = ""] of content.matchAll(
        /^(?:import|export) \{([^}]*)\} from "[./]*\/(?:utils\/)?[\w-]+\.js";$/gm,
      ))
        for (const name of list.split(",")) names.add(name.trim().replace(/ as .*/, ""));
  return [...parts].flatMap(([path, text]) =>
    Array.from(text.matchAll(EXPORTED), ([, name = ""]) => name).some((name) => names.has(name)) ? path : [],
  );
}

const EXPORTED = /^export (?:async )?(?:function\*?|class|const|let) ([\w$]+)/gm;

/** The files, with an index that does not export the parts that are left out. */
function trimmed(
  files: Readonly<Record<string, string>>,
  isLeftOut: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const index = (files.index ?? "").replace(/^export [^;]* from "\.\/([^"]*)\.js";\n/gm, (line, path: string) =>
    isLeftOut(path) ? "" : line,
  );
  return new Map(Object.entries({ ...files, index }));
}

function moduleOf(path: string): string {
  return (
    Object.keys(MODULES).find((name) =>
      MODULES[name]?.some((place) => path === place || path.startsWith(`${place}/`)),
    ) ?? REST
  );
}

/** In declarations, private members of classes are `#private`, and calls can be awaited. */
const LINTED = "/* oxlint-disable no-unused-private-class-members, unicorn/no-thenable */\n\n";

/** The declarations that `index` exports and all that they need, which is not exported itself. */
function publicTypes(files: ReadonlyMap<string, string>): string {
  const exported = new Set((files.get("index") ?? "").match(/[\w$]+(?=,| \}|\n\})/g));
  const text = joinModules(files, () => "index", ["index"]).get("index") ?? "";
  return `${LINTED}${text.replace(
    /^export (?=(?:declare )?(?:abstract )?(?:function|class|const|interface|type) ([\w$]+))/gm,
    (word, name: string) => (exported.has(name) ? word : ""),
  )}\nexport {};\n`;
}
