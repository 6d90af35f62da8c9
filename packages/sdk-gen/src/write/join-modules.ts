import { posix } from "node:path";

interface Import {
  readonly isType: boolean;
  readonly name: string;
}

interface Source {
  readonly path: string;
  /** Text without imports and re-exports. */
  readonly body: string;
  /** Imported and re-exported names, by file. */
  readonly needs: ReadonlyMap<string, readonly Import[]>;
  readonly reexports: ReadonlyMap<string, readonly Import[]>;
}

const LINKS = /^(import|export) (type )?\{([^}]*)\} from "(\.[^"]*)";\n/gm;
const DECLARED =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type) ([\w$]+)/gm;

/**
 * Joins source files into a few modules. The text of a file comes after the files that it imports. Every declaration
 * keeps its name and its comments. Works for JavaScript, TypeScript and declaration files.
 * @param files text by path without an extension
 * @param moduleOf the module that a file belongs to
 * @param entries if given, only files that these import, directly or indirectly, are joined
 * @throws Error if two files of one module declare the same name, or an import renames an export
 */
export function joinModules(
  files: ReadonlyMap<string, string>,
  moduleOf: (path: string) => string,
  entries: Iterable<string> = files.keys(),
): Map<string, string> {
  const sources = new Map([...files].map(([path, text]) => [path, readSource(path, text)]));
  const reached = new Set(entries);
  for (const path of reached) {
    const { needs, reexports } = sources.get(path) ?? {};
    for (const file of [...(needs?.keys() ?? []), ...(reexports?.keys() ?? [])]) reached.add(file);
  }
  const own = new Map<string, Source[]>();
  for (const source of sources.values()) {
    const name = moduleOf(source.path);
    if (reached.has(source.path)) own.set(name, [...(own.get(name) ?? []), source]);
  }
  return new Map([...own].map(([name, parts]) => [name, moduleText(name, inOrder(parts, sources), moduleOf)]));
}

function readSource(path: string, text: string): Source {
  const needs = new Map<string, Import[]>();
  const reexports = new Map<string, Import[]>();
  const body = text.replace(LINKS, (_line, verb: string, type: string | undefined, list: string, from: string) => {
    const file = posix.join(posix.dirname(path), from).replace(/\.js$/, "");
    const into = verb === "import" ? needs : reexports;
    const names = list.split(",").flatMap((one) => one.trim() || []);
    const imports = names.map((one) => {
      if (one.includes(" as ")) throw new Error(`${path} renames what it imports: ${one}.`);
      return { isType: type !== undefined || one.startsWith("type "), name: one.replace("type ", "") };
    });
    into.set(file, [...(into.get(file) ?? []), ...imports]);
    return "";
  });
  return { path, body: body.trim(), needs, reexports };
}

/** Files after those that they import. */
function inOrder(own: readonly Source[], sources: ReadonlyMap<string, Source>): Source[] {
  const ordered = new Set<Source>();
  const open = new Set<Source>();
  const visit = (source: Source): void => {
    if (ordered.has(source) || open.has(source) || !own.includes(source)) return;
    open.add(source);
    for (const file of [...source.needs.keys()].sort()) {
      const next = sources.get(file);
      if (next) visit(next);
    }
    ordered.add(source);
  };
  for (const source of [...own].sort((left, right) => (left.path < right.path ? -1 : 1))) visit(source);
  return [...ordered];
}

function moduleText(name: string, own: readonly Source[], moduleOf: (path: string) => string): string {
  refuseTwice(name, own, moduleOf);
  const lines = (
    verb: "import" | "export",
    links: (source: Source) => ReadonlyMap<string, readonly Import[]>,
  ): string => linkLines(verb, own.map(links), name, moduleOf);
  const bodies = own.flatMap(({ path, body }) =>
    body === "" || body === "export {};" ? [] : `// ${path.replace(/.*\//, "").replaceAll("-", " ")}\n\n${body}\n`,
  );
  return [lines("import", ({ needs }) => needs), lines("export", ({ reexports }) => reexports), ...bodies]
    .filter((part) => part !== "")
    .join("\n");
}

function linkLines(
  verb: "import" | "export",
  all: readonly ReadonlyMap<string, readonly Import[]>[],
  name: string,
  moduleOf: (path: string) => string,
): string {
  const values = new Map<string, Set<string>>();
  const types = new Map<string, Set<string>>();
  for (const [file, imports] of all.flatMap((links) => [...links])) {
    const from = moduleOf(file);
    if (from === name) continue;
    for (const one of imports) {
      const into = one.isType ? types : values;
      into.set(from, (into.get(from) ?? new Set()).add(one.name));
    }
  }
  const modules = [...new Set([...values.keys(), ...types.keys()])].sort();
  return modules
    .flatMap((from) => {
      const taken = values.get(from) ?? new Set();
      const onlyTypes = [...(types.get(from) ?? [])].filter((one) => !taken.has(one));
      return [linkLine(verb, [...taken], from), linkLine(`${verb} type`, onlyTypes, from)];
    })
    .join("");
}

function linkLine(verb: string, names: readonly string[], from: string): string {
  return names.length === 0 ? "" : `${verb} { ${[...names].sort().join(", ")} } from "./${from}.js";\n`;
}

/** Throws if two files declare a name. In one file a type and a value, or overloads, may share a name. */
function refuseTwice(name: string, own: readonly Source[], moduleOf: (path: string) => string): void {
  const declared = new Map<string, string>();
  const twice: string[] = [];
  for (const { path, body } of own)
    for (const [, one = ""] of body.matchAll(DECLARED)) {
      const other = declared.get(one) ?? path;
      if (other !== path) twice.push(`${one} in ${other} and ${path}`);
      declared.set(one, other);
    }
  for (const { path, needs } of own)
    for (const [file, imports] of needs)
      for (const { name: one } of imports) {
        const other = moduleOf(file) === name ? undefined : declared.get(one);
        if (other !== undefined) twice.push(`${one} in ${other}, which ${path} imports from ${file}`);
      }
  if (twice.length > 0) throw new Error(`${name} joins files that declare the same name: ${twice.join("; ")}.`);
}
