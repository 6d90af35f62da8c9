import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { Journal, JournalEntry } from "../target/journal.js";
import { OWN_PREFIX } from "../target/own-table.js";

interface StoredEntry extends Omit<JournalEntry, "name" | "finishedAt" | "error"> {
  readonly _id: string;
  readonly finishedAt: string | null;
  readonly error: string | null;
}

/** The bookkeeping in the collection `onespec_migrations`. */
export function mongoJournal({ db, run }: MongoConnection): Journal {
  const entries = db.collection<StoredEntry>(`${OWN_PREFIX}migrations`);
  return {
    // A collection comes into being with its first document.
    prepare: async () => {},
    async read() {
      const found = await run((session) => entries.find({}, session).sort({ _id: 1 }).toArray());
      return found.map(({ _id, finishedAt, error, ...entry }) => ({
        ...entry,
        batch: Number(entry.batch),
        name: _id,
        finishedAt: finishedAt ?? undefined,
        error: error ?? undefined,
      }));
    },
    async write({ name, finishedAt, error, ...entry }) {
      const stored = { ...entry, finishedAt: finishedAt ?? null, error: error ?? null };
      await run((session) => entries.replaceOne({ _id: name }, stored, { ...session, upsert: true }));
    },
    async remove(name) {
      await run((session) => entries.deleteOne({ _id: name }, session));
    },
  };
}
