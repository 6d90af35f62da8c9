import { atOnce } from "../part.js";
import { readEvents, readLines } from "./read-stream.js";
/** Bundlers for pages take `streams-later.js` instead. */
export const streams = /* @__PURE__ */ atOnce({ readEvents, readLines });
