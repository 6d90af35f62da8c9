import { nearestName, type Resource } from "@onespec/spec-core";
import { keyInRecord } from "../behaviour/record-key.js";
import { forgetFiles } from "../files/record-owner.js";
import type { MockContext } from "../server/mock-context.js";
import type { JsonObject } from "../store/record-store.js";

/** Gives the records of a resource, by its name (`pets`) or collection path (`/pets`). */
export type HandlerState = (resource: string) => HandlerRecords;

/** The records of one resource. `parents` are the values of the path parameters before the id, outermost first. */
export interface HandlerRecords {
  get(id: string | number, ...parents: readonly (string | number)[]): Promise<JsonObject | undefined>;
  list(...parents: readonly (string | number)[]): Promise<readonly JsonObject[]>;
  /** Inserts or replaces; the id is the record's own. Nothing is validated. */
  put(record: JsonObject, ...parents: readonly (string | number)[]): Promise<void>;
  /** The record with these fields changed, `undefined` when it is absent. Atomic. */
  update(
    id: string | number,
    change: JsonObject | ((record: JsonObject) => JsonObject),
    ...parents: readonly (string | number)[]
  ): Promise<JsonObject | undefined>;
  /** The record that was removed. */
  delete(id: string | number, ...parents: readonly (string | number)[]): Promise<JsonObject | undefined>;
}

export function createHandlerState(context: MockContext): HandlerState {
  return (name) => recordsOf(context, findResource(context.api.resources, name));
}

function findResource(resources: readonly Resource[], name: string): Resource {
  const found = resources.find((resource) => resource.name === name || resource.collectionPath === name);
  if (found) return found;
  const names = resources.map((resource) => resource.name);
  const near = nearestName(name, names);
  throw new Error(
    `There is no resource "${name}"${near === undefined ? `; there are ${names.join(", ") || "none"}` : `; did you mean "${near}"?`}`,
  );
}

function recordsOf(context: MockContext, resource: Resource): HandlerRecords {
  const { collection } = context.states.of(resource);
  const scopeOf = (parents: readonly (string | number)[]): string[] => parents.map(String);
  return {
    async get(id, ...parents) {
      return (await collection.get(scopeOf(parents), String(id)))?.value;
    },
    async list(...parents) {
      const { records } = await collection.list(parents.length === 0 ? {} : { scope: scopeOf(parents) });
      return records.map(({ value }) => value);
    },
    async put(record, ...parents) {
      const key = keyInRecord(resource, record);
      if (key === undefined) throw new Error(`The record for ${resource.name} has no id.`);
      await collection.put({ key, scope: scopeOf(parents), value: record });
    },
    async update(id, change, ...parents) {
      const changed = await collection.update(scopeOf(parents), String(id), ({ value }) =>
        typeof change === "function" ? change(value) : { ...value, ...change },
      );
      return changed?.value;
    },
    async delete(id, ...parents) {
      const gone = await collection.delete(scopeOf(parents), String(id));
      if (gone) await forgetFiles(context, resource, gone);
      return gone?.value;
    },
  };
}
