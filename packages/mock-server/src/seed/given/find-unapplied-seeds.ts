import type { ApiDescription } from "@onespec/spec-core";
import { stateOwners } from "../../behaviour/record/resource-state.js";
import type { GivenRecord, GivenSeeds } from "../../config/given-seeds.js";
import type { RecordStore, StoredRecord } from "../../store/record-store.js";
import { DOCUMENTS } from "./plan-seeds.js";

/** A resource whose stored records differ from its seeds. */
export interface UnappliedSeeds {
  readonly resource: string;
  /** Number of its records. */
  readonly records: number;
}

/**
 * Finds resources that do not contain all their seed records unchanged. They already had records when the server
 * started, so the seeds were not used.
 */
export async function findUnappliedSeeds(
  store: RecordStore,
  { resources }: Pick<ApiDescription, "resources">,
  given: GivenSeeds,
): Promise<readonly UnappliedSeeds[]> {
  const found: UnappliedSeeds[] = [];
  for (const owner of stateOwners(resources).values()) {
    const seeds = given.of(owner);
    if (seeds.length === 0) continue;
    const { records } = await store.collection(owner.name).list({});
    const byKey = new Map(records.map((record) => [JSON.stringify([record.scope, record.key]), record]));
    const isThere = (seed: GivenRecord): boolean => {
      if (seed.key === undefined) return records.some((record) => isSeed(record, seed));
      const record = byKey.get(JSON.stringify([seed.scope, seed.key]));
      return record !== undefined && isSeed(record, seed);
    };
    if (!seeds.every(isThere)) found.push({ resource: owner.name, records: records.length });
  }
  const states = store.collection("_state");
  let others = 0;
  for (const { path, value } of given.documents) {
    const kept = await states.get([], path);
    if (JSON.stringify(kept?.value.value) !== JSON.stringify(value)) others += 1;
  }
  return others === 0 ? found : [...found, { resource: DOCUMENTS, records: others }];
}

function isSeed({ scope, value }: StoredRecord, seed: GivenRecord): boolean {
  if (scope.join("/") !== seed.scope.join("/")) return false;
  return Object.entries(seed.value).every(([name, wanted]) => JSON.stringify(value[name]) === JSON.stringify(wanted));
}
