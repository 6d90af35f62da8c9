import { keywordsOf, type Operation, type Resource } from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import type { ServedOperations, SkippedOperation } from "./served-operations.js";

/** The operations and resources that a mock serves, for people. */
export interface MockSummary {
  /** Operations that are served. */
  readonly operations: readonly Operation[];
  /** Operations that cannot be served because of errors in the description. */
  readonly skipped: readonly SkippedOperation[];
  readonly resources: readonly ResourceSummary[];
  /** Schemas that no value satisfies, by URI, with the reason. Answers with these schemas may be invalid. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface ResourceSummary {
  readonly resource: Resource;
  /** The path of the id in a record: `id`, `metadata.name`. `undefined` if records do not contain it. */
  readonly idProperty: string | undefined;
  /** `integer`, `string (uuid)`, ... */
  readonly idType: string;
  readonly records: number;
}

export async function summarize(
  { api, states, fitting }: MockContext,
  { operations, skipped }: ServedOperations,
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
  const { type: types = [], format } = keywordsOf(schemas, id.schema.json);
  const named =
    [types]
      .flat()
      .filter((type) => type !== "null")
      .join(" or ") || "any";
  return format === undefined ? named : `${named} (${format})`;
}
