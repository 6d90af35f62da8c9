import type { RecordOperation, ResourceSpec } from "./resource-spec.js";
/** The path parameters of a call on one record, or of creating one: by position, since paths may name one thing differently. */
export declare function recordParameters({ parents, idParameter }: ResourceSpec, { path }: RecordOperation, given: Readonly<Record<string, unknown>>, id?: unknown): Record<string, unknown>;
