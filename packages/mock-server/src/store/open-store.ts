import { type JsonStoreOptions, openJsonStore } from "./json/json-store.js";
import { createMemoryStore } from "./memory-store.js";
import type { RecordStore } from "./record-store.js";

export interface StoreOptions {
  /** Address of the PostgreSQL database for the state. Replaces the JSON files. */
  readonly store: string | undefined;
  /** Folder of the JSON files. Ignored with `memory`. */
  readonly dataDir: string;
  /** Nothing is written to disk. */
  readonly memory: boolean;
  /** `os`: a write is acknowledged when the operating system has it. `disk`: when it is on disk (fsync). */
  readonly durability: "os" | "disk";
}

/** Opens the store that the options name. @param listeners called for problems in the background, and for failing writes */
export async function openStore(
  { store, memory, dataDir: directory, durability }: StoreOptions,
  listeners: Pick<JsonStoreOptions, "onProblem" | "onOutage"> = {},
): Promise<RecordStore> {
  if (store !== undefined) {
    const { openPostgresStore } = await import("./postgres/postgres-store.js");
    return openPostgresStore(store);
  }
  if (memory) return createMemoryStore();
  return openJsonStore({ directory, durability, ...listeners });
}

/** The location of the state, for messages. `undefined`: in memory only. */
export async function storePlace({ store, memory, dataDir }: StoreOptions): Promise<string | undefined> {
  if (store === undefined) return memory ? undefined : dataDir;
  const { parsePostgresAddress } = await import("./postgres/postgres-address.js");
  const { shown, schema } = parsePostgresAddress(store);
  return `${shown} (schema ${schema})`;
}
