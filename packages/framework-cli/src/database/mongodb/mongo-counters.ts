import type { MongoConnection } from "./mongo-connection.js";

/** The collection with the counters of keys: `{ _id: "books", last: 17 }`. */
export const COUNTERS = "onespec_counters";

interface Counter {
  readonly _id: string;
  readonly last: number | bigint;
}

/**
 * Counts keys: 1, 2, 3 ... Like sequences in SQL databases, counters are outside of transactions, so that transactions
 * do not wait for each other.
 */
export interface MongoCounters {
  /** Reserves `count` consecutive numbers and returns the first one. */
  next(table: string, count: number): Promise<number>;
  /** Moves the counter past a given key. */
  atLeast(table: string, last: number): Promise<void>;
}

export function createMongoCounters(connection: MongoConnection): MongoCounters {
  const counters = connection.db.collection<Counter>(COUNTERS);
  return {
    async next(table, count) {
      const counter = await connection.runOutside(() =>
        counters.findOneAndUpdate({ _id: table }, { $inc: { last: count } }, { upsert: true, returnDocument: "after" }),
      );
      return Number(counter?.last ?? count) - count + 1;
    },
    async atLeast(table, last) {
      await connection.runOutside(() => counters.updateOne({ _id: table }, { $max: { last } }, { upsert: true }));
    },
  };
}
