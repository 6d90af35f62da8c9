import { whenNeeded } from "../part.js";
/** What no browser needs, but other platforms that take bundles of pages. package.json names this file in its `browser` field. */
export const redirects = /* @__PURE__ */ whenNeeded("utils/wire/follow-redirects.js", async () => (await import("./follow-redirects.js")).followRedirects);
