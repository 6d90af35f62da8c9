import type { ClientOptions } from "./client-options.js";
import { ClientError, type RequestFacts } from "./errors.js";
import type { OperationSpec } from "./operation-spec.js";
import type { Answers } from "./validate/answer-issues.js";

// Not a literal, so that bundlers do not include the file.
const FILE = ["..", "resources", "answers.js"].join("/");

/** Validates an answer as the options of the client say. @throws ValidationError, ClientError ANSWERS_MISSING */
export async function checkAnswer(
  options: ClientOptions,
  operation: OperationSpec,
  response: Response,
  data: unknown,
  facts: RequestFacts,
): Promise<void> {
  if (options.validateResponses === "off") return;
  const { specs, check } = options.answers ?? (await loadAnswers());
  check(specs, options, operation, response, data, facts);
}

/**
 * Loads the generated file with the schemas of answers. Hidden from bundlers, because it is as large as all models together and most
 * clients never validate answers.
 * @throws ClientError ANSWERS_MISSING in a bundle, which does not contain the file
 */
async function loadAnswers(): Promise<Answers> {
  try {
    const file = new URL(FILE, import.meta.url).href;
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ file)).answers;
  } catch (cause) {
    throw new ClientError(
      "ANSWERS_MISSING",
      'validateResponses needs the option answers, from "…/resources/answers.js"',
      { cause },
    );
  }
}
