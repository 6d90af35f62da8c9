/** Joins lines, leaving out what is `false`, `undefined` or an empty list; lists are spliced in. */
export type Line = string | false | undefined | readonly Line[];

/** Lines as source text that ends in a line break. */
export function code(...lines: readonly Line[]): string {
  return `${flatten(lines).join("\n")}\n`;
}

function flatten(lines: readonly Line[], into: string[] = []): string[] {
  // By index: every line of a client comes through here, and an iterator makes an object for each.
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (typeof line === "string") into.push(line);
    else if (line !== false && line !== undefined) flatten(line, into);
  }
  return into;
}

/** Each line of a text, or of several, two spaces deeper. */
export function indent(...lines: readonly Line[]): string[] {
  const flat = flatten(lines);
  if (flat.length === 0) return [];
  const text = flat.join("\n").replace(/\n(?=[^\n])/g, "\n  ");
  return [text === "" || text.startsWith("\n") ? text : `  ${text}`];
}
