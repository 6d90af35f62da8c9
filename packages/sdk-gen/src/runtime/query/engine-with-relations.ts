import { type Engine, engineWith } from "./engine.js";
import { populating } from "./populating.js";

export const engine: Engine = /* @__PURE__ */ engineWith(populating);
