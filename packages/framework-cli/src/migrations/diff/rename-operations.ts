/** Renames in an order in which no new name is taken yet; a circle (a becomes b, b becomes a) goes through a name in between. */
export function orderRenames(
  renames: readonly { readonly from: string; readonly to: string }[],
): { readonly from: string; readonly to: string }[] {
  const waiting = [...renames];
  const ordered: { from: string; to: string }[] = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ to }) => !waiting.some(({ from }) => from === to));
    const [next] = waiting.splice(Math.max(index, 0), 1);
    if (next === undefined) break;
    if (index !== -1) {
      ordered.push(next);
      continue;
    }
    const between = `${next.from.slice(0, 50)}_renaming`;
    ordered.push({ from: next.from, to: between });
    waiting.push({ from: between, to: next.to });
  }
  return ordered;
}
