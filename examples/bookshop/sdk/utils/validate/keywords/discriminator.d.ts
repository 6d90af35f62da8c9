import type { Keyword } from "../keyword.js";
/** `oneOf` and `anyOf` whose branches are told apart by a tag. */
export declare const taggedAlternatives: Keyword;
/** A schema without branches that others extend: what the value's tag names must hold as well. */
export declare const subtypes: Keyword;
