import type { Answers } from "../utils/index.js";

/** What all operations answer, for the option `answers`. */
export declare const answers: Answers;
