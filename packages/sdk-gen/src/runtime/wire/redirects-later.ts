import { type Part, whenNeeded } from "../part.js";
import type { followRedirects } from "./follow-redirects.js";

/** What no browser needs, but other platforms that take bundles of pages. package.json names this file in its `browser` field. */
export const redirects: Part<typeof followRedirects> = /* @__PURE__ */ whenNeeded(
  "utils/wire/follow-redirects.js",
  async () => (await import("./follow-redirects.js")).followRedirects,
);
