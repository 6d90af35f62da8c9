import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import { DatabaseError } from "../../errors/database-error.js";
import type { LockHolder, LockStore } from "../target/migration-target.js";
import { OWN_PREFIX } from "../target/own-table.js";

interface StoredHolder extends LockHolder {
  /** Counts the holders that there were. The highest has the lock. */
  readonly _id: number;
  readonly released: boolean;
}

/**
 * The lock in the collection `onespec_lock`. The process that inserts the next number has it. Nothing else needs to be
 * atomic, so it works on every server with MongoDB's protocol.
 */
export function mongoLockStore({ db, runOutside }: MongoConnection): LockStore {
  const holders = db.collection<StoredHolder>(`${OWN_PREFIX}lock`);
  const last = (): Promise<StoredHolder | null> => runOutside(() => holders.find({}).sort({ _id: -1 }).limit(1).next());
  const add = async (number: number, holder: LockHolder): Promise<boolean> => {
    try {
      await runOutside(() => holders.insertOne({ ...holder, _id: number, released: false }));
    } catch (error) {
      if (error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION") return false;
      throw error;
    }
    await runOutside(() => holders.deleteMany({ _id: { $lt: number } }));
    return true;
  };
  return {
    beatsInBetween: true,
    prepare: async () => {},
    async read() {
      const found = await last();
      if (found === null || found.released) return undefined;
      const { token, holder, host, pid, beat, since } = found;
      return { token, holder, host, pid: Number(pid), beat: Number(beat), since };
    },
    async take(holder) {
      const found = await last();
      if (found !== null && !found.released) return false;
      return add(Number(found?._id ?? 0) + 1, holder);
    },
    async takeOver(from, holder) {
      const found = await last();
      return found?.token === from.token && !found.released && (await add(Number(found._id) + 1, holder));
    },
    async beat(token) {
      const found = await last();
      if (found?.token !== token || found.released) return false;
      await runOutside(() => holders.updateOne({ _id: found._id }, { $inc: { beat: 1 } }));
      return true;
    },
    async release(token) {
      const found = await last();
      if (found?.token !== token) return;
      await runOutside(() => holders.updateOne({ _id: found._id }, { $set: { released: true } }));
    },
  };
}
