import { type Part } from "../part.js";
import { followRedirects } from "./follow-redirects.js";
/** What follows redirects where `fetch` is not to. Bundlers for pages take `redirects-later.js` instead. */
export declare const redirects: Part<typeof followRedirects>;
