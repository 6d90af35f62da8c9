import type { MockOptions } from "../config/mock-options.js";
import { type JsonStoreOptions, openJsonStore } from "./json/json-store.js";
import { createMemoryStore } from "./memory-store.js";
import type { RecordStore } from "./record-store.js";

export type StoreOptions = Pick<MockOptions, "store" | "memory" | "dataDir" | "durability">;

/** Opens the store that options name. @param listeners told what goes wrong in the background, and with writes */
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

/** Where that is, for people; `undefined`: nowhere but in memory. */
export async function storePlace({ store, memory, dataDir }: StoreOptions): Promise<string | undefined> {
  if (store === undefined) return memory ? undefined : dataDir;
  const { parsePostgresAddress } = await import("./postgres/postgres-address.js");
  const { shown, schema } = parsePostgresAddress(store);
  return `${shown} (schema ${schema})`;
}
