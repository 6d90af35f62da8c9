import type { ForeignKey, Table } from "../tables/table.js";

export interface OrderedTables {
  /** Each table comes after those that it refers to. Foreign keys that close a circle are left out, see `postponed`. */
  readonly tables: readonly Table[];
  readonly postponed: readonly { readonly table: string; readonly foreignKey: ForeignKey }[];
}

/** Orders tables so that they can be created. In reverse order they can be dropped. */
export function orderTables(tables: readonly Table[]): OrderedTables {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  const postponed: { table: string; foreignKey: ForeignKey }[] = [];
  const isWaitedFor = (table: Table, key: ForeignKey): boolean => key.table !== table.name && waiting.has(key.table);
  while (waiting.size > 0) {
    const all = [...waiting.values()];
    const bonds = (table: Table): number => table.foreignKeys.filter((key) => isWaitedFor(table, key)).length;
    const [next] = all.sort((a, b) => bonds(a) - bonds(b));
    if (next === undefined) break;
    const late = next.foreignKeys.filter((key) => isWaitedFor(next, key));
    for (const foreignKey of late) postponed.push({ table: next.name, foreignKey });
    ordered.push(
      late.length === 0 ? next : { ...next, foreignKeys: next.foreignKeys.filter((key) => !late.includes(key)) },
    );
    waiting.delete(next.name);
  }
  return { tables: ordered, postponed };
}
