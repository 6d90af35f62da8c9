import { engineWith } from "./engine.js";
import { handOver } from "./handed-over.js";
import { populating } from "./populating.js";
export function makeEngine(parts) {
    handOver(parts);
    return engineWith(populating);
}
