import { type Operation, percentEncode, type Resource } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import type { RecordAddress } from "../../model/resource-states.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";

/** Deleted records that another operation brings back: `DELETE /lists/{id}` and `PUT /lists/{id}/restore`. */
interface DeletedRecords {
  keep(record: StoredRecord): Promise<void>;
  /** Restores a deleted record; `undefined` if none was deleted at this address. */
  restore(address: RecordAddress): Promise<StoredRecord | undefined>;
}

/** `undefined` if nothing restores the records. @param itemPath path of one record */
export function deletedRecords(
  { api, states, operationStates }: MockContext,
  operation: Operation,
  resource: Resource,
  itemPath: string,
): DeletedRecords | undefined {
  const isRestorable = api.operations.some(
    ({ path, role }) => role.kind === "action" && path.startsWith(`${itemPath}/`) && RESTORING.test(path),
  );
  if (!isRestorable) return undefined;
  const { collection, owner } = states.of(resource);
  const keyOf = (scope: readonly string[], key: string): string =>
    `deleted ${owner.stateKey} ${[...scope, key].map(percentEncode).join("/")}`;
  return {
    keep: ({ scope, key, value }) => operationStates.put(keyOf(scope, key), operation.id, { value }),
    async restore({ scope, key }) {
      const place = scope.map((one) => one ?? "");
      const kept = await operationStates.get(keyOf(place, key));
      if (!kept || kept.isDeleted) return undefined;
      const record = { key, scope: place, value: kept.value as JsonObject };
      if (!(await collection.insert(record))) return undefined;
      await operationStates.put(keyOf(place, key), operation.id, { value: undefined, isDeleted: true });
      return record;
    },
  };
}

/** True for the path of an action that brings a deleted record back. */
export function isRestoring({ path }: Operation): boolean {
  return RESTORING.test(path);
}

const RESTORING = /\/(?:restore|recover|un-?(?:delete|archive|trash))$/i;
