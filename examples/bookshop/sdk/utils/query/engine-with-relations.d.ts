import type { ClientParts } from "./client-parts.js";
import { type Engine } from "./engine.js";
export declare function makeEngine(parts: ClientParts): Engine;
