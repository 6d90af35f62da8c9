import type { DescriptionFindings } from "./drive-description.js";
import type { PairFinding } from "./walk-pair.js";

/** Pairs of which something can be said, and those that went through whole. */
export interface PairCounts {
  readonly whole: number;
  readonly told: number;
  readonly open: number;
}

export function countPairs(pairs: readonly PairFinding[]): PairCounts {
  const count = (outcome: PairFinding["outcome"]): number => pairs.filter((pair) => pair.outcome === outcome).length;
  return { whole: count("whole"), told: count("whole") + count("broken"), open: count("undecidable") };
}

/** One line a description that has pairs, then every pair that is not whole, and why. */
export function pairsTable(findings: readonly DescriptionFindings[]): string {
  const some = findings.filter(({ pairs }) => pairs.length > 0);
  const width = Math.max(...some.map(({ name }) => name.length));
  const lines = some.map(({ name, pairs }) => {
    const full = countPairs(pairs.filter((pair) => pair.full));
    return `${name.padEnd(width)}  ${text(countPairs(pairs)).padStart(16)}  create and read: ${text(full)}`;
  });
  const all = countPairs(findings.flatMap(({ pairs }) => pairs));
  const broken = some.flatMap(({ name, pairs }) =>
    pairs.flatMap(({ pair, outcome, reason }) => (outcome === "broken" ? [`${name} ${pair}: ${reason}`] : [])),
  );
  return [...lines, `${"all".padEnd(width)}  ${text(all).padStart(16)}`, "", ...broken].join("\n");
}

function text({ whole, told, open }: PairCounts): string {
  return `${whole}/${told}${open > 0 ? ` (+${open})` : ""}`;
}
