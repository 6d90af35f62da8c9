import { type Engine, engineWith } from "./engine.js";
import { populating } from "./populating.js";

/** Runs the queries of resources without relations. */
export const queries: Engine = /* @__PURE__ */ engineWith(undefined);
export const queriesWithRelations: Engine = /* @__PURE__ */ engineWith(populating);
