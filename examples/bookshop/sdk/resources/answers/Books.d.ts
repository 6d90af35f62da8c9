import type { Answers } from "../../utils/index.js";

/** What its operations answer, for the option `answers`. */
export declare const BooksAnswers: Answers;
