const CONTEXT = 3;

/** The difference of two texts as a unified diff shows it: `-` and `+` lines with three lines around them, `...` between places. */
export function lineDiff(before: string, after: string): string {
  const edits = compare(linesOf(before), linesOf(after));
  const shown = new Set<number>();
  for (const [at, { mark }] of edits.entries()) {
    if (mark === " ") continue;
    for (let near = at - CONTEXT; near <= at + CONTEXT; near++) shown.add(near);
  }
  const output: string[] = [];
  for (const [at, { mark, line }] of edits.entries()) {
    if (!shown.has(at)) continue;
    if (at > 0 && !shown.has(at - 1)) output.push("...");
    output.push(`${mark}${line}`);
  }
  return output.map((line) => `${line}\n`).join("");
}

interface Edit {
  readonly mark: " " | "-" | "+";
  readonly line: string;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** By the longest common subsequence of what lies between the equal beginnings and ends. */
function compare(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: " ", line }));
  return [...same(before.slice(0, start)), ...middle(old, now), ...same(before.slice(before.length - end))];
}

function middle(old: readonly string[], now: readonly string[]): Edit[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  const common = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i] as Uint32Array;
      row[j] = old[i] === now[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
    }
  }
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      edits.push({ mark: " ", line: old[i++] as string });
      j++;
    } else if (i < old.length && (j === now.length || common(i + 1, j) >= common(i, j + 1))) {
      edits.push({ mark: "-", line: old[i++] as string });
    } else edits.push({ mark: "+", line: now[j++] as string });
  }
  return edits;
}
