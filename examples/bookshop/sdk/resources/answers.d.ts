import type { Answers } from "../utils/index.js";

/** The schemas of all answers, for the option `answers`. */
export declare const answers: Answers;
