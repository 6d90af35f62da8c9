import { createSnapshot, EMPTY_SNAPSHOT, type Snapshot } from "../tables/snapshot.js";
import { applyOperations } from "./apply-operations.js";
import { diffTables } from "./diff-tables.js";

/**
 * The snapshot that all migrations together lead to. Each snapshot names its parents; where two branches went on from the same one, the change of
 * the later is applied to the earlier. A migration made from the result joins them.
 *
 * @param snapshots in the order of their migrations
 */
export function mergeSnapshots(snapshots: readonly Snapshot[]): Snapshot {
  const parents = new Set(snapshots.flatMap((snapshot) => snapshot.parents));
  const heads = snapshots.filter(({ hash }) => !parents.has(hash));
  const [first, ...others] = heads;
  if (first === undefined) return EMPTY_SNAPSHOT;
  if (others.length === 0) return first;
  const byHash = new Map(snapshots.map((snapshot) => [snapshot.hash, snapshot]));
  const tables = others.reduce((merged, head) => {
    const base = commonAncestor(first, head, byHash);
    return applyOperations(merged, diffTables(base.tables, head.tables).operations);
  }, first.tables);
  const hashes = heads.map(({ hash }) => hash);
  return { ...createSnapshot(tables, hashes), hash: JOINED + hashes.join(JOINED) };
}

/** Not in any file: a migration made from it has its parts as parents. */
const JOINED = "+";

/** The parents that a snapshot made from this one states. */
export function parentsFrom({ hash }: Snapshot): string[] {
  return hash.split(JOINED).filter((part) => part !== "");
}

function commonAncestor(a: Snapshot, b: Snapshot, byHash: ReadonlyMap<string, Snapshot>): Snapshot {
  const known = new Set(ancestors(a, byHash));
  return ancestors(b, byHash).find((each) => known.has(each)) ?? EMPTY_SNAPSHOT;
}

/** Nearest first. */
function ancestors(start: Snapshot, byHash: ReadonlyMap<string, Snapshot>): Snapshot[] {
  const found = new Set<Snapshot>([start]);
  for (const snapshot of found) {
    for (const hash of snapshot.parents) {
      const parent = byHash.get(hash);
      if (parent !== undefined) found.add(parent);
    }
  }
  return [...found];
}
