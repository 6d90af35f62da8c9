import type { ClientParts } from "./client-parts.js";
import { type Engine, engineWith } from "./engine.js";
import { handOver } from "./handed-over.js";

/** Of resources that have no relations: bundles of one leave out what loads them. */
export function makeEngine(parts: ClientParts): Engine {
  handOver(parts);
  return engineWith(undefined);
}
