import { engineWith } from "./engine.js";
import { populating } from "./populating.js";
export const engine = /* @__PURE__ */ engineWith(populating);
