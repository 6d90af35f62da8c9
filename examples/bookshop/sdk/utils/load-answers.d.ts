import type { Answers } from "./validate/answer-issues.js";
/**
 * The generated file that knows all answers. It is as large as all models together and most clients never check answers, so
 * bundlers are not to see the import.
 * @throws ClientError ANSWERS_MISSING in a bundle, where the file is not
 */
export declare function loadAnswers(): Promise<Answers>;
