/** A line of source text, or a list of them. `false`, `undefined` and empty lists are skipped. */
export type Line = string | false | undefined | readonly Line[];

/** Joins lines to source text that ends in a line break. */
export function code(...lines: readonly Line[]): string {
  return `${flatten(lines).join("\n")}\n`;
}

function flatten(lines: readonly Line[], into: string[] = []): string[] {
  // A loop by index is faster than an iterator, and every line of a client passes here.
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (typeof line === "string") into.push(line);
    else if (line !== false && line !== undefined) flatten(line, into);
  }
  return into;
}

/** Indents every line by two spaces. */
export function indent(...lines: readonly Line[]): string[] {
  const flat = flatten(lines);
  if (flat.length === 0) return [];
  const text = flat.join("\n").replace(/\n(?=[^\n])/g, "\n  ");
  return [text === "" || text.startsWith("\n") ? text : `  ${text}`];
}
