import type { Operation, Resource } from "@onespec/spec-core";
import type { MockContext } from "./mock-context.js";

/** What a mock server serves, for people. */
export interface MockSummary {
  /** Operations that are served. */
  readonly operations: readonly Operation[];
  /** Those that the description's errors leave no way to serve. */
  readonly skipped: readonly SkippedOperation[];
  readonly resources: readonly ResourceSummary[];
  /** Why answers of these schemas may not be valid, by schema URI: no value satisfies them. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface SkippedOperation {
  readonly operation: Operation;
  readonly reason: string;
}

export interface ResourceSummary {
  readonly resource: Resource;
  /** Where in the record the id stands: `id`, `metadata.name`; `undefined` when records do not hold it. */
  readonly idProperty: string | undefined;
  /** `integer`, `string (uuid)`, ... */
  readonly idType: string;
  readonly records: number;
}

export async function summarize(
  { api, states, fitting }: MockContext,
  operations: readonly Operation[],
  skipped: readonly SkippedOperation[],
): Promise<MockSummary> {
  const resources: ResourceSummary[] = [];
  for (const resource of api.resources) {
    const records = await states.of(resource).collection.count();
    resources.push({
      resource,
      idProperty: resource.id.property?.join("."),
      idType: idType(api.schemas, resource),
      records,
    });
  }
  return { operations, skipped, resources, unsatisfiable: fitting.unsatisfiable };
}

function idType(schemas: MockContext["schemas"], { id }: Resource): string {
  const json = schemas.follow(id.schema.json);
  if (typeof json === "boolean") return "any";
  const types = typeof json.type === "string" ? [json.type] : (json.type ?? []);
  const named = types.filter((type) => type !== "null").join(" or ") || "any";
  return json.format === undefined ? named : `${named} (${json.format})`;
}
