import type { KeptRecord, RecordPage, Resource } from "../resources/model.js";
import { plane } from "../state/plane.js";
import type { ExplainedOperation } from "./model.js";

/** The ids of an existing record for the parameters of a path. Empty if there is no record. */
export async function presentIds({ path, resource }: ExplainedOperation): Promise<Readonly<Record<string, string>>> {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? "");
  if (resource === undefined || names.length === 0) return {};
  try {
    const { parents, name } = await plane<Resource>(`resources/${encodeURIComponent(resource)}`);
    const record = await firstOf(name);
    // An empty collection may have existing parents, so their ids are used.
    const values = record
      ? [...record.scope, record.key]
      : await parentIds(parents.map(({ collection }) => collection));
    return Object.fromEntries(names.flatMap((parameter, index) => (values[index] ? [[parameter, values[index]]] : [])));
  } catch {
    return {};
  }
}

async function parentIds(collections: readonly (string | undefined)[]): Promise<readonly string[]> {
  const last = collections.at(-1);
  const record = last === undefined ? undefined : await firstOf(last);
  return record ? [...record.scope, record.key] : [];
}

async function firstOf(collection: string): Promise<KeptRecord | undefined> {
  return (await plane<RecordPage>(`state/${encodeURIComponent(collection)}?limit=1`)).records[0];
}
