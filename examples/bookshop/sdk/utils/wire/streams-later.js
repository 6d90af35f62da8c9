import { whenNeeded } from "../part.js";
/** What reads answers that are streams, in bundles of pages: package.json names this file in its `browser` field. */
export const streams = /* @__PURE__ */ whenNeeded("utils/wire/read-stream.js", () => import("./read-stream.js"));
