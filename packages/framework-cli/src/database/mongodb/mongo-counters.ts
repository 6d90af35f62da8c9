import type { MongoConnection } from "./mongo-connection.js";

/** Where the counted keys of collections are: `{ _id: "books", last: 17 }`. */
export const COUNTERS = "onespec_counters";

interface Counter {
  readonly _id: string;
  readonly last: number | bigint;
}

/** Counts keys: 1, 2, 3 ... Like the sequences of other databases it is outside of transactions, so that they do not wait for each other. */
export interface MongoCounters {
  /** The first of `count` numbers in a row that nobody else gets. */
  next(table: string, count: number): Promise<number>;
  /** Goes on counting after a key that was given. */
  atLeast(table: string, last: number): Promise<void>;
}

export function createMongoCounters(connection: MongoConnection): MongoCounters {
  const counters = connection.db.collection<Counter>(COUNTERS);
  const waiting = new Map<string, Waiting[]>();

  /** Calls that arrive during a request are answered together by the next one. */
  const serve = async (table: string): Promise<void> => {
    for (;;) {
      const group = waiting.get(table)?.splice(0) ?? [];
      if (group.length === 0) {
        waiting.delete(table);
        return;
      }
      const total = group.reduce((sum, { count }) => sum + count, 0);
      try {
        const counter = await connection.runOutside(() =>
          counters.findOneAndUpdate(
            { _id: table },
            { $inc: { last: total } },
            { upsert: true, returnDocument: "after" },
          ),
        );
        let first = Number(counter?.last ?? total) - total + 1;
        for (const { count, give } of group) {
          give(first);
          first += count;
        }
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
  };
  return {
    next(table, count) {
      return new Promise((give, fail) => {
        const entry = { count, give, fail };
        const queue = waiting.get(table);
        if (queue !== undefined) {
          queue.push(entry);
          return;
        }
        waiting.set(table, [entry]);
        void serve(table);
      });
    },
    async atLeast(table, last) {
      await connection.runOutside(() => counters.updateOne({ _id: table }, { $max: { last } }, { upsert: true }));
    },
  };
}

interface Waiting {
  readonly count: number;
  readonly give: (first: number) => void;
  readonly fail: (error: unknown) => void;
}
