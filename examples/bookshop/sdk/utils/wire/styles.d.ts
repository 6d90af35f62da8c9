import { type Style } from "./serialize-parameter.js";
/** `;name=value` @see RFC 6570, section 3.2.7 */
export declare const matrix: Style;
/** `.value` @see RFC 6570, section 3.2.5 */
export declare const label: Style;
export declare const spaceDelimited: Style;
export declare const pipeDelimited: Style;
/** `deep[b][c][]=1`: brackets all the way, the one spelling that servers agree on; objects in lists by number, so that their members stay together. */
export declare const deepObject: Style;
