import { int64 } from "./keywords.js";

// Schemas that the description writes out in more than one place.
export const limitShape = /* @__PURE__ */ (() => ({ type: "integer", minimum: 1, maximum: 100 }))();
export const bookIdShape = /* @__PURE__ */ (() => ({ format: int64, type: "integer", minimum: 1 }))();
