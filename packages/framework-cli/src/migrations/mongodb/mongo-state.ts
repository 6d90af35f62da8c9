import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { StateStore } from "../target/migration-target.js";
import { OWN_PREFIX } from "../target/own-table.js";

/** Texts in the collection `onespec_state`. */
export function mongoState({ db, run }: MongoConnection): StateStore {
  const texts = db.collection<{ readonly _id: string; readonly value: string }>(`${OWN_PREFIX}state`);
  return {
    read: async (name) => (await run((session) => texts.findOne({ _id: name }, session)))?.value,
    async write(name, text) {
      await run((session) => texts.replaceOne({ _id: name }, { value: text }, { ...session, upsert: true }));
    },
  };
}
