import { ClientError } from "../errors.js";

export function answerTooLarge(most: number): ClientError {
  return new ClientError("ANSWER_TOO_LARGE", `the answer is larger than maxAnswerBytes: ${most}`);
}
