import type { ClientOptions } from "./client-options.js";
import { ClientError, type RequestFacts, ValidationError } from "./errors.js";
import type { OperationSpec } from "./operation-spec.js";
import type { Answers } from "./validate/answer-issues.js";

// Not one literal: bundlers would take it in.
const FILE = ["..", "resources", "answers.js"].join("/");

/** Checks an answer as the client's options say. @throws ValidationError, ClientError ANSWERS_MISSING */
export async function checkAnswer(
  { validateResponses, answers, onDrift }: ClientOptions,
  operation: OperationSpec,
  response: Response,
  data: unknown,
  facts: RequestFacts,
): Promise<void> {
  if (validateResponses === "off") return;
  const known = answers ?? (await loadAnswers());
  const issues = known.check(known.specs, operation, response, data);
  if (issues.length === 0) return;
  if (validateResponses === "strict") throw new ValidationError(issues, operation.id);
  onDrift?.({ ...facts, status: response.status, issues });
}

/**
 * The generated file that knows all answers. It is as large as all models together and most clients never check answers, so
 * bundlers are not to see the import.
 * @throws ClientError ANSWERS_MISSING in a bundle, where the file is not
 */
async function loadAnswers(): Promise<Answers> {
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
