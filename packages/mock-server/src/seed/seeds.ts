import type { Resource } from "@onespec/spec-core";
import type { ScopePattern } from "../behaviour/resource-state.js";

/** Fake records, made when asked for. */
export interface Seeds {
  /** Fills every resource whose records stand below nothing, or below records that are there. */
  fillAll(): Promise<void>;
  /** Makes sure that the records a request is about to look at are there; `undefined` when there is nothing to wait for. */
  fill(resource: Resource, scope: ScopePattern): Promise<void> | undefined;
}
