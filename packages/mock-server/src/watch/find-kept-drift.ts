import { setImmediate } from "node:timers/promises";
import type { ApiDescription, Resource, SchemaRegistry, SchemaViolation } from "@onespec/spec-core";
import { stateOwners } from "../behaviour/state-owner.js";
import { writtenOtherwise } from "../behaviour/written-otherwise.js";
import { createShownRecord } from "../response/shown-record.js";
import type { RecordStore, StoredRecord } from "../store/record-store.js";
import { type Drift, MAX_EXAMPLES } from "./find-drift.js";

/** In milliseconds. Short, as requests come in between. */
const SLICE_MS = 2;
const PAGE = 500;

/**
 * Holds what was kept against a description that may be newer. What a record shows is judged; a property that requests write by
 * another schema than the record has it is not, as what clients wrote there was right.
 */
export async function findKeptDrift(
  store: RecordStore,
  { resources, schemas }: Pick<ApiDescription, "resources" | "schemas">,
  stop: AbortSignal,
): Promise<readonly Drift[]> {
  const found: Drift[] = [];
  const names = new Set(await store.names);
  let began = performance.now();
  for (const resource of stateOwners(resources).values()) {
    if (!names.has(resource.name)) continue;
    const violationOf = createJudge(schemas, resource);
    const collection = store.collection(resource.name);
    let records = 0;
    let drifted = 0;
    const examples: string[] = [];
    for (;;) {
      const page = await collection.list({ offset: records, limit: PAGE });
      for (const record of page.records) {
        const violation = violationOf(record);
        if (violation) {
          drifted += 1;
          if (examples.length < MAX_EXAMPLES) examples.push(`${record.key} ${violation.path} ${violation.message}`);
        }
        if (performance.now() - began < SLICE_MS) continue;
        await setImmediate();
        if (stop.aborted) return [];
        began = performance.now();
      }
      records += page.records.length;
      if (page.records.length < PAGE) break;
    }
    if (drifted > 0) found.push({ resource: resource.name, records, drifted, examples });
  }
  return found;
}

/** The first thing that the description says against a record. */
function createJudge(
  schemas: SchemaRegistry,
  resource: Resource,
): (record: StoredRecord) => SchemaViolation | undefined {
  const { schema, roles } = resource;
  const validator = schemas.validator(schema, "response");
  const show = createShownRecord(schemas, resource, undefined);
  const writers = [roles.create, roles.replace, roles.update].filter((operation) => operation !== undefined);
  const otherwise = new Set(writers.flatMap((operation) => [...writtenOtherwise(schemas, operation, schema)]));
  const counts = ({ path, keyword, params }: SchemaViolation): boolean => {
    if (keyword === "oneOf" && Array.isArray(params.passingSchemas)) return false;
    return keyword === "required" || !otherwise.has(path.split("/")[1] ?? "");
  };
  return (record) => {
    const shown = show(record);
    return validator.isValid(shown) ? undefined : validator.violations(shown).find(counts);
  };
}
