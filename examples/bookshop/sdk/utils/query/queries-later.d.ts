import { type Part } from "../part.js";
import type { Engine } from "./engine.js";
/** What runs queries, in bundles of pages: package.json names this file in its `browser` field. */
export declare const queries: Part<Engine>;
export declare const queriesWithRelations: Part<Engine>;
