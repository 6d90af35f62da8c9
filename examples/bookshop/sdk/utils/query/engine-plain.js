import { engineWith } from "./engine.js";
import { handOver } from "./handed-over.js";
/** Of resources that have no relations: bundles of one leave out what loads them. */
export function makeEngine(parts) {
    handOver(parts);
    return engineWith(undefined);
}
