import type { Check, Rule } from "../check.js";
import type { Json } from "../rule.js";
/** No branch is known for the value's tag. */
export declare const LOST: readonly Check[];
/**
 * One, or one of several.
 * @param narrow the branches that the value's tag names; `undefined`: all of them
 * @param failTag says that the tag is the mistake
 */
export declare function choice(keyword: "oneOf" | "anyOf", all: readonly Check[], narrow?: (value: unknown) => readonly Check[] | undefined, failTag?: Rule<Json>): Check;
