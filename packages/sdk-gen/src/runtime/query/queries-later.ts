import { type Part, whenNeeded } from "../part.js";
import { clientParts } from "./client-parts.js";
import type { Engine } from "./engine.js";

/** What runs queries, in bundles of pages: package.json names this file in its `browser` field. */
export const queries: Part<Engine> = /* @__PURE__ */ whenNeeded("utils/query/engine-plain.js", async () =>
  (await import("./engine-plain.js")).makeEngine(clientParts),
);
export const queriesWithRelations: Part<Engine> = /* @__PURE__ */ whenNeeded(
  "utils/query/engine-with-relations.js",
  async () => (await import("./engine-with-relations.js")).makeEngine(clientParts),
);
