import { type Part } from "../part.js";
import type { Engine } from "./engine.js";
/** What runs queries. Bundlers for pages take `queries-later.js` instead. */
export declare const queries: Part<Engine>;
export declare const queriesWithRelations: Part<Engine>;
