import type { ApiDescription, Resource } from "@onespec/spec-core";
import { stateOwners } from "../behaviour/state-owner.js";
import type { RecordStore } from "../store/record-store.js";

/** Records of a resource that the description does not allow (any more). */
export interface Drift {
  readonly resource: string;
  readonly records: number;
  readonly drifted: number;
  /** Of the first of them: `3 /name is required`. */
  readonly examples: readonly string[];
}

/** Records that are shown of each resource. */
export const MAX_EXAMPLES = 3;

/** Holds what is stored against the description. Records that did not fit the one before either are nothing new. */
export async function findDrift(
  store: RecordStore,
  before: Pick<ApiDescription, "resources" | "schemas">,
  after: Pick<ApiDescription, "resources" | "schemas">,
): Promise<readonly Drift[]> {
  const found: Drift[] = [];
  const olds = stateOwners(before.resources);
  for (const [stateKey, resource] of stateOwners(after.resources)) {
    const old = olds.get(stateKey);
    const drift = await driftOf(store, resource, after, old && before.schemas.validator(old.schema, "response"));
    if (drift.drifted > 0) found.push(drift);
  }
  return found;
}

async function driftOf(
  store: RecordStore,
  resource: Resource,
  { schemas }: Pick<ApiDescription, "schemas">,
  before: { isValid(value: unknown): boolean } | undefined,
): Promise<Drift> {
  const validator = schemas.validator(resource.schema, "response");
  const { records } = await store.collection(resource.name).list({});
  const drifted = records.filter(({ value }) => !validator.isValid(value) && (before?.isValid(value) ?? true));
  const examples = drifted.slice(0, MAX_EXAMPLES).map(({ key, value }) => {
    const [violation] = validator.violations(value);
    return `${key} ${violation?.path ?? ""} ${violation?.message ?? "is not valid"}`;
  });
  return { resource: resource.name, records: records.length, drifted: drifted.length, examples };
}
