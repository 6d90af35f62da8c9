import { atOnce } from "../part.js";
import { followRedirects } from "./follow-redirects.js";
/** What follows redirects where `fetch` is not to. Bundlers for pages take `redirects-later.js` instead. */
export const redirects = /* @__PURE__ */ atOnce(followRedirects);
