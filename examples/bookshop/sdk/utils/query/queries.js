import { atOnce } from "../part.js";
import { clientParts } from "./client-parts.js";
import { makeEngine } from "./engine-plain.js";
import { makeEngine as makeEngineWithRelations } from "./engine-with-relations.js";
/** What runs queries. Bundlers for pages take `queries-later.js` instead. */
export const queries = /* @__PURE__ */ atOnce(/* @__PURE__ */ makeEngine(clientParts));
export const queriesWithRelations = /* @__PURE__ */ atOnce(
/* @__PURE__ */ makeEngineWithRelations(clientParts));
