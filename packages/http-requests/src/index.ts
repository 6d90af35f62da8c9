export { inSlices } from "./in-slices.js";
export type { JsonRules } from "./json/check-structure.js";
export { JsonRefusal } from "./json/json-refusal.js";
export { lineAt, locateJson } from "./json/locate-json.js";
export { parseJsonText } from "./json/parse-json-text.js";
export { parseLargeJson } from "./json/parse-large-json.js";
export { LARGE_BODY, LargeBodies } from "./large-bodies.js";
