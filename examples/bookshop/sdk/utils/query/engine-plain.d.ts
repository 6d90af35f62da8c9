import type { ClientParts } from "./client-parts.js";
import { type Engine } from "./engine.js";
/** Of resources that have no relations: bundles of one leave out what loads them. */
export declare function makeEngine(parts: ClientParts): Engine;
