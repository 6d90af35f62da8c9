import { ClientError } from "./errors.js";
import type { Answers } from "./validate/answer-issues.js";

// Not one literal: bundlers would take it in.
const FILE = ["..", "resources", "answers.js"].join("/");

/**
 * The generated file that knows all answers. It is as large as all models together and most clients never check answers, so
 * bundlers are not to see the import.
 * @throws ClientError ANSWERS_MISSING in a bundle, where the file is not
 */
export async function loadAnswers(): Promise<Answers> {
  try {
    const file = new URL(FILE, import.meta.url).href;
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ file)).answers;
  } catch (cause) {
    throw new ClientError(
      "ANSWERS_MISSING",
      'validateResponses needs the schemas of answers: import { answers } from "…/resources/answers.js" and give the client { answers }.',
      { cause },
    );
  }
}
