import { fileURLToPath } from "node:url";
import { StoreError } from "../store/store-error.js";
import type { MockOptions } from "./mock-options.js";

/** What `store` says, in the words of the other options. */
export type StorePlace = Pick<MockOptions, "store" | "memory"> & Partial<Pick<MockOptions, "dataDir">>;

/** `postgres://...`, `memory:`, or a folder as path or `file:` URL. @throws StoreError `STORE_URL_INVALID` */
export function parseStore(text: string): StorePlace {
  // One letter and a colon is a drive.
  const [, scheme] = /^([a-z][a-z\d+.-]+):/i.exec(text) ?? [];
  switch (scheme?.toLowerCase()) {
    case "postgres":
    case "postgresql":
      return { store: text, memory: false };
    case "memory":
      return { store: undefined, memory: true };
    case "file":
      return { store: undefined, memory: false, dataDir: fileOf(text) };
    case undefined:
      return { store: undefined, memory: false, dataDir: text };
    default:
      throw invalid(`There is no store for ${scheme}: addresses.`);
  }
}

function fileOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw invalid("The file: address of the store names no folder of this machine.");
  }
}

/** The address itself is not shown: it may hold a password. */
function invalid(message: string): StoreError {
  const hint = "The state can live in postgres://user@host/database, in memory:, or in a folder.";
  return new StoreError("STORE_URL_INVALID", message, { hint });
}
