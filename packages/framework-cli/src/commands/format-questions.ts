import { plainText } from "@onespec/command-line";
import type { Question } from "../migrations/question.js";

/** Open questions, and the answers file that settles them. */
export function formatQuestions(questions: readonly Question[]): string {
  const asked = questions.map(({ text, choices }) =>
    plainText(`${text}${choices === undefined ? "" : ` (${choices.join(", ")})`}`),
  );
  const example = Object.fromEntries(questions.map(({ id, choices }) => [id, choices?.[0] ?? ""]));
  return [
    `${questions.length === 1 ? "One question" : `${questions.length} questions`} to answer first; nothing was written:`,
    ...asked.map((text) => `  ${text}`),
    "Write the answers to a file and run the command again with --answers <file>:",
    JSON.stringify(example, null, 2),
    "",
  ].join("\n");
}
