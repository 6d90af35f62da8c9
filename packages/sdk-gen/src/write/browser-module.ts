import type { GeneratedFile } from "../emit/emit-sdk.js";
import { joinModules } from "./join-modules.js";

const LINK = /^(import|export) \{ ([^}]*) \} from "\.\/(.*)\.js";\n/gm;
const EXPORTED = /^export (?=(?:async )?(?:function\*?|class|const|let) ([\w$]+))/gm;
const EXPORTED_OTHERWISE = /^export (?:default|\*|\{).*\n/gm;
/** The comment with the name of the file. Omitted, because the scope has the name. */
const HEADING = /^\s*\/\/ [\w -]+\n/;

/** Cannot be the name of anything that a client exports. */
const FILES = "$files";

/**
 * Writes `browser.js`, the client as one module. Each file keeps a separate scope, so equal names in two files do not
 * collide. Files of models share one scope, because they may import each other.
 * @param files the whole client, in JavaScript
 */
export function joinForBrowsers(files: readonly GeneratedFile[]): GeneratedFile[] {
  const sources = new Map(
    files.flatMap(({ path, content }) => (/\.js$/.test(path) ? [[path.slice(0, -3), content] as const] : [])),
  );
  const entries = ["utils/index", "resources/answers", "index"].filter((path) => sources.has(path));
  const joined = joinModules(sources, (path) => (path.startsWith("models/") ? "models" : path), entries);
  const ordered = new Map<string, string>();
  const visit = (name: string): void => {
    if (ordered.has(name)) return;
    const text = joined.get(name) ?? "";
    for (const [, , , from = ""] of text.matchAll(LINK)) visit(from);
    ordered.set(name, text);
  };
  for (const entry of entries) visit(entry);
  const exported = new Map<string, string>();
  const scopes = [...ordered].map(([name, text]) => {
    const imports: string[] = [];
    const body = text.replace(LINK, (_line, verb: string, list: string, from: string) => {
      if (verb === "import") imports.push(`const { ${list} } = ${FILES}[${JSON.stringify(from)}];`);
      else for (const one of list.split(", ")) exported.set(one, from);
      return "";
    });
    const own = Array.from(body.matchAll(EXPORTED), ([, one = ""]) => one);
    if (entries.includes(name)) for (const one of own) exported.set(one, name);
    if (own.length === 0) return [];
    const inner = body.replace(EXPORTED, "").replace(EXPORTED_OTHERWISE, "").replace(HEADING, "").trim();
    const code = [imports.join("\n"), inner, `return { ${own.join(", ")} };`].filter((part) => part !== "");
    return [`${FILES}[${JSON.stringify(name)}] = (() => {`, code.join("\n\n"), "})();\n"];
  });
  const lists = new Map<string, string[]>();
  for (const [name, from] of exported) lists.set(from, [...(lists.get(from) ?? []), name]);
  const names = [...lists].map(
    ([from, list]) => `export const { ${list.join(", ")} } = ${FILES}[${JSON.stringify(from)}];`,
  );
  const content = [
    "// The client as one file, for pages without a bundler.",
    "",
    `const ${FILES} = {};\n`,
    ...scopes.flat(),
  ];
  const types = [
    'export { default } from "./index.js";\nexport * from "./index.js";\n',
    ...(sources.has("resources/answers") ? ['export { answers } from "./resources/answers.js";\n'] : []),
  ];
  return [
    { path: "browser.js", content: [...content, ...names, "export default Client;", ""].join("\n") },
    { path: "browser.d.ts", content: types.join("") },
  ];
}
