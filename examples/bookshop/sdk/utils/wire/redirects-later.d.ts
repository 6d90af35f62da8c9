import { type Part } from "../part.js";
import type { followRedirects } from "./follow-redirects.js";
/** What no browser needs, but other platforms that take bundles of pages. package.json names this file in its `browser` field. */
export declare const redirects: Part<typeof followRedirects>;
