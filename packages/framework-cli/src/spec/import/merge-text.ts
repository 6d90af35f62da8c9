import { merge } from "node-diff3";

/**
 * A file that was edited by hand and generated again: both changes, where they do not touch the same lines.
 *
 * @param base what was generated before
 * @returns `undefined` when they do touch
 */
export function mergeText(edited: string, base: string, generated: string): string | undefined {
  const { conflict, result } = merge(linesOf(edited), linesOf(base), linesOf(generated), {
    excludeFalseConflicts: true,
  });
  return conflict ? undefined : result.join("\n");
}

function linesOf(text: string): string[] {
  return text.replaceAll("\r\n", "\n").split("\n");
}
