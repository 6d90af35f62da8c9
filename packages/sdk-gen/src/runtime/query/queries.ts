import { atOnce, type Part } from "../part.js";
import type { Engine } from "./engine.js";
import { engine } from "./engine-plain.js";
import { engine as engineWithRelations } from "./engine-with-relations.js";

/** What runs queries. Bundlers for pages take `queries-later.js` instead. */
export const queries: Part<Engine> = /* @__PURE__ */ atOnce(engine);
export const queriesWithRelations: Part<Engine> = /* @__PURE__ */ atOnce(engineWithRelations);
