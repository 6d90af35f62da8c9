import type { Resource } from "@onespec/spec-core";
import type { JsonObject } from "../store/record-store.js";

/** Records that somebody wrote down, checked against the description. */
export interface GivenSeeds {
  /** Those of the resource that keeps the records, in the order in which they were written. */
  of(owner: Resource): readonly GivenRecord[];
}

export interface GivenRecord {
  /** Values of the parents' path parameters, outermost first. */
  readonly scope: readonly string[];
  /** Its id as text; `undefined`: one is made. */
  readonly key: string | undefined;
  /** As it was written, without what names its parents alone. */
  readonly value: JsonObject;
}
