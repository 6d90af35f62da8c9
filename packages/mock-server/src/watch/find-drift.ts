import {
  type ApiDescription,
  getOrMake,
  type Resource,
  type SchemaRegistry,
  type SchemaViolation,
} from "@onespec/spec-core";
import { differingProperties } from "../behaviour/record/differing-properties.js";
import { stateOwners } from "../behaviour/record/resource-state.js";
import { createShownRecord } from "../response/shown-record.js";
import type { RecordStore, StoredRecord } from "../store/record-store.js";

/** Records of a resource that violate the description. */
export interface Drift {
  readonly resource: string;
  readonly records: number;
  readonly drifted: number;
  /** `/name is required in 20 records`, or, for a single record, with its key: `3 /name is required`. */
  readonly reasons: readonly string[];
}

const MOST_REASONS = 5;

/** The first reasons, and the number of further ones. */
export function firstReasons(reasons: readonly string[]): readonly string[] {
  const more = reasons.length - MOST_REASONS;
  return more <= 1 ? reasons : [...reasons.slice(0, MOST_REASONS), `and ${more} more`];
}

type Api = Pick<ApiDescription, "resources" | "schemas">;

/**
 * Checks stored records against a description that may be newer than the records.
 * @param before the previously served description: records that violate it in the same way are not reported
 */
export async function findDrift(store: RecordStore, api: Api, before?: Api): Promise<readonly Drift[]> {
  const found: Drift[] = [];
  const names = new Set(await store.names);
  const olds = before && stateOwners(before.resources);
  for (const [stateKey, resource] of stateOwners(api.resources)) {
    if (!names.has(resource.name)) continue;
    const old = olds?.get(stateKey);
    const oldViolationsOf = before && old && violationFinder(before.schemas, old);
    const violationsOf = violationFinder(api.schemas, resource);
    const { records } = await store.collection(resource.name).list({});
    const keys = new Map<string, string[]>();
    let drifted = 0;
    for (const record of records) {
      const violations = violationsOf(record);
      const known = violations.length > 0 ? (oldViolationsOf?.(record) ?? []) : [];
      const fresh = violations.filter((one) => !known.some((other) => isSame(one, other)));
      if (fresh.length === 0) continue;
      drifted += 1;
      // The items of a list share one text.
      for (const text of new Set(
        fresh.map(({ path, message }) => `${path.replace(/\/\d+(?=\/|$)/g, "/*")} ${message}`),
      ))
        getOrMake(keys, text, () => []).push(record.key);
    }
    const reasons = [...keys].map(([text, [first, ...others]]) =>
      others.length === 0 ? `${first} ${text}` : `${text} in ${others.length + 1} records`,
    );
    if (drifted > 0)
      found.push({ resource: resource.name, records: records.length, drifted, reasons: firstReasons(reasons) });
  }
  return found;
}

function isSame(one: SchemaViolation, other: SchemaViolation): boolean {
  return other.path === one.path && other.keyword === one.keyword && other.message === one.message;
}

/**
 * Finds the violations of a record as an answer shows it. Skips properties that requests write with another schema than
 * the record's, since clients wrote them correctly.
 */
function violationFinder(
  schemas: SchemaRegistry,
  resource: Resource,
): (record: StoredRecord) => readonly SchemaViolation[] {
  const { schema, roles } = resource;
  const validator = schemas.validator(schema, "response");
  const show = createShownRecord(schemas, resource, undefined);
  const writers = [roles.create, roles.replace, roles.update].filter((operation) => operation !== undefined);
  const differing = new Set(writers.flatMap((operation) => [...differingProperties(schemas, operation, schema)]));
  const counts = ({ path, keyword, params }: SchemaViolation): boolean => {
    if (keyword === "oneOf" && Array.isArray(params.passingSchemas)) return false;
    return keyword === "required" || !differing.has(path.split("/")[1] ?? "");
  };
  return (record) => {
    const shown = show(record);
    return validator.isValid(shown) ? [] : validator.violations(shown).filter(counts);
  };
}
