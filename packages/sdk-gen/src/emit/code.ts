/** Joins lines, leaving out what is `false`, `undefined` or an empty list; lists are spliced in. */
export type Line = string | false | undefined | readonly Line[];

/** Lines as source text that ends in a line break. */
export function code(...lines: readonly Line[]): string {
  return `${flatten(lines).join("\n")}\n`;
}

function flatten(lines: readonly Line[]): string[] {
  return lines.flatMap((line): string[] => {
    if (line === false || line === undefined) return [];
    return typeof line === "string" ? [line] : flatten(line);
  });
}

/** Each line of a text, or of several, two spaces deeper. */
export function indent(...lines: readonly Line[]): string[] {
  return flatten(lines).flatMap((line) => line.split("\n").map((part) => (part === "" ? "" : `  ${part}`)));
}
