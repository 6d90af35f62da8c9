import { type Engine, engineWith } from "./engine.js";

/** Of resources that have no relations: bundles of one leave out what loads them. */
export const engine: Engine = /* @__PURE__ */ engineWith(undefined);
