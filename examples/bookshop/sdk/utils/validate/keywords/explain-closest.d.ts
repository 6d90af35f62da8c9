import { type Check } from "../check.js";
import { type Issue } from "../issue.js";
/** What to say of a value that none of several alternatives accepts: the mistakes of the one it was most likely meant to be. */
export declare function explainClosest(keyword: string, alternatives: readonly Check[], value: unknown, path: string, depth: number | undefined): Issue[];
