import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import { canonicalTables } from "../tables/canonical-tables.js";
import type { Table } from "../tables/table.js";
import { OWN_PREFIX } from "../target/own-table.js";

/** `_id` is the table's name. The table is JSON text, so that no name of a column can be mistaken for an operator. */
interface CatalogueEntry {
  readonly _id: string;
  readonly table: string;
}

/** The tables as migrations left them: MongoDB itself has no columns. */
export interface MongoCatalogue {
  read(): Promise<Table[]>;
  /** Puts in what changed and takes out what is gone. */
  write(before: readonly Table[], after: readonly Table[]): Promise<void>;
}

/** The catalogue in the collection `onespec_tables`. */
export function createMongoCatalogue({ db, run }: MongoConnection): MongoCatalogue {
  const entries = db.collection<CatalogueEntry>(`${OWN_PREFIX}tables`);
  return {
    async read() {
      const found = await run((session) => entries.find({}, session).toArray());
      return canonicalTables(found.map(({ table }) => JSON.parse(table) as Table));
    },
    async write(before, after) {
      for (const table of after) {
        const text = JSON.stringify(table);
        if (JSON.stringify(before.find(({ name }) => name === table.name)) === text) continue;
        await run((session) => entries.replaceOne({ _id: table.name }, { table: text }, { ...session, upsert: true }));
      }
      const gone = before.map(({ name }) => name).filter((name) => !after.some((table) => table.name === name));
      if (gone.length > 0) await run((session) => entries.deleteMany({ _id: { $in: gone } }, session));
    },
  };
}
