import type { ListConvention, Operation, Resource } from "@onespec/spec-core";
import type { ContractClient } from "./contract-client.js";
import { at, type JsonObject } from "./json-places.js";

/** A record that a client made. */
export interface KnownRecord {
  readonly id: string;
  readonly sent: JsonObject;
  readonly record: JsonObject;
}

/** A list and the records that a client made in it. */
export interface ListPlace {
  readonly client: ContractClient;
  readonly resource: Resource;
  readonly operation: Operation;
  readonly list: ListConvention;
  readonly path: readonly unknown[];
  readonly known: readonly KnownRecord[];
}

export function idOf({ id }: Resource, record: JsonObject): string | undefined {
  const value = id.property && at(record, id.property);
  return value === undefined || value === null ? undefined : String(value);
}
