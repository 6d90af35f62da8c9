import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";

const TypeScriptParser = Parser.extend(tsPlugin());

/**
 * True if a merged text has a mistake that neither side has: a syntax error, a name declared twice, the same key twice in an
 * object, or the same text twice in a list. Knows JavaScript, TypeScript and JSON; other files are taken as they are.
 */
export function isBrokenByMerge(path: string, merged: string, sides: readonly string[]): boolean {
  const counts = sides.map((text) => countRepeats(path, text));
  // A side that is no source already cannot be made worse.
  if (counts.includes(undefined)) return false;
  const repeats = countRepeats(path, merged);
  return repeats === undefined || repeats > Math.max(...counts.map((count) => count ?? 0));
}

/** Keys and listed texts that are there once more; `undefined` for a text that cannot be parsed. */
function countRepeats(path: string, text: string): number | undefined {
  const isJson = path.endsWith(".json");
  if (!isJson && !/\.[cm]?[jt]s$/.test(path)) return 0;
  try {
    const options = { ecmaVersion: "latest", sourceType: "module", locations: true } as const;
    return repeatsIn(TypeScriptParser.parse(isJson ? `(${text})` : text, options));
  } catch {
    return undefined;
  }
}

function repeatsIn(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  let count = 0;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) count += repeatsAmong(value);
    count += repeatsIn(value);
  }
  return count;
}

function repeatsAmong(nodes: readonly unknown[]): number {
  const names = nodes.map((node) => nameOf(node as SourceNode | null)).filter((name) => name !== undefined);
  return names.length - new Set(names).size;
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
