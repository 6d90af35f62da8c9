import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";

const TypeScriptParser = Parser.extend(tsPlugin());

/**
 * Finds a mistake in a merged text that neither side had. Returns the names that occur twice (in an object, a class or
 * a list of texts), or an empty list for a syntax error. `undefined` if the text is correct. Checks JavaScript,
 * TypeScript and JSON only.
 */
export function brokenByMerge(path: string, merged: string, sides: readonly string[]): readonly string[] | undefined {
  const before = sides.map((text) => repeatedNames(path, text));
  // A side that is already invalid cannot become worse.
  if (before.includes(undefined)) return undefined;
  const repeated = repeatedNames(path, merged);
  if (repeated === undefined) return [];
  if (repeated.length <= Math.max(...before.map((names) => names?.length ?? 0))) return undefined;
  return [...new Set(repeated)].filter((name) => !before.some((names) => names?.includes(name)));
}

/** Keys and listed texts that occur more than once. `undefined` if the text cannot be parsed. */
function repeatedNames(path: string, text: string): readonly string[] | undefined {
  const isJson = path.endsWith(".json");
  if (!isJson && !/\.[cm]?[jt]s$/.test(path)) return [];
  try {
    const options = { ecmaVersion: "latest", sourceType: "module", locations: true } as const;
    return repeatsIn(TypeScriptParser.parse(isJson ? `(${text})` : text, options));
  } catch {
    return undefined;
  }
}

function repeatsIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.values(node).flatMap((value) => [
    ...(Array.isArray(value) ? repeatsAmong(value) : []),
    ...repeatsIn(value),
  ]);
}

function repeatsAmong(nodes: readonly unknown[]): readonly string[] {
  const names = nodes.map((node) => nameOf(node as SourceNode | null)).filter((name) => name !== undefined);
  return names.filter((name, at) => names.indexOf(name) !== at).map((name) => name.trim());
}

/** A member of an object, class or interface, or a text in a list. */
interface SourceNode {
  readonly type?: string;
  readonly computed?: boolean;
  readonly static?: boolean;
  /** `get`, `set`: one of each is no repetition. */
  readonly kind?: string;
  readonly key?: { readonly name?: unknown; readonly value?: unknown };
  readonly value?: unknown;
}

function nameOf(node: SourceNode | null): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return JSON.stringify(node.value);
  if (node?.key === undefined || node.computed === true) return undefined;
  const name = node.key.name ?? node.key.value;
  const half = node.kind === "get" || node.kind === "set" ? node.kind : "";
  return `${node.static === true ? "static " : ""}${half} ${String(name)}`;
}
