import { StoreError } from "./store-error.js";

/** A name becomes a file name, so it must not lead elsewhere nor hide the file. @throws StoreError `STORE_NAME_INVALID` */
export function checkCollectionName(name: string): void {
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) return;
  throw new StoreError("STORE_NAME_INVALID", `"${name}" cannot name a collection.`, {
    hint: "Use letters, digits, '.', '-' and '_', and do not start with a '.'.",
  });
}
