import type { Column, ForeignKey, Table } from "../table.js";
import { nameSimilarity } from "./name-similarity.js";
import { typeChange } from "./type-change.js";

/** From here on it is taken for a rename without asking. */
export const SURE = 0.85;
/** From here on it is worth a question. */
export const LIKELY = 0.35;

/** Is the one the other under a new name? From 0 to 1. */
export function columnScore(from: Column, fromTable: Table, to: Column, toTable: Table): number {
  if (from.primaryKey !== to.primaryKey) return 0;
  const change = typeChange(from.type, to.type);
  if (change === "impossible") return 0;
  const type = change === "same" ? 1 : change === "safe" ? 0.7 : 0.3;
  const target = targetOf(fromTable, from.name);
  if (target !== targetOf(toTable, to.name)) return 0.3 * nameSimilarity(from.name, to.name);
  const kinship = (from.nullable === to.nullable ? 0.5 : 0) + (target !== undefined ? 0.5 : 0.35);
  return 0.4 * type + 0.4 * nameSimilarity(from.name, to.name) + 0.2 * kinship;
}

export function tableScore(from: Table, to: Table): number {
  const [left, right] = [from, to].map(
    ({ columns }) => new Set(columns.map(({ name, type }) => `${name} ${type.kind}`)),
  );
  if (left === undefined || right === undefined) return 0;
  const shared = [...left].filter((column) => right.has(column)).length;
  return 0.7 * (shared / (left.size + right.size - shared)) + 0.3 * nameSimilarity(from.name, to.name);
}

function targetOf({ foreignKeys }: Table, column: string): string | undefined {
  return foreignKeys.find((key: ForeignKey) => key.columns.length === 1 && key.columns[0] === column)?.table;
}
