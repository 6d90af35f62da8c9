import { atOnce } from "../part.js";
import { engine } from "./engine-plain.js";
import { engine as engineWithRelations } from "./engine-with-relations.js";
/** What runs queries. Bundlers for pages take `queries-later.js` instead. */
export const queries = /* @__PURE__ */ atOnce(engine);
export const queriesWithRelations = /* @__PURE__ */ atOnce(engineWithRelations);
