import { diffComm } from "node-diff3";

const CONTEXT = 3;

/**
 * The difference of two texts as a unified diff: `-` and `+` lines with three lines of context, and `...` between the
 * places.
 */
export function lineDiff(before: string, after: string): string {
  const edits = diffComm(linesOf(before), linesOf(after)).flatMap((part) =>
    "common" in part
      ? part.common.map((line) => ` ${line}`)
      : [...part.buffer1.map((line) => `-${line}`), ...part.buffer2.map((line) => `+${line}`)],
  );
  const shown = new Set<number>();
  for (const [at, line] of edits.entries()) {
    if (line.startsWith(" ")) continue;
    for (let near = at - CONTEXT; near <= at + CONTEXT; near++) shown.add(near);
  }
  const output: string[] = [];
  for (const [at, line] of edits.entries()) {
    if (!shown.has(at)) continue;
    if (at > 0 && !shown.has(at - 1)) output.push("...");
    output.push(line);
  }
  return output.map((line) => `${line}\n`).join("");
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}
