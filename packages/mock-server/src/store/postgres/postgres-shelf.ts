import type { CollectionImage, ImageShelf } from "../image-shelf.js";
import type { JsonObject } from "../record-store.js";
import type { Database } from "./database.js";
import { parseRecordName, recordName } from "./record-name.js";
import type { Schema } from "./schema.js";

/** A record within a snapshot: its place as in its table, and its value. */
type ImageRow = readonly [name: string, value: JsonObject];

/** Snapshots in the database, so that every server restores those of every other. */
export function createPostgresShelf(
  { snapshots }: Schema,
  database: Database,
  attempt: <T>(work: () => Promise<T>) => Promise<T>,
): ImageShelf {
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await attempt(() => database.run({ text, values }))).rows;
  return {
    async all() {
      const rows = await run(`SELECT name, taken_at, records FROM ${snapshots} ORDER BY taken_at, name`);
      return new Map(
        rows.map(({ name, taken_at, records }) => [
          String(name),
          { takenAt: taken_at as Date, records: Number(records) },
        ]),
      );
    },
    async get(name) {
      const text = `SELECT taken_at, records, content::text AS content FROM ${snapshots} WHERE name = $1`;
      const [row] = await run(text, [name]);
      if (!row) return undefined;
      const kept = JSON.parse(String(row.content)) as readonly KeptCollection[];
      return { takenAt: row.taken_at as Date, records: Number(row.records), collections: kept.map(fromKept) };
    },
    async set(name, { takenAt, records, collections }) {
      await run(
        `INSERT INTO ${snapshots} (name, taken_at, records, content) VALUES ($1, $2, $3, $4)
ON CONFLICT (name) DO UPDATE SET taken_at = excluded.taken_at, records = excluded.records, content = excluded.content`,
        [name, takenAt, records, JSON.stringify(collections.map(toKept))],
      );
    },
    async delete(name) {
      return (await run(`DELETE FROM ${snapshots} WHERE name = $1 RETURNING name`, [name])).length > 0;
    },
  };
}

interface KeptCollection extends Omit<CollectionImage, "records"> {
  readonly rows: readonly ImageRow[];
}

function toKept({ name, records, lastNumber }: CollectionImage): KeptCollection {
  const rows = records.map(({ scope, key, value }): ImageRow => {
    const { name: short, address } = recordName(scope, key);
    return [address ?? short, value];
  });
  return { name, lastNumber, rows };
}

function fromKept({ name, lastNumber, rows }: KeptCollection): CollectionImage {
  const records = rows.map(([at, value]) => ({ ...parseRecordName({ name: at, address: null }), value }));
  return { name, lastNumber, records };
}
