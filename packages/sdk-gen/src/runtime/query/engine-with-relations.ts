import type { ClientParts } from "./client-parts.js";
import { type Engine, engineWith } from "./engine.js";
import { handOver } from "./handed-over.js";
import { populating } from "./populating.js";

export function makeEngine(parts: ClientParts): Engine {
  handOver(parts);
  return engineWith(populating);
}
