import { atOnce, type Part } from "../part.js";
import { clientParts } from "./client-parts.js";
import type { Engine } from "./engine.js";
import { makeEngine } from "./engine-plain.js";
import { makeEngine as makeEngineWithRelations } from "./engine-with-relations.js";

/** What runs queries. Bundlers for pages take `queries-later.js` instead. */
export const queries: Part<Engine> = /* @__PURE__ */ atOnce(/* @__PURE__ */ makeEngine(clientParts));
export const queriesWithRelations: Part<Engine> = /* @__PURE__ */ atOnce(
  /* @__PURE__ */ makeEngineWithRelations(clientParts),
);
